import { api, dataOf, streamOf } from '@/api/client';
import type { AuditEntry, AuditQuery } from '@/api/types';
import { Code } from '@/components/code';
import { DateText } from '@/components/date-text';
import { defineEntity } from '@/crud/entity';
import { userRelation } from '@/features/admin-relations/relations';
import { franchiseColumn, franchiseFilter } from '@/features/admin-relations/shared-parts';
import { ActorCell, ChangesCell, DeedCell } from './audit-cells';
import { actionsOf, auditEntities, auditVerbs, recordPath } from './audit-words';

/** Deeds are chosen by their words; the API knows the permissions that they were done by. */
function asked({ action, ...query }: AuditQuery): AuditQuery {
  const words = [action ?? []].flat();
  return words.length > 0 ? { ...query, action: actionsOf(words) } : query;
}

/** Who did what. Entries are only ever read; each leads to what it tells of. */
export const auditLog = defineEntity<AuditEntry, never, never, AuditQuery>({
  key: 'audit-log',
  texts: {
    title: 'admin.sections.auditLog',
    lead: 'admin.audit.lead',
    emptyTitle: 'admin.audit.emptyTitle',
    emptyText: 'admin.audit.emptyText',
  },
  may: {},
  name: ({ action }) => action,
  path: ({ entity, entityId }) => recordPath(entity, entityId),

  async page(query, signal) {
    const { entries: rows, pagination } = await dataOf(
      api.GET('/audit-log', { params: { query: asked(query) }, signal }),
    );
    return { rows, ...pagination };
  },
  download: (query, signal) =>
    streamOf(api.GET('/audit-log/export', { params: { query: asked(query) }, parseAs: 'stream', signal })),

  columns: [
    {
      key: 'deed',
      label: 'admin.audit.deed',
      sort: 'action',
      cell: (entry) => <DeedCell entry={entry} />,
    },
    {
      key: 'happenedAt',
      label: 'admin.audit.when',
      sort: 'happenedAt',
      cell: ({ happenedAt }) => <DateText value={happenedAt} style="instant" />,
    },
    { key: 'actor', label: 'admin.audit.who', cell: (entry) => <ActorCell entry={entry} /> },
    { key: 'changes', label: 'admin.audit.changes', cell: (entry) => <ChangesCell entry={entry} /> },
    { ...franchiseColumn, hidden: true },
    {
      key: 'ip',
      label: 'admin.audit.ip',
      hidden: true,
      cell: ({ ip }) => <Code>{ip}</Code>,
    },
    {
      key: 'request',
      label: 'admin.audit.request',
      hidden: true,
      cell: ({ requestId }) => <Code>{requestId}</Code>,
    },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'entity',
      label: 'admin.audit.entity',
      options: auditEntities.map((value) => ({ value, label: `admin.audit.entities.${value}` })),
    },
    {
      kind: 'choice',
      name: 'action',
      label: 'admin.audit.deed',
      several: true,
      options: auditVerbs.map((value) => ({ value, label: `admin.audit.verbs.${value}` })),
    },
    { kind: 'relation', name: 'actorId', label: 'admin.audit.who', relation: userRelation },
    {
      kind: 'dates',
      from: 'happenedAfter',
      to: 'happenedBefore',
      label: 'admin.audit.when',
      instants: true,
    },
    { ...franchiseFilter, rare: true },
  ],
  form: [],
});
