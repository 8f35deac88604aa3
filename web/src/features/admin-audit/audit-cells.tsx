import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '@/api/types';
import { Code } from '@/components/code';
import { DateText } from '@/components/date-text';
import { Money } from '@/components/money';
import { EmptyCell, RelationCell } from '@/crud/cells';
import { formatNumber } from '@/i18n/format';
import { type AuditLine, linesOf } from './audit-lines';
import { type AuditField, fieldOf, isNamedEntity, verbOf } from './audit-words';

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
/** As many lines of an entry are shown at once; the others are counted. */
const most = 6;

/** What was done to what. */
export function DeedCell({ entry: { entity, action } }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const verb = verbOf(action);
  return (
    <bdi>
      {t('admin.audit.told', {
        about: isNamedEntity(entity) ? t(`admin.audit.entities.${entity}`) : entity,
        deed: verb ? t(`admin.audit.verbs.${verb}`) : action,
      })}
    </bdi>
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

/** Values that the API keeps to itself. */
const hidden = '***';
/** Papers and pictures of cards: that there is one is all that can be said. */
const files = ['grayCardUrl', 'insuranceUrl', 'identityCardFront', 'identityCardCover'];

function numberText(
  field: Extract<AuditField, { kind: 'number' }>,
  value: unknown,
  unit: string | undefined,
) {
  // As the form shows it: 0.15 of a share is 15 there.
  const shown = field.read ? field.read({ [field.name]: value } as never) : value;
  return unit ? `${formatNumber(Number(shown), field.decimals ?? 0)}\u00a0${unit}` : String(shown);
}

function Value({ name, field, value }: { name: string; field: AuditField | undefined; value: unknown }) {
  const { t } = useTranslation();
  if (value === null || value === undefined || value === '') return <EmptyCell />;
  if (typeof value === 'boolean') return t(value ? 'admin.values.yes' : 'admin.values.no');
  if (name === 'operatingHours')
    return value === 'closed'
      ? t('format.closed')
      : t('admin.hours.span', value as { start: string; end: string });
  if (Array.isArray(value))
    return value.map((one, index) => (
      <Fragment key={String(one)}>
        {index > 0 && t('admin.values.comma')}
        <Value name={name} field={field} value={one} />
      </Fragment>
    ));
  if (typeof value === 'object') return t('admin.conflict.different');
  const text = String(value);
  if (name === 'imageIds') return t('admin.audit.reordered');
  if (text === hidden) return t('admin.audit.hidden');
  if (files.includes(name)) return t('admin.motorcycles.papers.given');
  if (moment.test(text)) return <DateText value={text} style="instant" />;
  if (field?.kind === 'money') return <Money amount={Number(value)} />;
  if (field?.kind === 'number') return <bdi>{numberText(field, value, field.unit && t(field.unit))}</bdi>;
  if (field?.kind === 'relation') return <RelationCell relation={field.relation} id={text} />;
  const choice = field?.kind === 'select' && field.options.find((option) => option.value === text);
  if (choice) return t(choice.label);
  return <bdi className="break-words">{text}</bdi>;
}

/** What a line is about: a field by its name, some days of a week by theirs. */
function LineName({
  line: { field: name, days },
  field,
}: {
  line: AuditLine;
  field: AuditField | undefined;
}) {
  const { t } = useTranslation();
  if (!days) return field ? t(field.label) : <Code>{name}</Code>;
  const [first, last] = days;
  if (first === last) return t('admin.audit.hoursOn', { day: t(`format.weekday.${first}`) });
  return t('admin.audit.hoursFrom', {
    first: t(`format.weekday.${first}`),
    last: t(`format.weekday.${last}`),
  });
}

/** What an entry made of what, a line a field. */
export function ChangesCell({ entry: { entity, changes } }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(false);
  const lines = linesOf(changes);
  if (lines.length === 0) return <EmptyCell />;
  return (
    <ul className="max-w-xl min-w-64 text-start whitespace-normal max-lg:ms-auto max-lg:min-w-0">
      {lines.slice(0, whole ? undefined : most).map((line) => {
        const field = fieldOf(entity, line.field);
        return (
          <li key={line.key} className="break-words">
            <span className="text-muted">
              <LineName line={line} field={field} />
            </span>{' '}
            {line.from !== null && line.from !== undefined && line.from !== '' && (
              <>
                <del className="text-muted">
                  <Value name={line.field} field={field} value={line.from} />
                </del>{' '}
              </>
            )}
            {/* What only left a list became nothing. */}
            {!(Array.isArray(line.from) && line.to === null) && (
              <Value name={line.field} field={field} value={line.to} />
            )}
          </li>
        );
      })}
      {lines.length > most && !whole && (
        <li>
          <button
            type="button"
            className="rounded-sm text-majorelle underline-offset-4 hover:underline"
            onClick={() => setWhole(true)}
          >
            {t('admin.audit.more', { count: lines.length - most })}
          </button>
        </li>
      )}
    </ul>
  );
}
