import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '@/i18n';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/button';
import { createLeafletMap, type LeafletMap } from './leaflet-map';
import type { MapArea, MapPin, MapPoint } from './pin';
import './map.css';

export interface MapViewProps {
  /** What the map shows, for screen readers. */
  label: string;
  pins: readonly MapPin[];
  /** The searched surroundings. */
  area?: MapArea;
  /** Key of the pin to stand out. */
  active?: string;
  onHover?: (key: string | undefined) => void;
  onChoose?: (key: string) => void;
  /** Offers "search this area" once somebody has moved the map. */
  onSearchArea?: (shown: MapArea) => void;
  /** Pressing the ground puts something there. Said when the map is made, and for as long as it is. */
  onPlace?: (at: MapPoint) => void;
}

const none = () => undefined;

/** Pins on a map. It shows nothing that is not in a list as well. Left to right in every language, as maps are. */
export default function MapView({
  label,
  pins,
  area,
  active,
  onHover = none,
  onChoose = none,
  onSearchArea,
  onPlace,
}: MapViewProps) {
  const { t, i18n } = useTranslation();
  const element = useRef<HTMLDivElement>(null);
  const map = useRef<LeafletMap>(undefined);
  const [moved, setMoved] = useState<MapArea>();
  const handlers = useRef({ onHover, onChoose, onPlace });
  handlers.current = { onHover, onChoose, onPlace };
  const { language } = i18n;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the map writes names once, so a language makes a new one.
  useEffect(() => {
    if (!element.current) return;
    const created = createLeafletMap(
      element.current,
      currentLanguage(),
      {
        zoomIn: t('map.zoomIn'),
        zoomOut: t('map.zoomOut'),
        cluster: (count) => t('map.cluster', { count }),
      },
      {
        onHover: (key) => handlers.current.onHover(key),
        onChoose: (key) => handlers.current.onChoose(key),
        onMoved: setMoved,
        ...(onPlace && { onPlace: (at) => handlers.current.onPlace?.(at) }),
      },
    );
    map.current = created;
    return () => {
      map.current = undefined;
      created.destroy();
    };
  }, [language]);

  // What is shown changes with its content, not with every drawing of the page.
  const content = JSON.stringify([pins, area, language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `content` stands for pins and area.
  useEffect(() => {
    map.current?.show(pins, area);
    setMoved(undefined);
  }, [content]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new pins start plain.
  useEffect(() => map.current?.setActive(active), [active, content]);

  return (
    <section aria-label={label} className="relative isolate h-full w-full">
      <div ref={element} dir="ltr" className={cn('map-view h-full w-full', onPlace && 'map-placing')} />
      {onSearchArea && moved && (
        <div className="rise pointer-events-none absolute inset-x-0 top-3 z-[1000] flex justify-center">
          <Button
            variant="secondary"
            size="sm"
            className="pointer-events-auto rounded-full shadow-soft"
            onClick={() => onSearchArea(moved)}
          >
            {t('map.searchArea')}
          </Button>
        </div>
      )}
    </section>
  );
}
