/** The mode of redaction with a table of what goes in which, and the parts of values that stay. */
import Checkbox from '@cloudscape-design/components/checkbox';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import RadioGroup from '@cloudscape-design/components/radio-group';
import { KEPT_PARTS, type KeptPart } from '../../../core/model/governance/modes.ts';
import { DETECTOR_GROUPS } from '../lib/detectors.ts';
import { MODE_NAMES, MODE_TEXTS, MODES } from '../lib/redaction.ts';
import type { GovernanceValues } from './governance-values.tsx';

const PART_NAMES: Record<KeptPart, { readonly title: string; readonly example: string }> = {
  town: { title: 'Town', example: 'Gothenburg' },
  state: { title: 'State or province', example: 'TX' },
  postalArea: { title: 'First part of a postal code', example: 'SW1A [REDACTED:address]' },
  emailDomain: { title: 'Domain of an e-mail address', example: '[REDACTED:email]@example.com' },
  lastFour: { title: 'Last four digits of a card, an account or a phone number', example: '[REDACTED:card] 1111' },
  expiryMonth: { title: 'Month in which a card expires', example: '08/2027' },
  birthYear: { title: 'Year of birth', example: '1984-[REDACTED:birth-date]' },
};

interface PartProps {
  readonly values: GovernanceValues;
}

export function RedactionModeField({ values: { value, origin, onChange, disabled } }: PartProps) {
  return (
    <div className="stack">
      <div className="row">
        <strong className="grow">Redaction mode</strong> {origin('mode', 'Redaction mode')}
      </div>
      <RadioGroup
        ariaLabel="Redaction mode"
        value={value('mode')}
        onChange={({ detail }) => onChange({ mode: detail.value as (typeof MODES)[number] })}
        items={MODES.map((mode) => ({
          value: mode,
          label: MODE_NAMES[mode],
          description: MODE_TEXTS[mode],
          disabled,
        }))}
      />
      <ExpandableSection headerText="Compare the modes">
        <ModeTable />
      </ExpandableSection>
    </div>
  );
}

function ModeTable() {
  return (
    <div className="scroll">
      <table className="list">
        <thead>
          <tr>
            <th scope="col">Kind</th>
            {MODES.map((mode) => (
              <th key={mode} scope="col">
                {MODE_NAMES[mode]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DETECTOR_GROUPS.flatMap(({ detectors }) => detectors).map(({ id, title, modes }) => (
            <tr key={id}>
              <th scope="row">{title}</th>
              {MODES.map((mode) => (
                <td key={mode}>{modes.includes(mode) ? 'redacted' : <span className="muted">kept</span>}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The parts of values that stay. */
export function KeptPartsField({ values: { value, origin, onChange, disabled } }: PartProps) {
  return (
    <ExpandableSection headerText="Keep part of a value" headerActions={origin('keepParts', 'Keep part of a value')}>
      <fieldset className="detectors">
        <legend>Redacts the value except for these parts</legend>
        {KEPT_PARTS.map((part) => (
          <Checkbox
            key={part}
            checked={value('keepParts').includes(part)}
            disabled={disabled}
            description={PART_NAMES[part].example}
            onChange={({ detail }) =>
              onChange({
                keepParts: KEPT_PARTS.filter((one) =>
                  one === part ? detail.checked : value('keepParts').includes(one),
                ),
              })
            }
          >
            {PART_NAMES[part].title}
          </Checkbox>
        ))}
      </fieldset>
    </ExpandableSection>
  );
}
