import { ChevronDown, ListFilter, Search, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/lib/cn';
import { useAuth } from '@/stores/auth';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { Disclosure } from '@/ui/disclosure';
import { controlClass } from '@/ui/field';
import { Select } from '@/ui/select';
import { DraftInput } from './draft-input';
import type { Filter, FilterValue } from './entity';
import { countFilters, type ListState, severalOf, shownDay, valuesOf } from './list-url';
import { RelationField } from './relation-field';

type Change = (changes: Partial<ListState>, options?: { replace?: boolean }) => void;

const amount = (typed: string) => {
  const text = typed.trim().replace(',', '.');
  return text === '' || /^\d{1,9}(\.\d{1,2})?$/.test(text) ? text : undefined;
};

/** Half a year is no day of this century: the browser hands over what is typed digit by digit. */
const wholeDay = (typed: string) => (typed === '' || /^2\d{3}-/.test(typed) ? typed : undefined);

/** Any of a few values: the field names those that are chosen, and opens their list. */
function SeveralChoice({
  filter,
  value,
  onChange,
}: {
  filter: Extract<Filter, { kind: 'choice' }>;
  value: FilterValue | undefined;
  onChange: (value: FilterValue) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const chosen = valuesOf(value);
  const [first, ...others] = filter.options.filter((option) => chosen.includes(option.value));
  const label = t(filter.label);
  const shown = `${t(first?.label ?? 'admin.filters.any')}${others.length > 0 ? ` +${others.length}` : ''}`;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span id={id} className="text-sm font-medium">
        {label}
      </span>
      <Disclosure
        className="relative"
        label={`${label}: ${shown}`}
        buttonClass={controlClass('flex items-center justify-between gap-2 text-start')}
        panelClass="inset-x-0 mt-1 min-w-56 rounded-card border p-3"
        button={() => (
          <>
            <span className="min-w-0 truncate">{shown}</span>
            <ChevronDown aria-hidden="true" size={18} className="shrink-0 text-muted" />
          </>
        )}
      >
        {() => (
          <fieldset aria-labelledby={id}>
            {filter.options.map((option) => (
              <Checkbox
                key={option.value}
                label={t(option.label)}
                checked={chosen.includes(option.value)}
                onChange={({ target }) =>
                  onChange(
                    severalOf(
                      filter,
                      target.checked
                        ? [...chosen, option.value]
                        : chosen.filter((one) => one !== option.value),
                    ),
                  )
                }
              />
            ))}
          </fieldset>
        )}
      </Disclosure>
    </div>
  );
}

function FilterControl({ filter, state, change }: { filter: Filter; state: ListState; change: Change }) {
  const { t } = useTranslation();
  const label = t(filter.label);
  const set = (name: string, value: FilterValue, options?: { replace?: boolean }) => {
    const { [name]: _before, ...others } = state.filters;
    change({ filters: value === '' ? others : { ...others, [name]: value } }, options);
  };
  const shown = (name: string) => valuesOf(state.filters[name])[0] ?? '';
  switch (filter.kind) {
    case 'choice':
      if (filter.several)
        return (
          <SeveralChoice
            filter={filter}
            value={state.filters[filter.name]}
            onChange={(value) => set(filter.name, value)}
          />
        );
      return (
        <Select
          label={label}
          value={shown(filter.name)}
          onChange={({ target }) => set(filter.name, target.value)}
        >
          <option value="">{t('admin.filters.any')}</option>
          {filter.options.map((option) => (
            <option key={option.value} value={option.value}>
              {t(option.label)}
            </option>
          ))}
        </Select>
      );
    case 'flag':
      return (
        <Select
          label={label}
          value={shown(filter.name)}
          onChange={({ target }) => set(filter.name, target.value)}
        >
          <option value="">{t('admin.filters.any')}</option>
          <option value="true">{t(filter.yes ?? 'admin.values.yes')}</option>
          <option value="false">{t(filter.no ?? 'admin.values.no')}</option>
        </Select>
      );
    case 'text':
      return (
        <DraftInput
          label={label}
          dir="auto"
          value={shown(filter.name)}
          onSettle={(value) => set(filter.name, value.trim(), { replace: true })}
        />
      );
    case 'relation':
      return (
        <RelationField
          label={label}
          relation={filter.relation}
          none={t('admin.filters.any')}
          value={shown(filter.name)}
          onChange={(id) => set(filter.name, id)}
        />
      );
    case 'dates':
    case 'range': {
      const days = filter.kind === 'dates';
      return (
        <fieldset className="min-w-0">
          <legend className="sr-only">{label}</legend>
          <div className="grid grid-cols-2 items-end gap-2">
            {[filter.from, filter.to].map((name) => (
              <DraftInput
                key={name}
                type={days ? 'date' : 'text'}
                inputMode={days ? undefined : 'decimal'}
                label={t(name === filter.from ? 'admin.filters.from' : 'admin.filters.to', { label })}
                dir="ltr"
                clean={days ? wholeDay : amount}
                value={days ? shownDay(shown(name)) : shown(name)}
                onSettle={(value) => set(name, value)}
              />
            ))}
          </div>
        </fieldset>
      );
    }
  }
}

/** Search and filters of a list. On a phone the filters open below a button that counts those that are on. */
export function FilterBar({
  filters,
  searchable,
  state,
  change,
}: {
  filters: readonly Filter[];
  searchable: boolean;
  state: ListState;
  change: Change;
}) {
  const { t } = useTranslation();
  const user = useAuth((session) => session.user);
  const [open, setOpen] = useState(false);
  const [whole, setWhole] = useState(false);
  const own = filters.filter(({ visible }) => !visible || (user && visible(user)));
  const on = countFilters(state, own);
  const narrowed = on > 0 || state.q !== '';
  const shown = own.filter((filter) => whole || !filter.rare || countFilters(state, [filter]) > 0);
  if (own.length === 0 && !searchable) return null;
  return (
    <search className="mt-4 grid items-end gap-3 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
      {searchable && (
        <DraftInput
          type="search"
          enterKeyHint="search"
          label={t('admin.filters.search')}
          value={state.q}
          end={<Search aria-hidden="true" size={18} className="text-muted" />}
          onSettle={(q) => change({ q }, { replace: true })}
        />
      )}
      {own.length > 0 && (
        <Button
          variant="secondary"
          className="md:hidden"
          aria-expanded={open}
          icon={<ListFilter aria-hidden="true" size={18} />}
          onClick={() => setOpen(!open)}
        >
          {t('admin.filters.filters', { count: on })}
        </Button>
      )}
      {shown.map((filter) => (
        <div
          key={'name' in filter ? filter.name : filter.from}
          className={cn('min-w-0', filter.kind === 'dates' && 'sm:col-span-2', !open && 'max-md:hidden')}
        >
          <FilterControl filter={filter} state={state} change={change} />
        </div>
      ))}
      {(narrowed || shown.length < own.length) && (
        <div
          className={cn(
            'flex min-h-11 flex-wrap items-center gap-x-2 sm:col-span-2',
            !narrowed && !open && 'max-md:hidden',
          )}
        >
          {shown.length < own.length && (
            <Button
              variant="quiet"
              size="sm"
              className={cn(!open && 'max-md:hidden')}
              icon={<ListFilter aria-hidden="true" size={16} />}
              onClick={() => setWhole(true)}
            >
              {t('admin.filters.more')}
            </Button>
          )}
          {narrowed && (
            <Button
              variant="quiet"
              size="sm"
              icon={<X aria-hidden="true" size={16} />}
              onClick={() => change({ filters: {}, q: '' })}
            >
              {t('admin.filters.reset', { count: on + (state.q === '' ? 0 : 1) })}
            </Button>
          )}
        </div>
      )}
    </search>
  );
}
