import { useQuery } from '@tanstack/react-query';
import { ChevronDown, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/lib/cn';
import { controlClass, Field } from '@/ui/field';
import type { Relation, RelationOption } from './entity';
import { relationQueries } from './queries';

/** How long typing rests before it is searched for. */
const pause = 250;

/**
 * A record of another entity: a text field that searches the server, with a list below it (the ARIA combobox pattern). What is
 * typed and not chosen counts for nothing, and the choice before comes back.
 */
export function RelationField({
  label,
  hint,
  error,
  relation,
  value,
  none,
  required = false,
  disabled = false,
  className,
  onChange,
  onBlur,
}: {
  label: string;
  hint?: string;
  error?: string;
  relation: Relation;
  /** Id of the chosen record, or empty. */
  value: string;
  /** What an empty field means: "the whole platform". */
  none: string;
  required?: boolean;
  disabled?: boolean;
  className?: string;
  onChange: (id: string) => void;
  onBlur?: () => void;
}) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  const [asked, setAsked] = useState('');
  const [at, setAt] = useState(0);
  const open = typed !== undefined;
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed?.trim() ?? ''), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  const chosen = useQuery({ ...relationQueries.one(relation, value), enabled: value !== '' });
  const asking = open && !(relation.byText && (typed.trim() === '' || asked === ''));
  const found = useQuery({ ...relationQueries.search(relation, asked), enabled: asking });
  const options: RelationOption[] = asking ? (found.data ?? []) : [];
  const name = value === '' ? '' : (chosen.data?.label ?? (chosen.isError ? value : ''));

  const close = () => {
    setTyped(undefined);
    setAt(0);
  };
  const choose = (option: RelationOption) => {
    onChange(option.id);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined) {
      event.preventDefault();
      if (open) setAt((now) => Math.max(0, Math.min(options.length - 1, now + move)));
      else setTyped('');
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      const option = options[at];
      if (option) choose(option);
    }
  };

  return (
    <Field label={label} hint={hint} error={error} className={className} aside={undefined}>
      {(control) => (
        <span className="relative block">
          <input
            {...control}
            ref={input}
            role="combobox"
            type="text"
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            placeholder={none}
            value={typed ?? name}
            aria-expanded={open}
            aria-controls={`${control.id}-list`}
            aria-autocomplete="list"
            aria-required={required || undefined}
            aria-activedescendant={open && options[at] ? `${control.id}-${at}` : undefined}
            className={controlClass('pe-11')}
            onChange={(event) => {
              setTyped(event.target.value);
              setAt(0);
            }}
            onClick={() => setTyped((now) => now ?? '')}
            onBlur={() => {
              close();
              onBlur?.();
            }}
            onKeyDown={onKeyDown}
          />
          {value !== '' && !disabled ? (
            <button
              type="button"
              aria-label={t('admin.form.empty', { field: label })}
              className="absolute inset-y-1 end-1 grid w-9 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
              onClick={() => {
                onChange('');
                close();
                input.current?.focus();
              }}
            >
              <X aria-hidden="true" size={18} />
            </button>
          ) : (
            <ChevronDown
              aria-hidden="true"
              size={18}
              className="pointer-events-none absolute inset-y-0 end-3 my-auto text-muted"
            />
          )}
          <span
            hidden={!asking}
            className="rise absolute inset-x-0 top-full z-40 mt-1 max-h-72 min-w-56 overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-soft"
          >
            <span id={`${control.id}-list`} role="listbox" aria-label={label} className="block">
              {options.map((option, index) => (
                <span
                  key={option.id}
                  id={`${control.id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  className={cn(
                    'block min-h-10 cursor-pointer rounded-control px-3 py-1.5 text-sm hover:bg-sunken',
                    index === at && 'bg-sunken',
                    option.id === value && 'font-medium text-majorelle',
                  )}
                  // Keeps focus in the field.
                  onPointerDown={(event) => event.preventDefault()}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(option)}
                  onKeyDown={() => undefined}
                >
                  <bdi className="block truncate">{option.label}</bdi>
                  {option.detail && <bdi className="block truncate text-xs text-muted">{option.detail}</bdi>}
                </span>
              ))}
            </span>
            {asking && options.length === 0 && (
              <span role="status" className="block px-3 py-2 text-sm text-muted">
                {found.isPending
                  ? t('common.loading')
                  : t(found.isError ? 'admin.form.searchFailed' : 'admin.form.noneFound')}
              </span>
            )}
          </span>
        </span>
      )}
    </Field>
  );
}
