import { useRouter } from '@tanstack/react-router';
import { List, Map as MapIcon } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { FailureState } from '@/components/failure-state';
import { fieldText } from '@/components/form-problem';
import { PanelBoundary } from '@/components/panel-boundary';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { useWide } from '@/ui/use-wide';
import { ActiveFilters } from './active-filters';
import { CityLinks } from './city-links';
import { NothingFound } from './nothing-found';
import { ResultsHeader, useHeading } from './results-header';
import { ResultsList } from './results-list';
import { motorcyclesAt, ResultsMap } from './results-map';
import { ResultsPages } from './results-pages';
import { ResultsToolbar } from './results-toolbar';
import { useResults, useTrip } from './use-results';

const FiltersSheet = lazy(() => import('./filters-sheet'));

/** The results of a search: the answer first, the list, and the map beside it or, on a phone, in its place. */
export function ResultsPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const wide = useWide('lg');
  const { search, change, result } = useResults();
  const [active, setActive] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  const mapOpenedHere = useRef(false);
  const trip = useTrip(search);
  const { data, error, isPlaceholderData } = result;
  // An answer that is there stays when asking for it again fails.
  const problem = error && !data ? asProblem(error) : undefined;
  const refused = problem?.code === 'VALIDATION';
  const refusalOf = (...fields: string[]) =>
    fieldText(t, problem?.fields.find(({ field }) => fields.includes(field))?.message);
  const heading = useHeading(trip, data, problem !== undefined);
  const placeError = refusalOf('location');
  const onMap = search.view === 'map' && !wide;

  // The button of one view is gone in the other, where reading goes on at the button that leads back.
  const switched = useRef<HTMLButtonElement>(null);
  const wasOnMap = useRef(onMap);
  useEffect(() => {
    if (wasOnMap.current !== onMap) switched.current?.focus({ preventScroll: true });
    wasOnMap.current = onMap;
  }, [onMap]);

  const openMap = () => {
    mapOpenedHere.current = true;
    change({ view: 'map', page: search.page }, { resetScroll: true });
  };
  const closeMap = () => {
    setChosen(undefined);
    if (mapOpenedHere.current) router.history.back();
    else change({ view: '', page: search.page }, { replace: true });
    mapOpenedHere.current = false;
  };
  /** Beside the map there is a list: a chosen pin leads to its first card. */
  const choose = (key: string | undefined) => {
    setChosen(key);
    const [first] = motorcyclesAt(data, key);
    if (!wide || !first) return;
    const card = document.getElementById(`motorcycle-${first.id}`);
    card?.scrollIntoView({ block: 'center', behavior: 'smooth' });
    card?.querySelector('a')?.focus({ preventScroll: true });
  };
  const map = (
    <ResultsMap
      result={data}
      active={active ?? chosen}
      onHover={setActive}
      onChoose={choose}
      cards={wide ? undefined : motorcyclesAt(data, chosen)}
    />
  );

  if (onMap) {
    return (
      <div className="relative flex h-[calc(100dvh-4.25rem)] min-h-110 flex-col">
        <div className="page flex items-center justify-between gap-4 py-2">
          <h1 className="min-w-0 text-base">{heading}</h1>
          <Button
            ref={switched}
            size="sm"
            className="shrink-0"
            icon={<List aria-hidden="true" size={18} />}
            onClick={closeMap}
          >
            {t('results.toList')}
          </Button>
        </div>
        <div className="relative min-h-0 grow">{map}</div>
      </div>
    );
  }
  return (
    <div className="page min-h-dvh py-8 sm:py-10">
      <ResultsHeader
        trip={trip}
        result={data}
        settled={!isPlaceholderData}
        failed={problem !== undefined}
        refused={refused}
        placeError={placeError}
        onSearch={(next) => change(next)}
      />
      {refused && (
        <div className="mt-6">
          {placeError ? (
            <CityLinks />
          ) : (
            <Alert tone="warning" title={t('results.refused')}>
              {refusalOf('startDate', 'startDatetime', 'endDate', 'endDatetime') ?? problem.message}
            </Alert>
          )}
        </div>
      )}
      {!refused && (
        <div className="mt-6 grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]">
          <div className="flex min-w-0 flex-col gap-5">
            <PanelBoundary>
              <ResultsToolbar />
              <ActiveFilters className="flex flex-wrap items-center gap-2" />
            </PanelBoundary>
            <PanelBoundary>
              {problem ? (
                <FailureState error={problem} onRetry={() => void result.refetch()} />
              ) : data?.pagination.total === 0 ? (
                <NothingFound result={data} />
              ) : (
                <>
                  <ResultsList
                    result={data}
                    stale={isPlaceholderData}
                    limit={Number(search.limit)}
                    trip={trip}
                    active={active ?? chosen}
                    onHover={setActive}
                  />
                  {data && <ResultsPages pagination={data.pagination} />}
                </>
              )}
            </PanelBoundary>
          </div>
          {wide && (
            <div className="sticky top-4 h-[calc(100dvh-2rem)] max-h-200 min-h-100 overflow-hidden rounded-card border border-line shadow-soft">
              {map}
            </div>
          )}
        </div>
      )}
      {!wide && !refused && data && data.pagination.total > 0 && (
        <div className="pointer-events-none sticky bottom-[max(1rem,env(safe-area-inset-bottom))] z-20 mt-6 flex justify-center">
          <Button
            ref={switched}
            className="pointer-events-auto rounded-full shadow-soft"
            icon={<MapIcon aria-hidden="true" size={19} />}
            onClick={openMap}
          >
            {t('results.toMap')}
          </Button>
        </div>
      )}
      {search.view === 'filters' && (
        <PanelBoundary className="mt-6">
          <Suspense fallback={null}>
            <FiltersSheet onClose={() => change({ view: '', page: search.page }, { replace: true })} />
          </Suspense>
        </PanelBoundary>
      )}
    </div>
  );
}
