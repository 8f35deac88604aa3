import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/lib/cn';
import { namedBars, type Scale, scaleOf } from './figures';

/** What stands at one place of the axis: a name below it, a sentence about it, and a value of each series. */
export interface Bar {
  readonly key: string;
  readonly name: string;
  readonly sentence: string;
  readonly values: readonly number[];
}

/** Heights in pixels: of the bars, and of the names below them. Widths follow the page. */
const height = 168;
const footer = 22;
/** As many names fit on a phone. */
const mostNames = 4;
/** Part of its place that a group of bars takes. */
const filled = 0.72;

const fills = ['fill-majorelle', 'fill-terracotta'] as const;
const squares = ['bg-majorelle', 'bg-terracotta'] as const;

/** The colours of several series by their names. */
export function Legend({ series }: { series: readonly string[] }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {series.map((name, index) => (
        <li key={name} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={cn('size-2.5 rounded-[3px]', squares[index])} />
          {name}
        </li>
      ))}
    </ul>
  );
}

/**
 * Bars over time, the first where reading begins. What is pointed at is said above; the numbers are in the table that
 * stands behind every chart, so this is one picture with a name.
 */
export function BarChart({
  label,
  bars,
  format,
  usual,
}: {
  label: string;
  bars: readonly Bar[];
  /** How a line of the axis is called. */
  format: (value: number) => string;
  /** What is said while nothing is pointed at. */
  usual: string;
}) {
  const { i18n } = useTranslation();
  const [at, setAt] = useState<number>();
  const scale = scaleOf(bars.flatMap(({ values }) => values));
  const y = (value: number) => ((scale.high - value) / (scale.high - scale.low)) * height;
  const fromRight = i18n.dir() === 'rtl';
  const place = 100 / bars.length;
  /** Where something begins, in percent of the width, counted from where reading begins. */
  const x = (start: number, width: number) => `${fromRight ? 100 - start - width : start}%`;
  const pointed = at === undefined ? undefined : bars[at];
  return (
    <div>
      <p aria-hidden="true" className="figures min-h-12 text-sm text-muted sm:min-h-6">
        {pointed?.sentence ?? usual}
      </p>
      <div className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <Axis scale={scale} y={y} format={format} />
        <svg
          role="img"
          aria-label={label}
          width="100%"
          height={height + footer}
          className="block overflow-visible"
          onPointerMove={({ currentTarget, clientX }) => {
            const box = currentTarget.getBoundingClientRect();
            const part = (fromRight ? box.right - clientX : clientX - box.left) / box.width;
            setAt(Math.min(bars.length - 1, Math.max(0, Math.floor(part * bars.length))));
          }}
          onPointerLeave={() => setAt(undefined)}
        >
          {scale.lines.map((line) => (
            <line
              key={line}
              x1="0%"
              x2="100%"
              y1={y(line)}
              y2={y(line)}
              className={line === 0 ? 'stroke-line-strong' : 'stroke-line'}
            />
          ))}
          {pointed && at !== undefined && (
            <rect
              x={x(at * place, place)}
              width={`${place}%`}
              y={0}
              height={height}
              className="fill-sunken"
            />
          )}
          {bars.map(({ key, values }, index) =>
            values.map((value, which) => {
              const width = (place * filled) / values.length;
              const start = index * place + (place * (1 - filled)) / 2 + which * width;
              return (
                <rect
                  // biome-ignore lint/suspicious/noArrayIndexKey: the series never change places.
                  key={`${key} ${which}`}
                  x={x(start, width)}
                  width={`${width}%`}
                  y={y(Math.max(value, 0))}
                  height={Math.abs(y(value) - y(0))}
                  rx={bars.length > 60 ? 0 : 2}
                  className={fills[which]}
                />
              );
            }),
          )}
          {namedBars(bars.length, mostNames).map((index) => (
            <text
              key={bars[index]?.key}
              x={x((index + 0.5) * place, 0)}
              y={height + footer - 5}
              textAnchor="middle"
              className="fill-muted text-xs"
            >
              {bars[index]?.name}
            </text>
          ))}
        </svg>
      </div>
    </div>
  );
}

/** What the lines mean, beside them. */
function Axis({
  scale,
  y,
  format,
}: {
  scale: Scale;
  y: (value: number) => number;
  format: (value: number) => string;
}) {
  return (
    <div aria-hidden="true" className="figures relative text-xs text-muted" style={{ height }}>
      {scale.lines.map((line) => (
        <span key={line} className="absolute end-0 -translate-y-1/2" style={{ top: y(line) }}>
          {format(line)}
        </span>
      ))}
      {/* The longest of them makes the column as wide as it has to be. */}
      <span className="invisible">{format(scale.high)}</span>
    </div>
  );
}
