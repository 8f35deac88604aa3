import type { KeyboardEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { problemText } from '@/components/problem-text';
import { cn } from '@/lib/cn';
import { useAuth } from '@/stores/auth';
import { Alert } from '@/ui/alert';
import { Button, buttonClass } from '@/ui/button';
import { AdminLink } from './admin-link';
import { ConflictNotice } from './conflict-notice';
import { type Entity, listPath, type Row } from './entity';
import { FormField } from './form-field';
import { presentFields } from './form-values';
import { LeaveGuard } from './leave-guard';
import { useCan } from './use-can';
import type { useEntityForm } from './use-entity-form';
import { leftSearch } from './use-list-url';

/**
 * The form of a record with its notices and its button. `part` is for a form that is one of several things on a page: its
 * button stands below it, without a way back to the list.
 */
export function RecordForm<R extends Row>({
  entity,
  row,
  title,
  part = false,
  state: { form, fields, busy, problem, parts, conflict, restored, submit, dirty, discard, take },
}: {
  entity: Entity<R>;
  row?: R;
  /** What the form is called. */
  title: string;
  part?: boolean;
  state: ReturnType<typeof useEntityForm<R>>;
}) {
  const { t } = useTranslation();
  const user = useAuth((session) => session.user);
  const { control, register, formState, getValues } = form;
  const present = presentFields(fields, { ...getValues(), ...useWatch({ control }) });
  const own = row === undefined || entity.editable === undefined || (user && entity.editable(row, user));
  const writable =
    useCan(row ? entity.may.update : entity.may.create) &&
    Boolean(own) &&
    (!row || entity.change !== undefined);
  const alone = user !== null && Boolean(entity.only?.(user));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void submit();
  };

  return (
    <>
      <form
        noValidate
        aria-label={title}
        className={cn(!part && 'mt-5 max-w-3xl')}
        onSubmit={(event) => void submit(event)}
        onKeyDown={onKeyDown}
      >
        <div className="flex flex-col gap-4 empty:hidden">
          {!writable && <Alert>{t('admin.form.readOnly')}</Alert>}
          {conflict && (
            <ConflictNotice conflict={conflict} fields={fields} mine={getValues()} onTake={take} />
          )}
          {restored && <Alert>{t('admin.form.restored')}</Alert>}
          {problem && (
            <Alert tone="danger" title={t('admin.form.failed')}>
              {problemText(problem, t)}
              {problem.fields.map(({ field, message }) => (
                <p key={field}>{message}</p>
              ))}
            </Alert>
          )}
        </div>
        <fieldset disabled={!writable} className={cn('flex min-w-0 flex-col gap-6', !part && 'mt-4')}>
          <legend className="sr-only">{title}</legend>
          {entity.form.map((group, index) => {
            const shown = group.fields.filter((field) => present.includes(field));
            if (shown.length === 0) return null;
            return (
              <section
                key={group.title ?? index}
                className={cn(!part && 'rounded-card border border-line bg-surface p-4 sm:p-5')}
              >
                {group.title && <h2 className="text-base">{t(group.title)}</h2>}
                {group.lead && <p className="text-sm text-muted">{t(group.lead)}</p>}
                <div
                  className={
                    group.title
                      ? 'mt-4 grid gap-x-5 gap-y-4 sm:grid-cols-2'
                      : 'grid gap-x-5 gap-y-4 sm:grid-cols-2'
                  }
                >
                  {shown.map((field) => (
                    <FormField
                      key={field.name}
                      field={field}
                      control={control}
                      register={register}
                      message={formState.errors[field.name]?.message as string | undefined}
                      parts={parts[field.name] ?? {}}
                      disabled={!writable}
                    />
                  ))}
                </div>
              </section>
            );
          })}
        </fieldset>
        {writable && (
          <div
            {...(!part && { 'data-site-chrome': '' })}
            className={cn(
              'flex flex-wrap items-center gap-3',
              part ? 'mt-3' : 'sticky bottom-0 z-10 mt-5 border-t border-line bg-ground py-3',
            )}
          >
            <Button
              type="submit"
              size={part ? 'sm' : 'md'}
              busy={busy}
              disabled={row !== undefined && !formState.isDirty}
            >
              {t('admin.form.save')}
            </Button>
            {!part && !alone && (
              <AdminLink
                to={listPath(entity)}
                search={leftSearch(entity.key)}
                className={buttonClass({ variant: 'quiet' })}
              >
                {t('admin.form.cancel')}
              </AdminLink>
            )}
            <p role="status" className="text-sm text-muted">
              {formState.isDirty && !busy && t('admin.form.unsaved')}
            </p>
          </div>
        )}
      </form>
      <LeaveGuard dirty={dirty} onDiscard={discard} />
    </>
  );
}
