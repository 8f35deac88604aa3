import type { TFunction } from 'i18next';
import { Camera, Eye, EyeOff, FileText, IdCard, Trash2, Upload } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '@/api/problem';
import { linkToMedia } from '@/api/queries/account';
import { ProblemAlert } from '@/components/problem-alert';
import { problemText } from '@/components/problem-text';
import { useSendOnce } from '@/components/use-send-once';
import { runtimeConfig } from '@/config/runtime';
import { formatNumber } from '@/i18n/format';
import { cn } from '@/lib/cn';
import { paperKinds } from '@/lib/picture';
import type { SessionUser } from '@/stores/auth';
import { Alert } from '@/ui/alert';
import { Badge } from '@/ui/badge';
import { Button, buttonClass } from '@/ui/button';
import { type CardSide, useCardUpload } from './use-card-upload';

const iconSize = 17;

/** One side of the card: what there is of it, and how another picture takes its place. */
export function CardTile({ user, side, name }: { user: SessionUser; side: CardSide; name: string }) {
  const { t } = useTranslation();
  const id = useId();
  const { state, busy, preview, choose, retry, retryable, cancel, remove } = useCardUpload(user, side);
  const look = useLook(user[side]);
  const [over, setOver] = useState(false);
  const onDrag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside);
  };
  const given = user[side] !== null;
  const shown = preview ?? look.shown;
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 id={id} className="text-sm font-medium">
          {name}
        </h3>
        <Badge tone={given ? 'confirmed' : 'waiting'}>
          {given ? t('profile.card.given') : t('profile.card.none')}
        </Badge>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to the buttons below. */}
      <div
        onDragEnter={onDrag(true)}
        onDragOver={onDrag(true)}
        onDragLeave={onDrag(false)}
        onDrop={(event) => {
          onDrag(false)(event);
          choose(event.dataTransfer.files[0]);
        }}
        className={cn(
          'relative mt-2 grid aspect-[1.586] place-items-center rounded-control border-2 border-dashed bg-sunken p-4 text-center text-sm text-muted',
          over ? 'border-majorelle' : 'border-line-strong',
          given && !over && 'border-solid border-line',
        )}
      >
        {shown ? (
          <img
            src={shown}
            alt={t('profile.card.alt', { side: name })}
            onError={look.failed}
            className={cn(
              'absolute inset-0 h-full w-full rounded-control object-contain',
              busy && 'opacity-40',
            )}
          />
        ) : (
          <Resting given={given} over={over} document={look.isDocument} />
        )}
        {busy && (
          <Progress name={name} percentage={state.step === 'sending' ? state.percentage : undefined}>
            {state.step === 'sending' &&
              t('profile.card.sending', { percentage: formatNumber(state.percentage) })}
            {state.step === 'preparing' && t('profile.card.preparing')}
            {state.step === 'saving' && t('profile.card.saving')}
          </Progress>
        )}
      </div>
      <p role="status" className="sr-only">
        {state.step === 'done' && t(`profile.card.${state.what}`, { side: name })}
        {state.step === 'cancelled' && t('profile.card.cancelled')}
      </p>
      {state.step === 'unfit' && (
        <Alert tone="danger" className="mt-3">
          {t(`profile.card.${state.reason}`, { megabytes: megabytes() })}
        </Alert>
      )}
      {state.step === 'failed' && (
        <ProblemAlert
          error={state.problem}
          text={state.uploading ? uploadProblem : undefined}
          className="mt-3"
          actions={
            retryable && (
              <Button size="sm" variant="secondary" onClick={retry}>
                {t('common.retry')}
              </Button>
            )
          }
        />
      )}
      {!busy && <ProblemAlert error={look.error} className="mt-3" title={t('profile.card.viewFailed')} />}
      <div className="mt-3 flex flex-wrap gap-2">
        {busy ? (
          state.step !== 'saving' && (
            <Button size="sm" variant="secondary" onClick={cancel}>
              {t('profile.card.cancel')} <span className="sr-only">{name}</span>
            </Button>
          )
        ) : (
          <>
            <Pick name={name} camera onFile={choose}>
              <Camera aria-hidden="true" size={iconSize} />
              {t('profile.card.photo')}
            </Pick>
            <Pick name={name} onFile={choose}>
              <Upload aria-hidden="true" size={iconSize} />
              {given ? t('profile.card.replace') : t('profile.card.choose')}
            </Pick>
            {given && !preview && (
              <Button
                size="sm"
                variant="quiet"
                busy={look.isPending}
                icon={
                  look.shown ? (
                    <EyeOff aria-hidden="true" size={iconSize} />
                  ) : (
                    <Eye aria-hidden="true" size={iconSize} />
                  )
                }
                onClick={look.toggle}
              >
                {look.shown
                  ? t('profile.card.hide')
                  : look.isDocument
                    ? t('profile.card.open')
                    : t('profile.card.show')}{' '}
                <span className="sr-only">{name}</span>
              </Button>
            )}
            {given && (
              <Button
                size="sm"
                variant="quiet"
                icon={<Trash2 aria-hidden="true" size={iconSize} />}
                onClick={() => {
                  look.hide();
                  void remove();
                }}
              >
                {t('profile.card.remove')} <span className="sr-only">{name}</span>
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  );
}

function megabytes(): string {
  return formatNumber(runtimeConfig.uploadMaxBytes / (1 << 20), 1);
}

/** The empty frame: what may be put there, or that something is. */
function Resting({ given, over, document }: { given: boolean; over: boolean; document: boolean }) {
  const { t } = useTranslation();
  const Icon = document ? FileText : IdCard;
  return (
    <div className="flex flex-col items-center gap-2">
      <Icon aria-hidden="true" size={34} strokeWidth={1.4} />
      {over && <p>{t('profile.card.dropNow')}</p>}
      {!over && given && <p>{document ? t('profile.card.document') : t('profile.card.due')}</p>}
      {!over && !given && (
        <>
          <p className="pointer-coarse:hidden">{t('profile.card.drop')}</p>
          <p className="text-xs">{t('profile.card.kinds', { megabytes: megabytes() })}</p>
        </>
      )}
    </div>
  );
}

/** How far it is; without a percentage, that something is being done. */
function Progress({
  name,
  percentage,
  children,
}: {
  name: string;
  percentage: number | undefined;
  children: React.ReactNode;
}) {
  const id = useId();
  return (
    <div className="absolute inset-x-4 bottom-4 rounded-control bg-surface p-3 text-start text-ink shadow-soft">
      <p id={id} className="figures">
        {children}
      </p>
      <progress
        aria-label={name}
        aria-describedby={id}
        max={100}
        value={percentage}
        className="mt-1.5 block h-2 w-full accent-majorelle"
      />
    </div>
  );
}

/** A button that opens the device's own way of choosing a file, or its camera. */
function Pick({
  name,
  camera = false,
  onFile,
  children,
}: {
  name: string;
  camera?: boolean;
  onFile: (file: File | undefined) => void;
  children: React.ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={buttonClass({
          size: 'sm',
          variant: 'secondary',
          // Where there is a finger there is a camera; a computer's is no good for a card.
          className: camera ? 'pointer-fine:hidden' : undefined,
        })}
        onClick={() => input.current?.click()}
      >
        {children} <span className="sr-only">{name}</span>
      </button>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={name}
        accept={camera ? 'image/*' : paperKinds.join()}
        capture={camera ? 'environment' : undefined}
        onChange={({ currentTarget }) => {
          onFile(currentTarget.files?.[0]);
          // The same file again is a choice too.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** Why an upload failed: the server's message, ours when nothing came back, else that it is unknown (specification section 8). */
function uploadProblem(problem: Problem, t: TFunction): string {
  if (problem.code === 'NETWORK') return t('profile.card.broken');
  return problem.message || (problem.status === 429 ? problemText(problem, t) : t('profile.card.unknown'));
}

/** A look at what is stored, by a link that is asked for only when somebody wants to see it: each one is recorded. */
function useLook(address: string | null) {
  const isDocument = address?.endsWith('.pdf') ?? false;
  const [shown, setShown] = useState<string>();
  const { send, reset, error, isPending } = useSendOnce({
    mutationFn: linkToMedia,
    onSuccess: ({ url }) => (isDocument ? location.assign(url) : setShown(url)),
  });
  const hide = () => {
    setShown(undefined);
    reset();
  };
  return {
    shown,
    isDocument,
    isPending,
    error,
    hide,
    /** The link has run out meanwhile, or the file is gone. */
    failed: () => shown && hide(),
    toggle: () => (shown ? hide() : address && send(address)),
  };
}
