/**
 * Two times in local time between which entries are searched. Such a field is filled in part by part; an incomplete value changes
 * nothing, and is a fault only after the field is left.
 */
import FormField from '@cloudscape-design/components/form-field';
import { useId, useState } from 'react';
import { EARLIEST, LATEST, localMinute, type Range, utcMinute, zone } from '../../lib/range.ts';

interface MomentRangeProps {
  readonly range: Range;
  readonly faults: Partial<Range>;
  readonly onChange: (end: keyof Range, minute: string) => void;
}

export function MomentRange({ range, faults, onChange }: MomentRangeProps) {
  return (
    <fieldset className="plain">
      <legend>Local time: {zone()}</legend>
      <div className="row moments">
        <Moment
          label="From"
          empty="Empty: 30 days before the end."
          value={range.from}
          fault={faults.from}
          onChange={(minute) => onChange('from', minute)}
        />
        <Moment
          label="To"
          empty="Empty: now."
          value={range.to}
          fault={faults.to}
          onChange={(minute) => onChange('to', minute)}
        />
      </div>
    </fieldset>
  );
}

interface MomentProps {
  readonly label: string;
  /** Label for no limit. */
  readonly empty: string;
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (minute: string) => void;
}

function Moment({ label, empty, value, fault, onChange }: MomentProps) {
  const id = useId();
  const [text, setText] = useState(localMinute(value));
  const [known, setKnown] = useState(value);
  const [isPartial, setPartial] = useState(false);
  if (known !== value) {
    setKnown(value);
    // Changed elsewhere, for example by Back.
    if (utcMinute(text) !== value) setText(localMinute(value));
  }
  const shown = isPartial ? 'Enter a date and a time, with a year from 2000 on.' : fault;
  return (
    <FormField label={label} constraintText={empty} errorText={shown} controlId={id} stretch>
      <input
        id={id}
        type="datetime-local"
        className="moment"
        min={EARLIEST}
        max={LATEST}
        value={text}
        aria-invalid={shown !== undefined}
        aria-describedby={[shown && `${id}-error`, `${id}-constraint`].filter(Boolean).join(' ')}
        onChange={({ target }) => {
          setText(target.value);
          setPartial(false);
          const minute = utcMinute(target.value);
          const isEmptied = target.value === '' && !target.validity.badInput;
          if (minute !== '' || isEmptied) onChange(minute);
        }}
        onBlur={({ target }) => setPartial(!target.validity.valid)}
      />
    </FormField>
  );
}
