/**
 * A form for the rules of governance: used in the wizard, a server's settings and the global settings. Each value shows whether it is set
 * here or inherited, and can be reset. The form edits a draft of overrides; its parent saves it and validates patterns.
 */
import Checkbox from '@cloudscape-design/components/checkbox';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import Textarea from '@cloudscape-design/components/textarea';
import Toggle from '@cloudscape-design/components/toggle';
import type { ReactNode } from 'react';
import { LIMITS } from '../../../core/limits.ts';
import type { GovernanceChange, GovernanceKey, GovernanceSettings } from '../api/types.ts';
import { DETECTOR_GROUPS, isOn } from '../lib/detectors.ts';
import { bytes, count, plural } from '../lib/format.ts';
import { Lines, Patterns } from './governance-lists.tsx';
import { Info } from './info.tsx';
import { PlaceholderTools } from './placeholder-tools.tsx';
import { RangeField } from './range-field.tsx';

/** The API's type with arrays that may be readonly: nothing is written here. */
export type Inherited = { readonly [Key in GovernanceKey]: Readonly<GovernanceSettings[Key]> };

export interface GovernanceFormProps {
  /** Values that apply where nothing is set here. */
  readonly inherited: Inherited;
  /** Values set here. */
  readonly overrides: GovernanceChange;
  /** The values that were just edited; null for one that was reset. */
  readonly onChange: (part: GovernanceChange) => void;
  /** What an inherited value is called here, e.g. 'follows the global settings'. */
  readonly follows: string;
  /** Whose tools there are to choose from; undefined where there is no server yet, or none alone. */
  readonly serverId?: string | undefined;
  readonly faults?: Readonly<Record<string, string | undefined>>;
  readonly disabled?: boolean;
}

type SwitchKey =
  | 'pii'
  | 'pseudonyms'
  | 'truncation'
  | 'holdAnswers'
  | 'chooseFields'
  | 'dropNulls'
  | 'tables'
  | 'outputSchemas';
type AnswerDays = GovernanceSettings['answerDays'];

const DAYS = LIMITS.answerDays.map((days) => ({
  value: String(days),
  label: days === 0 ? 'Off: digests only' : plural(days, 'day'),
}));

const PLACEHOLDERS = [
  { kind: 'email', title: 'E-mail addresses' },
  { kind: 'phone', title: 'Phone numbers' },
  { kind: 'name', title: 'Names of people' },
  { kind: 'id', title: 'Fields that are always redacted' },
] as const;

const KB = 1024;
const SIZES = [100 * KB, 250 * KB, 500 * KB, 1024 * KB, 2048 * KB, 4096 * KB];

