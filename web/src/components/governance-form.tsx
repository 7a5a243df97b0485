/**
 * A form for the rules of governance: used in the wizard, a server's settings and the global settings. In sight are the two switches and the
 * rules for the model; what else is set here when the form is opened stands below them, and the rest is folded. Each value that is set here
 * is marked, and can be reset. The form edits a draft of overrides; its parent saves it and validates patterns.
 */
import type { ReactNode } from 'react';
import type { GovernanceKey } from '../api/types.ts';
import { Advanced } from './advanced.tsx';
import { AnswerFields, ItemsField, RulesField } from './governance-limits.tsx';
import { PlaceholderFields, RedactionFields } from './governance-redaction.tsx';
import { type GovernanceFormProps, type GovernanceValues, SwitchRow, valuesOf } from './governance-values.tsx';

export type { GovernanceFormProps, Inherited } from './governance-values.tsx';

interface Group {
  readonly id: string;
  readonly name: string;
  readonly keys: readonly GovernanceKey[];
  readonly content: (values: GovernanceValues) => ReactNode;
}

/** What is folded, but for the details of redaction: they are whatever no other group has. */
const GROUPS: readonly Group[] = [
  {
    id: 'items',
    name: 'items kept of lists',
    keys: ['maxItems'],
    content: (values) => values.value('truncation') && <ItemsField values={values} />,
  },
  {
    id: 'holdAnswers',
    name: 'reading the rest of cut answers',
    keys: ['holdAnswers'],
    content: (values) => (
      <SwitchRow values={values} of="holdAnswers" title="Let models read the rest of a cut answer">
        Stores a cut answer for 15 minutes, encrypted for this connection. An additional tool reads the rest of it.
      </SwitchRow>
    ),
  },
  {
    id: 'chooseFields',
    name: 'choice of fields',
    keys: ['chooseFields'],
    content: (values) => (
      <SwitchRow values={values} of="chooseFields" title="Let models choose the fields of an answer">
        Adds the argument fields to each tool. All other fields of a JSON answer are left out, after redaction.
      </SwitchRow>
    ),
  },
  {
    id: 'dropNulls',
    name: 'empty fields',
    keys: ['dropNulls'],
    content: (values) => (
      <SwitchRow values={values} of="dropNulls" title="Drop empty fields">
        Removes fields whose value is null.
      </SwitchRow>
    ),
  },
  {
    id: 'tables',
    name: 'tables',
    keys: ['tables'],
    content: (values) => (
      <SwitchRow values={values} of="tables" title="Write long lists as tables">
        Lists of ten or more similar objects become a table of columns and rows, where that saves tokens.
      </SwitchRow>
    ),
  },
  {
    id: 'outputSchemas',
    name: 'output schemas',
    keys: ['outputSchemas'],
    content: (values) => (
      <SwitchRow values={values} of="outputSchemas" title="Declare output schemas">
        Adds an output schema to each tool and structured content to answers. Takes effect at the next import; not with
        groups or search.
      </SwitchRow>
    ),
  },
  {
    id: 'placeholders',
    name: 'placeholders',
    keys: ['placeholders', 'placeholderTools', 'placeholderQueries'],
    content: (values) => values.value('pii') && <PlaceholderFields values={values} />,
  },
  {
    id: 'answers',
    name: 'response size, stored answers, secrets in arguments',
    keys: ['maxBytes', 'checkArguments', 'answerDays'],
    content: (values) => (
      <div className="stack">
        <AnswerFields values={values} />
      </div>
    ),
  },
];

const IN_SIGHT: readonly GovernanceKey[] = ['pii', 'truncation', 'systemRules'];
const NAMED: ReadonlySet<GovernanceKey> = new Set([...IN_SIGHT, ...GROUPS.flatMap(({ keys }) => keys)]);

export function GovernanceForm(props: GovernanceFormProps) {
  const { overrides, inherited, faults = {}, disabled = false } = props;
  const values = valuesOf(props);
  const { value } = values;
  const details = (Object.keys(inherited) as GovernanceKey[]).filter((key) => !NAMED.has(key));
  const state = (keys: readonly GovernanceKey[]) => ({
    isChanged: keys.some((key) => overrides[key] !== undefined && overrides[key] !== null),
    isFaulty: keys.some((key) => faults[key] !== undefined),
  });
  return (
    <div className="governance-form">
      <SwitchRow values={values} of="pii" title="Redact personal data">
        Names, addresses, card and account numbers, keys and more, at any depth, by field name and by value.
      </SwitchRow>
      <SwitchRow values={values} of="truncation" title="Truncate long arrays">
        Keeps the first {value('maxItems')} items of a list and tells the model how to get the rest.
      </SwitchRow>
      <RulesField values={values} />
      <Advanced
        disabled={disabled}
        settings={[
          {
            id: 'details',
            name: 'what is redacted, and a dry run',
            isChanged: state(details).isChanged,
            // The fault of a pattern names no key.
            isFaulty: state(details).isFaulty || faults['pattern'] !== undefined,
            content: value('pii') && (
              <div className="stack">
                <RedactionFields values={values} />
                <SwitchRow values={values} of="prose" title="Redact names in sentences">
                  For tickets, mails and notes: names that no title or greeting announces. Also redacts some other
                  words.
                </SwitchRow>
                <SwitchRow values={values} of="pseudonyms" title="Use pseudonyms">
                  The same person or town gets the same code, for example [REDACTED:email:k7m2]. It cannot be reversed.
                </SwitchRow>
                <SwitchRow values={values} of="dryRun" title="Dry run: only count what would be redacted">
                  Answers are not changed. “Try it” and the audit log show what would have been redacted, by kind.
                </SwitchRow>
              </div>
            ),
          },
          ...GROUPS.map(({ id, name, keys, content }) => ({ id, name, ...state(keys), content: content(values) })),
        ]}
      />
    </div>
  );
}
