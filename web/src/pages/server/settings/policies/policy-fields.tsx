/** The fields of one policy. */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import { useId } from 'react';
import { POLICY_MODES } from '../../../../../../core/model/policies.ts';
import { ChoiceField, TextField } from '../../../../components/form-fields.tsx';
import type { PolicyRow } from '../../../../lib/policy-form.ts';

interface PolicyFieldsProps {
  readonly row: PolicyRow;
  readonly faults: {
    readonly name: string | undefined;
    readonly text: string | undefined;
    readonly advice: string | undefined;
  };
  readonly disabled: boolean;
  readonly onChange: (part: Partial<PolicyRow>) => void;
  readonly onRemove: () => void;
  /** Absent for the first one, and for the last one. */
  readonly onUp?: () => void;
  readonly onDown?: () => void;
}

const MODES: Readonly<Record<string, { readonly label: string; readonly description: string }>> = {
  enforce: { label: 'In force', description: 'Decides about calls' },
  approve: { label: 'With approval', description: 'A person can approve what this forbid refuses, call by call' },
  shadow: { label: 'Shadow', description: 'Refuses nothing; the audit log says what it would refuse' },
};
const OPTIONS = POLICY_MODES.map((value) => ({ value, label: value, ...MODES[value] }));
const MOST_ROWS = 16;

export function PolicyFields({ row, faults, disabled, onChange, onRemove, onUp, onDown }: PolicyFieldsProps) {
  const { name, text, mode, advice } = row;
  const id = useId();
  const whose = name === '' ? 'the policy' : name;
  return (
    <fieldset className="plain stack tight">
      <legend className="visually-hidden">Policy {name}</legend>
      <div className="two">
        <TextField
          label="Name"
          errorText={faults.name}
          value={name}
          disabled={disabled}
          spellcheck={false}
          autoComplete={false}
          ariaRequired
          onChange={(name) => onChange({ name })}
        />
        <ChoiceField
          label="Mode"
          value={mode}
          options={OPTIONS}
          disabled={disabled}
          onChange={(mode) => onChange({ mode })}
        />
      </div>
      <FormField label="Policy" errorText={faults.text} controlId={id} stretch>
        <textarea
          id={id}
          className="editor short"
          value={text}
          readOnly={disabled}
          spellCheck={false}
          aria-required
          aria-invalid={faults.text !== undefined}
          aria-describedby={faults.text === undefined ? undefined : `${id}-error`}
          rows={Math.min(MOST_ROWS, Math.max(3, text.split('\n').length))}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      </FormField>
      <TextField
        label="Advice"
        constraintText="Told to the model with a refusal: what it may do instead. Optional."
        errorText={faults.advice}
        value={advice}
        disabled={disabled}
        onChange={(advice) => onChange({ advice })}
      />
      {!disabled && (
        <div className="row">
          <Button
            formAction="none"
            iconName="arrow-up"
            variant="icon"
            ariaLabel={`Move ${whose} up`}
            disabled={onUp === undefined}
            onClick={() => onUp?.()}
          />
          <Button
            formAction="none"
            iconName="arrow-down"
            variant="icon"
            ariaLabel={`Move ${whose} down`}
            disabled={onDown === undefined}
            onClick={() => onDown?.()}
          />
          <span className="danger-button">
            <Button formAction="none" ariaLabel={`Remove ${whose}`} onClick={onRemove}>
              Remove
            </Button>
          </span>
        </div>
      )}
    </fieldset>
  );
}
