/** A toolset: its name, and the servers whose tools it lists. */
import { TextField } from '../../components/form-fields.tsx';
import { MemberChoice } from '../../components/member-choice.tsx';
import type { WizardState } from './state.ts';

interface ToolsetStepProps {
  readonly state: WizardState;
  readonly faults: Readonly<Record<string, string | undefined>>;
  readonly onChange: (part: Partial<WizardState>) => void;
}

export function ToolsetStep({ state, faults, onChange }: ToolsetStepProps) {
  return (
    <div className="narrow">
      <div className="stack">
        <TextField
          label="Name"
          description="Shown to people and AI clients."
          errorText={faults['name']}
          value={state.name}
          placeholder="Everything for support"
          autoFocus
          ariaRequired
          spellcheck={false}
          onChange={(next) => onChange({ name: next, touched: { ...state.touched, name: next !== '' } })}
        />
        <MemberChoice
          chosen={state.members ?? []}
          fault={faults['members'] ?? faults['serverId']}
          onChange={(members) => onChange({ members })}
        />
      </div>
    </div>
  );
}
