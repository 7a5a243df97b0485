/** Fields for the parts of the document's address: its server variables, or the host where it names only a path. */
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import { partOf, type ServerAddress } from '../../lib/server-address.ts';
import { partField, type WizardState, withPart } from './state.ts';

interface AddressFieldsProps {
  readonly state: WizardState;
  readonly faults: Readonly<Record<string, string | undefined>>;
  readonly onChange: (part: Partial<WizardState>) => void;
}

/** Renders nothing where the address is complete, or has been typed as a whole. */
export function AddressFields({ state, faults, onChange }: AddressFieldsProps) {
  const { address } = state.found ?? {};
  if (address === undefined || (state.touched.baseUrl && state.baseUrl !== '')) return null;
  return (
    <fieldset className="part stack" aria-label="Parts of the URL">
      <div className="small muted break">
        The document’s URL is <span className="mono">{address.template}</span>
      </div>
      {address.variables.map((variable) => (
        <Part
          key={variable.name}
          variable={variable}
          value={partOf(variable, state.addressParts)}
          fault={faults[partField(variable.name)]}
          onChange={(value) => onChange(withPart(state, variable.name, value))}
        />
      ))}
    </fieldset>
  );
}

interface PartProps {
  readonly variable: ServerAddress['variables'][number];
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A part of an address that is chosen or typed. */
export function Part({ variable, value, fault, onChange }: PartProps) {
  const { name, sample, choices, description } = variable;
  const byDefault = variable.default === undefined ? undefined : `${variable.default} by default`;
  const hint = sample === undefined ? byDefault : `The document has only a sample: ${sample}`;
  return (
    <FormField
      label={<span className="mono">{name}</span>}
      description={description}
      constraintText={hint}
      errorText={fault}
      stretch
    >
      {choices ? (
        <Select
          selectedOption={{ value, label: value }}
          options={choices.map((choice) => ({ value: choice, label: choice }))}
          ariaLabel={name}
          onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
        />
      ) : (
        <Input
          value={value}
          ariaRequired={variable.default === undefined}
          spellcheck={false}
          autoComplete={false}
          onChange={({ detail }) => onChange(detail.value)}
        />
      )}
    </FormField>
  );
}
