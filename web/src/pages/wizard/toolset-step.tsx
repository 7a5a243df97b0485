/** A toolset: its name, and the servers whose tools it lists. */
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
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
        <FormField label="Name" description="Shown to people and AI clients." errorText={faults['name']} stretch>
          <Input
            value={state.name}
            placeholder="Everything for support"
            autoFocus
            ariaRequired
            spellcheck={false}
            onChange={({ detail }) =>
              onChange({ name: detail.value, touched: { ...state.touched, name: detail.value !== '' } })
            }
          />
        </FormField>
        <MemberChoice
          chosen={state.members ?? []}
          fault={faults['members'] ?? faults['serverId']}
          onChange={(members) => onChange({ members })}
        />
      </div>
    </div>
  );
}
