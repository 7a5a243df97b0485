/** Chooses when a new token expires; the lifetime of `old` is among the choices. */
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import type { Token } from '../../../api/types.ts';
import { Info } from '../../../components/info.tsx';
import { livesFor } from '../../../lib/token-life.ts';

interface LifeChoiceProps {
  readonly old?: Token;
  /** Value as in lib/token-life.ts. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function LifeChoice({ old, value, onChange }: LifeChoiceProps) {
  const lives = livesFor(old);
  return (
    <FormField label="Expires" info={<Info about="expires" />} stretch>
      <Select
        selectedOption={lives.find((one) => one.value === value) ?? null}
        options={lives}
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
      />
    </FormField>
  );
}
