/** Fields for numbers that may be left empty, such as limits. */
import { numberFault, type Typed } from '../lib/limit-form.ts';
import { TextField } from './form-fields.tsx';

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
        <TextField
          key={name}
          label={rules[name].label}
          errorText={numberFault(rules[name], typed[name])}
          inputMode="numeric"
          value={typed[name]}
          placeholder={rules[name].unset}
          disabled={disabled}
          autoComplete={false}
          onChange={(next) => onChange({ ...typed, [name]: next })}
        />
      ))}
    </div>
  );
}
