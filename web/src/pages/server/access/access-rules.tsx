/** Who may do what after signing in: rules in order, of which the first match decides. */
import Button from '@cloudscape-design/components/button';
import Select from '@cloudscape-design/components/select';
import { LIMITS } from '../../../../../core/lib/limits.ts';
import type { AccessRule } from '../../../api/types.ts';
import { Choice, TextField } from '../../../components/form-fields.tsx';
import { RuleTools } from './rule-tools.tsx';

type Kind = 'everybody' | 'group' | 'person' | 'client';

const KINDS: ReadonlyArray<{ readonly value: Kind; readonly label: string; readonly hint: string }> = [
  { value: 'everybody', label: 'Everybody', hint: '' },
  { value: 'group', label: 'Group', hint: 'Name of a group' },
  { value: 'person', label: 'Person', hint: 'Subject, as under Members' },
  { value: 'client', label: 'Client', hint: 'Client id, as under Members' },
];
const OPENS: ReadonlyArray<{ readonly value: AccessRule['opens']; readonly label: string }> = [
  { value: 'all', label: 'All tools' },
  { value: 'read', label: 'Read-only tools' },
  { value: 'nothing', label: 'Nothing' },
];

const NAMELESS = {
  group: 'Enter the name of a group.',
  person: 'Enter the subject of a person.',
  client: 'Enter the id of a client.',
} as const;

/** The members of a rule that say whom it is for; the page edits one of them, the API accepts several. */
const membersOf = ({ group, person, client }: AccessRule): Kind[] =>
  (['group', 'person', 'client'] as const).filter((kind) => ({ group, person, client })[kind] !== undefined);

interface AccessRulesProps {
  readonly serverId: string;
  readonly rules: readonly AccessRule[];
  readonly disabled: boolean;
  /** Whether what is missing is marked. */
  readonly isChecked: boolean;
  readonly onChange: (rules: readonly AccessRule[]) => void;
}

/** Whether a rule is for somebody whose name is missing. */
export const isNameless = (rule: AccessRule): boolean =>
  membersOf(rule).some((kind) => String(rule[kind as keyof AccessRule]).trim() === '');

export function AccessRules({ serverId, rules, disabled, isChecked, onChange }: AccessRulesProps) {
  const put = (at: number, rule: AccessRule) => onChange(rules.map((each, index) => (index === at ? rule : each)));
  return (
    <div className="stack">
      <div>
        <h3>Access rules</h3>
        <span className="muted">
          {rules.length === 0
            ? 'Admins and editors may use all tools, viewers the read-only ones. Add a rule to change that.'
            : 'The first rule that matches applies. People who match none have no access.'}
        </span>
      </div>
      {rules.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place in the order
        <div key={at} className="row">
          <Who rule={rule} at={at} disabled={disabled} isChecked={isChecked} onChange={(changed) => put(at, changed)} />
          <Choice
            ariaLabel={`Rule ${at + 1}: opens`}
            disabled={disabled}
            value={rule.opens}
            options={OPENS}
            onChange={(next) => put(at, { ...rule, opens: next })}
          />
          <Button
            formAction="none"
            variant="inline-icon"
            iconName="angle-up"
            ariaLabel={`Move rule ${at + 1} up`}
            disabled={disabled || at === 0}
            onClick={() => onChange(moved(rules, at))}
          />
          <Button
            formAction="none"
            variant="inline-icon"
            iconName="remove"
            ariaLabel={`Remove rule ${at + 1}`}
            disabled={disabled}
            onClick={() => onChange(rules.filter((_, index) => index !== at))}
          />
          {rule.opens !== 'nothing' && (
            <RuleTools
              serverId={serverId}
              number={at + 1}
              tools={rule.tools}
              disabled={disabled}
              onChange={(tools) => put(at, withTools(rule, tools))}
            />
          )}
        </div>
      ))}
      {!disabled && rules.length < LIMITS.accessRules && (
        <div>
          <Button
            formAction="none"
            iconName="add-plus"
            onClick={() => onChange([...rules, { group: '', opens: 'all' }])}
          >
            Add a rule
          </Button>
        </div>
      )}
    </div>
  );
}

interface WhoProps {
  readonly rule: AccessRule;
  readonly at: number;
  readonly disabled: boolean;
  readonly isChecked: boolean;
  readonly onChange: (rule: AccessRule) => void;
}

function Who({ rule, at, disabled, isChecked, onChange }: WhoProps) {
  const members = membersOf(rule);
  if (members.length > 1) {
    return (
      <span className="mono small break">
        {members.map((kind) => `${kind} ${rule[kind as keyof AccessRule]}`).join(' and ')}
      </span>
    );
  }
  const kind = members[0] ?? 'everybody';
  const { opens, tools } = rule;
  const rest = { opens, ...(tools && { tools }) };
  const shown = KINDS.find(({ value }) => value === kind);
  return (
    <>
      <Select
        ariaLabel={`Rule ${at + 1}: applies to`}
        disabled={disabled}
        selectedOption={shown ?? null}
        options={KINDS.map(({ value, label }) => ({ value, label }))}
        onChange={({ detail }) => {
          const chosen = detail.selectedOption.value as Kind;
          onChange(chosen === 'everybody' ? rest : { ...rest, [chosen]: '' });
        }}
      />
      {kind !== 'everybody' && (
        <TextField
          errorText={isChecked && isNameless(rule) ? NAMELESS[kind] : undefined}
          stretch={false}
          ariaLabel={`Rule ${at + 1}: ${shown?.hint}`}
          placeholder={shown?.hint ?? ''}
          value={String(rule[kind] ?? '')}
          disabled={disabled}
          autoComplete={false}
          spellcheck={false}
          onChange={(next) => onChange({ ...rest, [kind]: next })}
        />
      )}
    </>
  );
}

const withTools = ({ tools: _, ...rule }: AccessRule, tools: readonly string[] | undefined): AccessRule =>
  tools === undefined ? rule : { ...rule, tools: [...tools] };

function moved(rules: readonly AccessRule[], at: number): AccessRule[] {
  const next = [...rules];
  next.splice(at - 1, 0, ...next.splice(at, 1));
  return next;
}
