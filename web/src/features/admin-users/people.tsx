import { api, dataOf, done, streamOf } from '@/api/client';
import type { NewPerson, PeopleQuery, Person, PersonChanges, Role } from '@/api/types';
import { Code } from '@/components/code';
import { DateText } from '@/components/date-text';
import { EmptyCell, FlagCell, RelationCell, TextCell } from '@/crud/cells';
import { type Choice, defineEntity } from '@/crud/entity';
import { ofPlatform } from '@/crud/use-can';
import { franchiseRelation } from '@/features/admin-relations/relations';
import { createdAtColumn, franchiseFilter, updatedAtColumn } from '@/features/admin-relations/shared-parts';
import { cardStates, roles } from '@/features/admin-relations/states';
import { passwordRules } from '@/features/auth/account-forms';
import { dayFromToday } from '@/i18n/wall-clock';
import type { SessionUser } from '@/stores/auth';
import { FirstPassword, KnownEmail } from './account-fields';
import { BlockedNotice } from './block-dialog';
import { CardBadge, LanguageCell, RoleCell } from './people-cells';
import { PersonPanels } from './person-panels';

const choiceOf = (value: Role): Choice => ({ value, label: `admin.users.role.${value}` });

const languageChoices: readonly Choice[] = (['fr', 'ar', 'en'] as const).map((value) => ({
  value,
  label: `admin.users.language.${value}`,
}));

/** Whether an account is a person's to change: a franchise has those of its own, and none of the platform's. */
function belongs(row: Person, user: SessionUser): boolean {
  return (
    ofPlatform(user) ||
    (row.role !== 'ADMIN' && row.franchiseId !== null && row.franchiseId === user.franchiseId)
  );
}

