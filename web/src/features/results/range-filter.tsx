import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Input } from '@/ui/input';

const restMilliseconds = 300;

/** Two ends of a range. What is typed is taken when it has rested for a moment, or the field is left. */
export function RangeFilter({
  legend,
  hint,
  unit,
  min,
  max,
  onChange,
}: {
  legend: string;
  hint?: string;
  unit: string;
  min: string;
  max: string;
  onChange: (ends: { min: string; max: string }) => void;
}) {
  const { t } = useTranslation();
  return (
    <fieldset>
      <legend className="font-medium">{legend}</legend>
      {hint && <p className="text-xs text-muted">{hint}</p>}
      <div className="mt-2 grid grid-cols-2 gap-3">
        <NumberField
          label={t('results.filter.min')}
          unit={unit}
          value={min}
          onChange={(value) => onChange({ min: value, max })}
        />
        <NumberField
          label={t('results.filter.max')}
          unit={unit}
          value={max}
          onChange={(value) => onChange({ min, max: value })}
        />
      </div>
    </fieldset>
  );
}

function NumberField({
  label,
  unit,
  value,
  onChange,
}: {
  label: string;
  unit: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const [draft, setDraft] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setDraft(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const take = (text: string) => {
    clearTimeout(timer.current);
    if (text !== value) onChange(text);
  };
  return (
    <Input
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={draft}
      end={<span className="pe-2 text-sm text-muted">{unit}</span>}
      onChange={(event) => {
        const text = event.target.value.replace(/\D/g, '').slice(0, 6);
        setDraft(text);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => take(text), restMilliseconds);
      }}
      onBlur={() => take(draft)}
    />
  );
}
