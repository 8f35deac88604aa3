import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '@/api/types';
import { Code } from '@/components/code';
import { DateText } from '@/components/date-text';
import { Money } from '@/components/money';
import { EmptyCell, RelationCell } from '@/crud/cells';
import { readChanges } from '@/features/admin-bookings/timeline-words';
import { type AuditField, fieldOf, isNamedEntity, verbOf } from './audit-words';

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
/** As many fields of an entry are named at once; the others are counted. */
const most = 6;

/** What was done to what. */
export function DeedCell({ entry: { entity, action } }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const verb = verbOf(action);
  return (
    <>
      {isNamedEntity(entity) ? t(`admin.audit.entities.${entity}`) : <Code>{entity}</Code>}
      {': '}
      {verb ? t(`admin.audit.verbs.${verb}`) : <Code>{action}</Code>}
    </>
  );
}

/** Who did it: a person by the name of that day, an account that is gone, or the program. */
export function ActorCell({ entry: { actorId, actorName } }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  if (actorName) return <bdi>{actorName}</bdi>;
  return (
    <span className="text-muted">
      {t(actorId ? 'admin.bookings.timeline.erased' : 'admin.bookings.timeline.itself')}
    </span>
  );
}

function Value({ field, value }: { field: AuditField | undefined; value: unknown }) {
  const { t } = useTranslation();
  if (value === null || value === undefined || value === '') return <EmptyCell />;
  if (typeof value === 'boolean') return t(value ? 'admin.values.yes' : 'admin.values.no');
  if (typeof value === 'object') return t('admin.conflict.different');
  const text = String(value);
  if (moment.test(text)) return <DateText value={text} style="instant" />;
  if (field?.kind === 'money') return <Money amount={Number(value)} />;
  if (field?.kind === 'relation') return <RelationCell relation={field.relation} id={text} />;
  const choice = field?.kind === 'select' && field.options.find((option) => option.value === text);
  if (choice) return t(choice.label);
  return <bdi className="break-words">{text}</bdi>;
}

/** What an entry made of what, a line a field. */
export function ChangesCell({ entry: { entity, changes } }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const lines = readChanges(changes);
  if (lines.length === 0) return <EmptyCell />;
  return (
    <ul className="max-w-xl min-w-64 text-start whitespace-normal">
      {lines.slice(0, most).map(({ field: name, from, to }) => {
        const field = fieldOf(entity, name);
        return (
          <li key={name} className="break-words">
            <span className="text-muted">{field ? t(field.label) : <Code>{name}</Code>}</span>{' '}
            {from !== null && from !== undefined && from !== '' && (
              <>
                <del className="text-muted">
                  <Value field={field} value={from} />
                </del>{' '}
              </>
            )}
            <Value field={field} value={to} />
          </li>
        );
      })}
      {lines.length > most && (
        <li className="text-muted">{t('admin.audit.more', { count: lines.length - most })}</li>
      )}
    </ul>
  );
}
