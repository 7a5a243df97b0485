/** Chooses when a new token expires; the lifetime of `old` is among the choices. */
import type { Token } from '../../../api/types.ts';
import { ChoiceField } from '../../../components/form-fields.tsx';
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
    <ChoiceField label="Expires" info={<Info about="expires" />} value={value} options={lives} onChange={onChange} />
  );
}
