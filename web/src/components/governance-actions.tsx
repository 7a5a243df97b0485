/** Kinds that are only reported, and kinds for which whole answers are withheld. */
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Multiselect from '@cloudscape-design/components/multiselect';
import type { KindAction } from '../../../core/model/governance/modes.ts';
import { DETECTOR_GROUPS } from '../lib/detectors.ts';
import type { GovernanceValues } from './governance-values.tsx';

const ACTIONS: ReadonlyArray<{ readonly action: KindAction; readonly label: string; readonly description: string }> = [
  {
    action: 'report',
    label: 'Only report',
    description: 'The value is sent, and counted in the audit log and in “Try it”.',
  },
  {
    action: 'refuse',
    label: 'Refuse the answer',
    description: 'The whole answer is withheld; the model is told the kind.',
  },
];
const GROUPS = DETECTOR_GROUPS.map(({ title, detectors }) => ({
  label: title,
  options: detectors.map(({ id, title: label }) => ({ value: id, label })),
}));
const OPTIONS = GROUPS.flatMap(({ options }) => options);

export function ActionsField({ values }: { readonly values: GovernanceValues }) {
  const { value, origin, onChange, faults, disabled } = values;
  const actions = value('actions');
  const kindsWith = (action: KindAction) => OPTIONS.filter((option) => actions[option.value] === action);
  const choose = (action: KindAction, chosen: readonly string[]) => {
    const others = Object.entries(actions).filter(([kind, one]) => one !== action && !chosen.includes(kind));
    onChange({ actions: Object.fromEntries([...others, ...chosen.map((kind) => [kind, action] as const)]) });
  };
  return (
    <ExpandableSection headerText="Report or refuse instead of redacting" headerActions={origin('actions', 'Actions')}>
      <div className="stack">
        {ACTIONS.map(({ action, label, description }) => (
          <FormField key={action} label={label} description={description} errorText={faults['actions']} stretch>
            <Multiselect
              selectedOptions={kindsWith(action)}
              options={GROUPS}
              disabled={disabled}
              filteringType="auto"
              placeholder="No kind"
              deselectAriaLabel={(option) => `Remove ${option.label}`}
              onChange={({ detail }) =>
                choose(
                  action,
                  detail.selectedOptions.flatMap((option) => option.value ?? []),
                )
              }
            />
          </FormField>
        ))}
      </div>
    </ExpandableSection>
  );
}
