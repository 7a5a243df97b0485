/** The parts of the form for governance that limit answers, keep them, and add to them. */
import FormField from '@cloudscape-design/components/form-field';
import { LIMITS } from '../../../core/lib/limits.ts';
import type { ArgumentCheck } from '../../../core/model/governance/modes.ts';
import type { GovernanceSettings } from '../api/types.ts';
import { bytes, count, plural } from '../lib/format.ts';
import { AreaField, ChoiceField } from './form-fields.tsx';
import type { GovernanceValues } from './governance-values.tsx';
import { RangeField } from './range-field.tsx';

type AnswerDays = GovernanceSettings['answerDays'];

const DAYS = LIMITS.answerDays.map((days) => ({
  value: String(days),
  label: days === 0 ? 'Off (only a digest is stored)' : plural(days, 'day'),
}));

const CHECKS: ReadonlyArray<{ readonly value: ArgumentCheck; readonly label: string; readonly description: string }> = [
  { value: 'off', label: 'Off', description: 'Arguments are sent as they are' },
  { value: 'tell', label: 'Tell', description: 'Arguments are sent; the answer and the audit log say what was found' },
  { value: 'refuse', label: 'Refuse', description: 'Nothing is sent' },
];

const KB = 1024;
const SIZES = [100 * KB, 250 * KB, 500 * KB, 1024 * KB, 2048 * KB, 4096 * KB];

interface PartProps {
  readonly values: GovernanceValues;
}

/** Items kept of long arrays. */
export function ItemsField({ values: { value, origin, onChange, faults, disabled } }: PartProps) {
  return (
    <FormField
      label={`Items kept: ${count(value('maxItems'))}`}
      info={origin('maxItems', 'Items kept')}
      errorText={faults['maxItems']}
      stretch
    >
      <RangeField
        label="Items kept of an array"
        value={value('maxItems')}
        min={LIMITS.items.min}
        max={LIMITS.items.max}
        disabled={disabled}
        slider={{ value: value('maxItems'), min: LIMITS.items.min, max: LIMITS.items.max, step: 5 }}
        onSlide={(maxItems) => onChange({ maxItems })}
        onType={(maxItems) => onChange({ maxItems })}
      />
    </FormField>
  );
}

/** The size of an answer, how long answers are kept, and what is looked for in arguments. */
export function AnswerFields({ values: { value, origin, onChange, faults, disabled } }: PartProps) {
  return (
    <>
      <FormField
        label={`Maximum response size: ${bytes(value('maxBytes'))}`}
        description="A larger response is cut and stays valid JSON."
        info={origin('maxBytes', 'Maximum response size')}
        errorText={faults['maxBytes']}
        stretch
      >
        <RangeField
          label="Maximum response size"
          value={Math.round(value('maxBytes') / KB)}
          min={LIMITS.answerBytes.min / KB}
          max={LIMITS.answerBytes.max / KB}
          unit="KB"
          disabled={disabled}
          slider={{
            value: nearest(value('maxBytes')),
            min: 0,
            max: SIZES.length - 1,
            step: 1,
            tickMarks: true,
            valueFormatter: (index) => bytes(SIZES[index] ?? 0),
          }}
          onSlide={(index) => onChange({ maxBytes: SIZES[index] ?? LIMITS.answerBytes.default })}
          onType={(kilobytes) => onChange({ maxBytes: kilobytes * KB })}
        />
      </FormField>
      <ChoiceField
        label="Secrets in arguments"
        description="Keys, tokens and private keys that a model sends to this API."
        info={origin('checkArguments', 'Secrets in arguments')}
        errorText={faults['checkArguments']}
        value={value('checkArguments')}
        options={CHECKS}
        disabled={disabled}
        onChange={(checkArguments) => onChange({ checkArguments })}
      />
      <ChoiceField
        label="Store answers"
        description="Stores the whole answer with each audit entry, redacted and encrypted. Members of the group answer-reader can view it."
        info={origin('answerDays', 'Store answers')}
        errorText={faults['answerDays']}
        value={String(value('answerDays'))}
        options={DAYS}
        disabled={disabled}
        onChange={(next) => onChange({ answerDays: Number(next) as AnswerDays })}
      />
    </>
  );
}

/** What a model is told behind each answer. */
export function RulesField({ values: { value, origin, onChange, faults, disabled } }: PartProps) {
  return (
    <AreaField
      label="Rules for the model"
      description="Appended to every answer."
      info={origin('systemRules', 'Rules for the model')}
      constraintText={`${count(value('systemRules').length)} of ${count(LIMITS.systemRules)} characters`}
      errorText={faults['systemRules']}
      value={value('systemRules')}
      rows={3}
      disabled={disabled}
      placeholder="Amounts are in cents. Never state a delivery date as certain."
      onChange={(systemRules) => onChange({ systemRules })}
    />
  );
}

/** Index of the step with this size, or of the next larger one. */
function nearest(size: number): number {
  const index = SIZES.findIndex((step) => size <= step);
  return index === -1 ? SIZES.length - 1 : index;
}
