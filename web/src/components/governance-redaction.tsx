/** The parts of the form for governance that say what is redacted, and what gets placeholders instead of markers. */
import Checkbox from '@cloudscape-design/components/checkbox';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import { DETECTOR_GROUPS, isOn } from '../lib/detectors.ts';
import { ActionsField } from './governance-actions.tsx';
import { Lines, Patterns } from './governance-lists.tsx';
import { type GovernanceValues, SwitchRow } from './governance-values.tsx';
import { PlaceholderTools } from './placeholder-tools.tsx';
import { KeptPartsField, RedactionModeField } from './redaction-mode.tsx';
import { WordLists } from './word-lists.tsx';

const PLACEHOLDERS = [
  { kind: 'email', title: 'E-mail addresses' },
  { kind: 'phone', title: 'Phone numbers' },
  { kind: 'name', title: 'Names of people' },
  { kind: 'id', title: 'Fields that are always redacted' },
] as const;

interface PartProps {
  readonly values: GovernanceValues;
}

/** Detectors, and the owner's own fields, words and patterns. */
export function RedactionFields({ values }: PartProps) {
  const { value, origin, onChange, faults, disabled } = values;
  return (
    <>
      <RedactionModeField values={values} />
      <KeptPartsField values={values} />
      <ExpandableSection headerText="What counts as personal data" headerActions={origin('detectors', 'Detectors')}>
        <div className="detectors">
          {DETECTOR_GROUPS.map((group) => (
            <fieldset key={group.title}>
              <legend>{group.title}</legend>
              {group.detectors.map((detector) => (
                <Checkbox
                  key={detector.id}
                  checked={isOn(value('detectors'), detector, value('mode'))}
                  disabled={disabled}
                  description={detector.finds}
                  onChange={({ detail }) =>
                    onChange({ detectors: { ...value('detectors'), [detector.id]: detail.checked } })
                  }
                >
                  {detector.title}
                </Checkbox>
              ))}
            </fieldset>
          ))}
        </div>
      </ExpandableSection>
      <ActionsField values={values} />
      <ExpandableSection headerText="Your own fields, words and patterns">
        <div className="stack">
          <Lines
            label="Always redact these fields"
            constraint="One per line: a field name, or a JSON pointer with * for one segment and ** for any number."
            placeholder={'internal_note\n/customers/*/margin'}
            value={value('customFields')}
            origin={origin('customFields', 'Always redacted fields')}
            fault={faults['customFields']}
            disabled={disabled}
            onChange={(customFields) => onChange({ customFields })}
          />
          <Lines
            label="Never redact these fields"
            constraint="In the same format, for example for ids that look like phone numbers."
            placeholder="order_id"
            value={value('allowFields')}
            origin={origin('allowFields', 'Never redacted fields')}
            fault={faults['allowFields']}
            disabled={disabled}
            onChange={(allowFields) => onChange({ allowFields })}
          />
          <WordLists
            value={value('wordLists')}
            origin={origin('wordLists', 'Words that are redacted')}
            faults={faults}
            disabled={disabled}
            onChange={(wordLists) => onChange({ wordLists })}
          />
          <Lines
            label="Never redact these words"
            constraint="One per line, such as names of products or places that look like names of people."
            placeholder="Danny Boy"
            value={value('keptWords')}
            origin={origin('keptWords', 'Words that stay')}
            fault={faults['keptWords']}
            disabled={disabled}
            onChange={(keptWords) => onChange({ keptWords })}
          />
          <Patterns
            value={value('customPatterns')}
            origin={origin('customPatterns', 'Patterns')}
            faults={faults}
            disabled={disabled}
            onChange={(customPatterns) => onChange({ customPatterns })}
          />
        </div>
      </ExpandableSection>
    </>
  );
}

/** Kinds with placeholders, and the tools that get their values. */
export function PlaceholderFields({ values }: PartProps) {
  const { value, origin, onChange, faults, disabled, serverId } = values;
  return (
    <ExpandableSection
      headerText="Placeholders that tools can use"
      headerActions={origin('placeholders', 'Placeholders')}
    >
      <div className="stack">
        <fieldset className="detectors">
          <legend>Replace with placeholders, valid for one connection and one to two days</legend>
          {PLACEHOLDERS.map(({ kind, title }) => (
            <Checkbox
              key={kind}
              checked={value('placeholders').includes(kind)}
              disabled={disabled}
              onChange={({ detail }) =>
                onChange({
                  placeholders: PLACEHOLDERS.map((one) => one.kind).filter((one) =>
                    one === kind ? detail.checked : value('placeholders').includes(one),
                  ),
                })
              }
            >
              {title}
            </Checkbox>
          ))}
        </fieldset>
        <PlaceholderTools
          serverId={serverId}
          value={value('placeholderTools')}
          origin={origin('placeholderTools', 'Tools that get the values')}
          fault={faults['placeholderTools']}
          disabled={disabled}
          onChange={(placeholderTools) => onChange({ placeholderTools })}
        />
        <SwitchRow values={values} of="placeholderQueries" title="Values in query parameters too">
          For look-ups such as ?email= or ?q=. Logs of the API often keep addresses with their query.
        </SwitchRow>
      </div>
    </ExpandableSection>
  );
}
