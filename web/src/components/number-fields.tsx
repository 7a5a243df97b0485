/** Fields for numbers that may be left empty, such as limits. */
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { numberFault, type Typed } from '../lib/limit-form.ts';

interface NumberFieldsProps<Name extends string> {
  readonly rules: Readonly<
    Record<Name, { readonly label: string; readonly min: number; readonly max: number; readonly unset: string }>
  >;
  readonly names: readonly Name[];
  readonly typed: Typed<Name>;
  readonly disabled?: boolean;
  readonly onChange: (typed: Typed<Name>) => void;
}

export function NumberFields<Name extends string>({
  rules,
  names,
  typed,
  disabled = false,
  onChange,
}: NumberFieldsProps<Name>) {
  return (
    <div className="two">
      {names.map((name) => (
        <FormField key={name} label={rules[name].label} errorText={numberFault(rules[name], typed[name])} stretch>
          <Input
            inputMode="numeric"
            value={typed[name]}
            placeholder={rules[name].unset}
            disabled={disabled}
            autoComplete={false}
            onChange={({ detail }) => onChange({ ...typed, [name]: detail.value })}
          />
        </FormField>
      ))}
    </div>
  );
}
