/**
 * A number within a range, by slider or text field. A value outside the range is not accepted; the field says so and keeps the old value.
 */
import Input from '@cloudscape-design/components/input';
import Slider, { type SliderProps } from '@cloudscape-design/components/slider';
import { useState } from 'react';
import { count } from '../lib/format.ts';

interface RangeFieldProps {
  /** Labels the slider and the field. */
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Unit shown after the field: 'KB'. */
  readonly unit?: string;
  readonly disabled: boolean;
  /** For a slider whose positions are not the numbers themselves. */
  readonly slider: Pick<SliderProps, 'value' | 'min' | 'max' | 'step' | 'tickMarks' | 'valueFormatter'>;
  readonly onSlide: (position: number) => void;
  readonly onType: (value: number) => void;
}

export function RangeField({ label, value, min, max, unit, disabled, slider, onSlide, onType }: RangeFieldProps) {
  const [typed, setTyped] = useState<string>();
  const fits = (text: string) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
  const wrong = typed !== undefined && !fits(typed);
  return (
    <div className="range-field">
      <div className="grow">
        <Slider
          {...slider}
          disabled={disabled}
          ariaLabel={label}
          onChange={({ detail }) => {
            setTyped(undefined);
            onSlide(detail.value);
          }}
        />
      </div>
      <div className="range-number">
        <Input
          type="number"
          inputMode="numeric"
          value={typed ?? String(value)}
          disabled={disabled}
          invalid={wrong}
          ariaLabel={`${label}, as a number${unit === undefined ? '' : ` of ${unit}`}`}
          onChange={({ detail }) => {
            setTyped(detail.value);
            if (fits(detail.value)) onType(Number(detail.value));
          }}
          onBlur={() => setTyped(undefined)}
        />
        {unit !== undefined && <span className="muted">{unit}</span>}
      </div>
      {wrong && (
        <div className="bad small whole" role="status">
          {count(min)} to {count(max)}
          {unit === undefined ? '' : ` ${unit}`}
        </div>
      )}
    </div>
  );
}