/** Everybody who has an account: customers, and who works for a franchise or the platform. */
export const people = defineEntity<Person, NewPerson, PersonChanges, PeopleQuery>({
  key: 'users',
  texts: {
    title: 'admin.sections.users',
    add: 'admin.users.add',
    emptyTitle: 'admin.users.emptyTitle',
    emptyText: 'admin.users.emptyText',
    removal: 'admin.users.removal',
  },
  may: { create: 'USER_CREATE', update: 'USER_UPDATE', remove: 'USER_DELETE' },
  name: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  // A franchise sees who rents from it, and changes the accounts of its own (D18).
  editable: belongs,
  removable: ({ id }, user) => id !== user.id,

  async page(query, signal) {
    const { users: rows, pagination } = await dataOf(api.GET('/users', { params: { query }, signal }));
    return { rows, ...pagination };
  },
  async one(id, signal) {
    return (await dataOf(api.GET('/users/{id}', { params: { path: { id } }, signal }))).user;
  },
  async create(body) {
    return (await dataOf(api.POST('/users', { body }))).user;
  },
  async change(id, body) {
    return (await dataOf(api.PUT('/users/{id}', { params: { path: { id } }, body }))).user;
  },
  remove: (id) => done(api.DELETE('/users/{id}', { params: { path: { id } } })),
  download: (query, signal) =>
    streamOf(api.GET('/users/export', { params: { query }, parseAs: 'stream', signal })),

  search: true,
  sort: '-createdAt',
  columns: [
    {
      key: 'name',
      label: 'admin.fields.name',
      sort: 'lastName',
      cell: ({ firstName, lastName }) => <TextCell>{`${firstName} ${lastName}`}</TextCell>,
    },
    {
      key: 'email',
      label: 'admin.fields.email',
      sort: 'email',
      cell: ({ email }) => <Code>{email}</Code>,
    },
    {
      key: 'phoneNumber',
      label: 'admin.fields.phone',
      sort: 'phoneNumber',
      hidden: true,
      cell: ({ phoneNumber }) => (phoneNumber ? <Code>{phoneNumber}</Code> : <EmptyCell />),
    },
    {
      key: 'role',
      label: 'admin.users.roleLabel',
      spare: true,
      sort: 'role',
      cell: ({ role }) => <RoleCell role={role} />,
    },
    {
      key: 'franchiseId',
      label: 'admin.fields.franchise',
      spare: true,
      sort: 'franchiseId',
      visible: ofPlatform,
      cell: ({ franchiseId }) => <RelationCell relation={franchiseRelation} id={franchiseId} />,
    },
    {
      key: 'identityCard',
      label: 'admin.users.card.title',
      cell: ({ identityCard }) => <CardBadge state={identityCard.state} />,
    },
    createdAtColumn,
    {
      key: 'identityCardSince',
      label: 'admin.users.card.since',
      sort: 'identityCardSince',
      hidden: true,
      cell: ({ identityCard: { since } }) =>
        since ? <DateText value={since} style="instant" /> : <EmptyCell />,
    },
    {
      key: 'blockedAt',
      label: 'admin.users.block.blocked',
      hidden: true,
      cell: ({ blockedAt }) => <FlagCell value={blockedAt !== null} />,
    },
    {
      key: 'emailVerifiedAt',
      label: 'admin.users.verified',
      hidden: true,
      cell: ({ emailVerifiedAt }) => <FlagCell value={emailVerifiedAt !== null} />,
    },
    {
      key: 'language',
      label: 'admin.users.languageLabel',
      sort: 'language',
      hidden: true,
      cell: ({ language }) => <LanguageCell code={language} />,
    },
    updatedAtColumn,
  ],
  filters: [
    { kind: 'choice', name: 'role', label: 'admin.users.roleLabel', options: roles.map(choiceOf) },
    {
      kind: 'choice',
      name: 'identityCardState',
      label: 'admin.users.card.title',
      options: cardStates.map((value) => ({ value, label: `admin.users.card.${value}` })),
    },
    franchiseFilter,
    {
      kind: 'dates',
      from: 'createdAfter',
      to: 'createdBefore',
      label: 'admin.fields.createdAt',
      instants: true,
    },
  ],
  views: [
    {
      key: 'cards',
      label: 'admin.users.views.cards',
      filters: () => ({ identityCardState: 'SUBMITTED' }),
      // Who has waited longest comes first.
      sort: 'identityCardSince',
    },
    {
      key: 'staff',
      label: 'admin.users.views.staff',
      filters: () => ({ role: 'FRANCHISE_ADMIN' }),
      sort: 'lastName',
    },
    {
      key: 'week',
      label: 'admin.users.views.week',
      filters: () => ({ role: 'CUSTOMER', createdAfter: dayFromToday(-6) }),
      sort: '-createdAt',
    },
  ],
  form: [
    {
      title: 'admin.users.person',
      fields: [
        { kind: 'text', name: 'firstName', label: 'auth.fields.firstName', required: true, max: 50 },
        { kind: 'text', name: 'lastName', label: 'auth.fields.lastName', required: true, max: 50 },
        { kind: 'email', name: 'email', label: 'admin.fields.email', required: true, only: 'add' },
        {
          kind: 'custom',
          name: 'email',
          label: 'admin.fields.email',
          hint: 'admin.users.emailHint',
          required: true,
          only: 'edit',
          write: () => undefined,
          render: (field) => <KnownEmail {...field} />,
        },
        { kind: 'phone', name: 'phoneNumber', label: 'admin.fields.phone' },
        {
          kind: 'select',
          name: 'language',
          label: 'admin.users.languageLabel',
          hint: 'admin.users.languageHint',
          required: true,
          options: languageChoices,
        },
      ],
    },
    {
      title: 'admin.users.access',
      lead: 'admin.users.accessLead',
      fields: [
        {
          kind: 'select',
          name: 'role',
          label: 'admin.users.roleLabel',
          required: true,
          options: roles.map(choiceOf),
          visible: ofPlatform,
        },
        {
          kind: 'select',
          name: 'role',
          label: 'admin.users.roleLabel',
          hint: 'admin.users.roleOwnHint',
          required: true,
          options: (['CUSTOMER', 'FRANCHISE_ADMIN'] as const).map(choiceOf),
          only: 'add',
          visible: (user) => !ofPlatform(user),
        },
        {
          kind: 'relation',
          name: 'franchiseId',
          label: 'admin.fields.franchise',
          hint: 'admin.users.franchiseHint',
          relation: franchiseRelation,
          none: 'admin.form.none',
          visible: ofPlatform,
          check: (value, { role }) => (role === 'FRANCHISE_ADMIN' && !value ? 'REQUIRED' : undefined),
        },
        {
          kind: 'custom',
          name: 'password',
          label: 'auth.fields.password',
          hint: 'admin.users.passwordHint',
          required: true,
          only: 'add',
          secret: true,
          initial: '',
          check: (value) => {
            const typed = String(value ?? '');
            if (typed === '') return 'REQUIRED';
            return passwordRules.every(({ met }) => met(typed)) ? undefined : 'PASSWORD_WEAK';
          },
          // Every character of it counts.
          write: (value) => value,
          render: (field) => <FirstPassword {...field} />,
        },
      ],
    },
  ],
  // What was erased is gone for good.
  restorable: false,
  refusals: { EMAIL_TAKEN: 'email', FRANCHISE_NOT_FOUND: 'franchiseId', LAST_ADMIN: 'role' },
  afterSave: 'record',
  notice: (row) => <BlockedNotice person={row} />,
  panels: (row) => <PersonPanels person={row} own={(user) => belongs(row, user)} />,
});
