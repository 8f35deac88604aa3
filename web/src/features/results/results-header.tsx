import { PencilLine } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchResult } from '@/api/types';
import { useDocumentTitle } from '@/components/page-title';
import { parseLocation } from '@/features/search/location';
import { SearchForm } from '@/features/search/search-form';
import { type Trip, tripInstants } from '@/features/search/trip';
import { datedStyle, formatDate } from '@/i18n/format';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';

/** The place of a search for people: as the server understood it, else as it was written. */
export function placeLabelOf(location: string, result: SearchResult | undefined): string {
  const form = parseLocation(location);
  if (form.kind === 'none') return '';
  return result?.search.place?.label ?? (form.kind === 'address' ? form.text : '');
}

/** A moment of the search, which may be one of an address that was kept for a year. */
function momentText(at: string): string {
  return formatDate(at, datedStyle('moment', at));
}

/** How many, and where, in a sentence. */
export function useHeading(trip: Trip, result: SearchResult | undefined, failed: boolean): string {
  const { t } = useTranslation();
  if (!result) return t(failed ? 'results.title' : 'results.searching');
  const place = placeLabelOf(trip.location, result);
  const count = result.pagination.total;
  return place === '' ? t('results.heading.all', { count }) : t('results.heading.near', { count, place });
}

/** The answer in a sentence (how many, where, when), and the question to change. */
export function ResultsHeader({
  trip,
  result,
  settled,
  failed,
  refused,
  placeError,
  onSearch,
}: {
  trip: Trip;
  result: SearchResult | undefined;
  /** The answer is to this question, not to the one before. */
  settled: boolean;
  failed: boolean;
  /** The server could not read the question: it is open for changing. */
  refused: boolean;
  placeError?: string;
  onSearch: (trip: Trip) => void;
}) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  // The press is answered at once, the form follows in pieces.
  const open = useDeferredValue(asked) || refused;
  const place = placeLabelOf(trip.location, result);
  const heading = useHeading(trip, result, failed);
  useDocumentTitle(heading);
  const instants = tripInstants(trip);
  const days = result?.search.days;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-xl sm:text-3xl">{heading}</h1>
          <p className="figures mt-1 text-muted">
            {instants ? (
              <>
                <bdi>{momentText(instants.startDatetime)}</bdi>
                <span className="mirror inline-block px-2">{'→'}</span>
                <bdi>{momentText(instants.endDatetime)}</bdi>
                {days != null && (
                  <>
                    {' '}
                    <span className="whitespace-nowrap">{`· ${t('format.days', { count: days })}`}</span>
                  </>
                )}
              </>
            ) : (
              t('results.noDates')
            )}
          </p>
        </div>
        {!refused && (
          <Button
            variant="secondary"
            size="sm"
            aria-expanded={asked}
            icon={<PencilLine aria-hidden="true" size={17} />}
            onClick={() => setAsked(!asked)}
          >
            {t('results.change')}
          </Button>
        )}
      </div>
      {open && (
        <Card className="rise relative z-20">
          <SearchForm
            key={`${trip.location} ${place}`}
            initial={trip}
            placeLabel={place}
            placeError={placeError}
            onSearch={(next) => {
              setAsked(false);
              onSearch(next);
            }}
          />
        </Card>
      )}
      <p role="status" className="sr-only">
        {settled && result ? heading : ''}
      </p>
    </div>
  );
}
