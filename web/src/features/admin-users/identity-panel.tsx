import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, Eye, EyeOff, FileText, IdCard, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, dataOf } from '@/api/client';
import { asProblem } from '@/api/problem';
import { linkToMedia } from '@/api/queries/account';
import type { CardDecision, CardReason, Person } from '@/api/types';
import { DateText } from '@/components/date-text';
import { notify } from '@/components/notify';
import { problemText } from '@/components/problem-text';
import { Panel } from '@/crud/panel';
import { useCan } from '@/crud/use-can';
import { useDraft } from '@/crud/use-draft';
import { cardReasons } from '@/features/admin-relations/states';
import { useAuth } from '@/stores/auth';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Select } from '@/ui/select';
import { Textarea } from '@/ui/textarea';
import { CardBadge } from './people-cells';

/** Decides about a card as it was seen, and has every list of people follow. */
function useDecision(person: Person) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (decision: Omit<CardDecision, 'since'>) => {
      const { since } = person.identityCard;
      const body = { ...decision, since: since ?? '' };
      const path = { id: person.id };
      return dataOf(api.POST('/users/{id}/identity-card/decision', { params: { path }, body }));
    },
    onSuccess: ({ user }) =>
      notify({
        tone: 'success',
        title: t(`admin.users.card.told.${user.identityCard.state === 'APPROVED' ? 'yes' : 'no'}`),
      }),
    // A picture that was replaced meanwhile is looked at anew.
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  });
}

/** A person's identity card: looked at by links that are recorded, then found good or sent back. */
export function IdentityPanel({ person }: { person: Person }) {
  const { t } = useTranslation();
  const me = useAuth(({ user }) => user?.id);
  const may = useCan('USER_IDENTITY_CHECK') && person.id !== me;
  const decision = useDecision(person);
  const [refusing, setRefusing] = useState(false);
  const { state, since, reason, note } = person.identityCard;
  const { identityCardFront: front, identityCardCover: back } = person;
  const decidable = may && state !== 'NONE';
  return (
    <Panel title={t('admin.users.card.title')} actions={state !== 'NONE' && <CardBadge state={state} />}>
      {!front && !back ? (
        <p className="text-sm text-muted">{t('admin.users.card.nothing')}</p>
      ) : (
        <>
          <p className="text-sm text-muted">
            {state === 'NONE' ? (
              t('admin.users.card.half')
            ) : (
              <>
                {t('admin.users.card.stateSince')} {since && <DateText value={since} style="instant" />}
              </>
            )}
          </p>
          {state === 'REFUSED' && (reason || note) && (
            <p className="mt-1 text-sm">
              {reason && t(`admin.users.card.reason.${reason}`)}
              {note && (
                <>
                  {' '}
                  <bdi>{note}</bdi>
                </>
              )}
            </p>
          )}
          <div className="mt-4 grid gap-4 sm:grid-cols-2">
            <Side name={t('admin.users.card.front')} address={front} />
            <Side name={t('admin.users.card.back')} address={back} />
          </div>
          <p className="mt-3 text-xs text-muted">{t('admin.users.card.recorded')}</p>
        </>
      )}
      {decision.error && !refusing && (
        <Alert tone="danger" className="mt-4" title={t('admin.users.card.failed')}>
          {problemText(asProblem(decision.error), t)}
        </Alert>
      )}
      {decidable && (
        <div className="mt-4 flex flex-wrap gap-3">
          {state !== 'APPROVED' && (
            <Button
              size="sm"
              busy={decision.isPending && !refusing}
              icon={<Check aria-hidden="true" size={17} />}
              onClick={() => decision.mutate({ state: 'APPROVED' })}
            >
              {t('admin.users.card.approve')}
            </Button>
          )}
          <Button
            size="sm"
            variant="secondary"
            icon={<X aria-hidden="true" size={17} />}
            onClick={() => {
              decision.reset();
              setRefusing(true);
            }}
          >
            {t('admin.users.card.refuse')}
          </Button>
        </div>
      )}
      {refusing && <RefuseDialog person={person} onClose={() => setRefusing(false)} decision={decision} />}
    </Panel>
  );
}