export function GovernanceForm(props: GovernanceFormProps) {
  const { inherited, overrides, onChange, follows, serverId, faults = {}, disabled = false } = props;
  const isOwn = (key: GovernanceKey) => overrides[key] !== undefined && overrides[key] !== null;
  const value = <Key extends GovernanceKey>(key: Key): GovernanceSettings[Key] =>
    (isOwn(key) ? overrides[key] : inherited[key]) as GovernanceSettings[Key];
  const origin = (key: GovernanceKey, name: string): ReactNode => (
    <span className="row tight">
      {followed(key, name)}
      <Info about={key} />
    </span>
  );
  const followed = (key: GovernanceKey, name: string): ReactNode =>
    isOwn(key) ? (
      <span className="row small">
        <span className="chip accent">set here</span>
        {!disabled && (
          <button
            type="button"
            className="text-button"
            onClick={() => onChange({ [key]: null })}
            aria-label={`Reset ${name} to the inherited value`}
          >
            Reset
          </button>
        )}
      </span>
    ) : (
      <span className="small muted">{follows}</span>
    );
  const switchRow = (key: SwitchKey, title: string, text: string) => (
    <div className="switch-row">
      <div className="grow">
        <Toggle checked={value(key)} disabled={disabled} onChange={({ detail }) => onChange({ [key]: detail.checked })}>
          <strong>{title}</strong>
        </Toggle>
        <div className="muted switch-text">{text}</div>
      </div>
      {origin(key, title)}
    </div>
  );

  return (
    <div className="governance-form">
      {switchRow(
        'pii',
        'Redact personal data',
        'Names, addresses, card and account numbers, keys and more, at any depth, by field name and by value.',
      )}
      {value('pii') && (
        <div className="sub-fields">
          {switchRow(
            'pseudonyms',
            'Tell redacted people apart',
            'Markers get a short code that is the same wherever the value is the same, and that does not lead back to it.',
          )}
          <ExpandableSection headerText="What counts as personal data" headerActions={origin('detectors', 'Detectors')}>
            <div className="detectors">
              {DETECTOR_GROUPS.map((group) => (
                <fieldset key={group.title}>
                  <legend>{group.title}</legend>
                  {group.detectors.map((detector) => (
                    <Checkbox
                      key={detector.id}
                      checked={isOn(value('detectors'), detector)}
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
          <ExpandableSection headerText="Your own fields and patterns">
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
              <Patterns
                value={value('customPatterns')}
                origin={origin('customPatterns', 'Patterns')}
                faults={faults}
                disabled={disabled}
                onChange={(customPatterns) => onChange({ customPatterns })}
              />
            </div>
          </ExpandableSection>
        </div>
      )}
      {switchRow(
        'truncation',
        'Truncate long arrays',
        'Long arrays are cut before they cost the model tokens; a note says how many items there were and how to get the next.',
      )}
      {value('truncation') && (
        <div className="sub-fields">
          <FormField
            label={`Items kept: ${count(value('maxItems'))}`}
            info={origin('maxItems', 'Items kept')}
            errorText={faults['maxItems']}
            stretch
          >
            <RangeField
              label="Items kept of an array"
              value={value('maxItems')}
              min={LIMITS.items.min}
              max={LIMITS.items.max}
              disabled={disabled}
              slider={{ value: value('maxItems'), min: LIMITS.items.min, max: LIMITS.items.max, step: 5 }}
              onSlide={(maxItems) => onChange({ maxItems })}
              onType={(maxItems) => onChange({ maxItems })}
            />
          </FormField>
        </div>
      )}
      {switchRow(
        'holdAnswers',
        'Let models read the rest of a cut answer',
        'A cut answer is kept for 15 minutes, encrypted for the connection that asked; an additional tool reads the rest of it.',
      )}
      {switchRow(
        'chooseFields',
        'Let models choose the fields of an answer',
        'Each tool takes one more argument, fields; the rest of a JSON answer is left out, after redaction.',
      )}
      {switchRow('dropNulls', 'Leave out what is null', 'Members of JSON objects that have no value cost tokens, too.')}
      {switchRow(
        'tables',
        'Write long lists as tables',
        'From ten equal, flat objects on, each name is written once, where that saves tokens.',
      )}
      {switchRow(
        'outputSchemas',
        'Tell clients the form of answers',
        'For programs that read structured content. Only for tools that are listed one by one, in full; read at the next import.',
      )}
      {value('pii') && (
        <div className="sub-fields flush">
          <ExpandableSection
            headerText="Placeholders that tools can use"
            headerActions={origin('placeholders', 'Placeholders')}
          >
            <div className="stack">
              <fieldset className="detectors">
                <legend>Replaced by placeholders, valid for one connection and one to two days</legend>
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
            </div>
          </ExpandableSection>
        </div>
      )}
      <div className="sub-fields flush">
        <FormField
          label={`Maximum response size: ${bytes(value('maxBytes'))}`}
          description="A larger response is cut and stays valid JSON."
          info={origin('maxBytes', 'Maximum response size')}
          errorText={faults['maxBytes']}
          stretch
        >
          <RangeField
            label="Maximum response size"
            value={Math.round(value('maxBytes') / KB)}
            min={LIMITS.answerBytes.min / KB}
            max={LIMITS.answerBytes.max / KB}
            unit="KB"
            disabled={disabled}
            slider={{
              value: nearest(value('maxBytes')),
              min: 0,
              max: SIZES.length - 1,
              step: 1,
              tickMarks: true,
              valueFormatter: (index) => bytes(SIZES[index] ?? 0),
            }}
            onSlide={(index) => onChange({ maxBytes: SIZES[index] ?? LIMITS.answerBytes.default })}
            onType={(kilobytes) => onChange({ maxBytes: kilobytes * KB })}
          />
        </FormField>
        <FormField
          label="Keep answers"
          description="Whole answers are stored with their audit entries: redacted, encrypted, for people with the right to read them."
          info={origin('answerDays', 'Keep answers')}
          errorText={faults['answerDays']}
          stretch
        >
          <Select
            selectedOption={DAYS.find((option) => option.value === String(value('answerDays'))) ?? null}
            options={DAYS}
            disabled={disabled}
            onChange={({ detail }) => onChange({ answerDays: Number(detail.selectedOption.value) as AnswerDays })}
          />
        </FormField>
        <FormField
          label="Rules for the model"
          description="Added after every response, where models notice them most."
          info={origin('systemRules', 'Rules for the model')}
          constraintText={`${count(value('systemRules').length)} of ${count(LIMITS.systemRules)} characters`}
          errorText={faults['systemRules']}
          stretch
        >
          <Textarea
            value={value('systemRules')}
            rows={3}
            disabled={disabled}
            placeholder="Amounts are in cents. Never state a delivery date as certain."
            onChange={({ detail }) => onChange({ systemRules: detail.value })}
          />
        </FormField>
      </div>
    </div>
  );
}

/** Index of the step with this size, or of the next larger one. */
function nearest(size: number): number {
  const index = SIZES.findIndex((step) => size <= step);
  return index === -1 ? SIZES.length - 1 : index;
}