/** Why a card will not do, in words that its owner reads. */
function RefuseDialog({
  person,
  onClose,
  decision,
}: {
  person: Person;
  onClose: () => void;
  decision: ReturnType<typeof useDecision>;
}) {
  const { t } = useTranslation();
  const [{ reason, note }, change, drop] = useDraft<{ reason: CardReason; note: string }>(
    `refuse-card:${person.id}`,
    { reason: 'UNREADABLE', note: '' },
  );
  const [wanting, setWanting] = useState(false);
  const noteMissing = reason === 'OTHER' && note.trim() === '';
  const close = () => {
    drop();
    onClose();
  };
  const refuse = () => {
    setWanting(noteMissing);
    if (noteMissing) return;
    const words = note.trim();
    decision.mutate({ state: 'REFUSED', reason, ...(words && { note: words }) }, { onSuccess: close });
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('admin.users.card.refuseTitle')}
      description={t('admin.users.card.refuseText')}
      closeLabel={t('common.close')}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            {t('admin.form.cancel')}
          </Button>
          <Button variant="danger" busy={decision.isPending} onClick={refuse}>
            {t('admin.users.card.refuse')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Select
          label={t('admin.users.card.why')}
          value={reason}
          onChange={({ target }) => change({ reason: target.value as CardReason })}
        >
          {cardReasons.map((one) => (
            <option key={one} value={one}>
              {t(`admin.users.card.reason.${one}`)}
            </option>
          ))}
        </Select>
        <Textarea
          label={t('admin.users.card.note')}
          hint={t('admin.users.card.noteHint')}
          aside={reason === 'OTHER' ? undefined : t('common.optional')}
          error={wanting && noteMissing ? t('errors.fields.REQUIRED') : undefined}
          maxLength={500}
          value={note}
          onChange={({ target }) => change({ note: target.value })}
        />
        {decision.error && (
          <Alert tone="danger" title={t('admin.users.card.failed')}>
            {problemText(asProblem(decision.error), t)}
          </Alert>
        )}
      </div>
    </Dialog>
  );
}

/** One side, hidden until somebody asks to see it: each look is recorded. */
function Side({ name, address }: { name: string; address: string | null }) {
  const { t } = useTranslation();
  const isDocument = address?.endsWith('.pdf') ?? false;
  const [shown, setShown] = useState<string>();
  const look = useMutation({
    mutationFn: linkToMedia,
    // A document is offered for saving, and leaves the page where it is.
    onSuccess: ({ url }) => (isDocument ? location.assign(url) : setShown(url)),
  });
  const Icon = isDocument ? FileText : IdCard;
  return (
    <section aria-label={name} className="min-w-0">
      <h3 className="text-sm font-medium">{name}</h3>
      <div className="relative mt-2 grid aspect-[1.586] place-items-center overflow-hidden rounded-control border border-line bg-sunken text-sm text-muted">
        {shown ? (
          <img
            src={shown}
            alt={name}
            onError={() => setShown(undefined)}
            className="absolute inset-0 h-full w-full object-contain"
          />
        ) : (
          <span className="flex flex-col items-center gap-2">
            <Icon aria-hidden="true" size={32} strokeWidth={1.4} />
            {t(address ? 'admin.users.card.hidden' : 'admin.users.card.missing')}
          </span>
        )}
      </div>
      {address && (
        <Button
          size="sm"
          variant="quiet"
          className="mt-2"
          busy={look.isPending}
          icon={shown ? <EyeOff aria-hidden="true" size={17} /> : <Eye aria-hidden="true" size={17} />}
          onClick={() => (shown ? setShown(undefined) : look.mutate(address))}
        >
          {t(shown ? 'admin.users.card.hide' : 'admin.users.card.show')}{' '}
          <span className="sr-only">{name}</span>
        </Button>
      )}
      {look.error && (
        <p role="alert" className="mt-1 text-sm text-rose">
          {problemText(asProblem(look.error), t)}
        </p>
      )}
    </section>
  );
}
