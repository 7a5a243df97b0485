/** The floor of the installation: its rules for everybody to read, and for admins to change after they have seen what that does; and that of a project. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Textarea from '@cloudscape-design/components/textarea';
import Toggle from '@cloudscape-design/components/toggle';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMIT_NAMES, LIMITED } from '../../../../core/limiting/limits.ts';
import { FLOOR_RULE_IDS, FLOOR_RULES, type FloorRuleId } from '../../../../core/model/floorRules.ts';
import { SECOND_PERSON_KINDS, SECOND_PERSON_RULES } from '../../../../core/model/secondPerson.ts';
import { call } from '../../api/client.ts';
import { projectFloorQuery } from '../../api/queries/access.ts';
import { floorQuery } from '../../api/queries/installation.ts';
import type { FloorChange, FloorPreview, Floor as FloorView } from '../../api/types.ts';
import { Choice } from '../../components/form-fields.tsx';
import { Problem } from '../../components/problem.tsx';
import { plural } from '../../lib/format.ts';
import { useNotify } from '../../state/notices.tsx';
import { useSession } from '../../state/session.tsx';

/** As texts while they are edited; '' is a rule that is not set. */
type Texts = Readonly<Record<FloorRuleId, string>>;
type Rules = Readonly<Record<string, unknown>>;

const textOf = (id: FloorRuleId, value: unknown): string => {
  if (value === undefined || value === null) return '';
  const { type } = FLOOR_RULES[id].values;
  if (type === 'list') return (value as readonly string[]).join('\n');
  if (type !== 'limits') return String(value);
  const limits = value as Readonly<Record<string, Readonly<Record<string, number>> | undefined>>;
  return LIMITED.flatMap((whom) =>
    Object.entries(limits[whom] ?? {}).map(([name, most]) => `${whom} ${name} ${most}`),
  ).join('\n');
};
const textsOf = (rules: Rules): Texts =>
  Object.fromEntries(FLOOR_RULE_IDS.map((id) => [id, textOf(id, rules[id])])) as Texts;

const linesOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

function ruleValue(id: FloorRuleId, text: string): unknown {
  if (text.trim() === '') return null;
  const { type } = FLOOR_RULES[id].values;
  if (type === 'switch') return true;
  if (type === 'choice') return text;
  if (type === 'list') return linesOf(text);
  if (type !== 'limits') return Number(text);
  const limits: Record<string, Record<string, number>> = {};
  for (const line of linesOf(text)) {
    const [whom = '', name = '', most = ''] = line.split(/\s+/);
    limits[whom] = { ...limits[whom], [name]: Number(most) };
  }
  return limits;
}

/** The rules whose text differs. */
const changesOf = (before: Texts, after: Texts): Rules =>
  Object.fromEntries(
    FLOOR_RULE_IDS.filter((id) => before[id] !== after[id]).map((id) => [id, ruleValue(id, after[id])]),
  );

export function Floor() {
  const query = useQuery(floorQuery());
  return (
    <section className="card">
      <h2>Floor</h2>
      <p className="muted">
        Rules that no server, tool or token can be set below. They are in effect at once, also for what exists already.
      </p>
      {query.data === undefined ? (
        query.isError && <Problem error={query.error} retry={() => void query.refetch()} />
      ) : (
        <OfInstallation key={query.data.version} floor={query.data} />
      )}
    </section>
  );
}

function OfInstallation({ floor }: { readonly floor: FloorView }) {
  const { isOwner } = useSession();
  return (
    <Rules
      floor={floor}
      disabled={!isOwner}
      queryKey={floorQuery().queryKey}
      look={(body) => call('previewFloor', { path: {}, body })}
      send={(body) => call('changeFloor', { path: {}, body })}
    />
  );
}

/** The floor of a project, beside what the installation has. */
export function ProjectFloor({ id }: { readonly id: string }) {
  const query = useQuery(projectFloorQuery(id));
  if (query.data === undefined)
    return query.isError ? <Problem error={query.error} retry={() => void query.refetch()} /> : null;
  const { version, installation } = query.data;
  return (
    <Rules
      key={version}
      floor={query.data}
      installation={installation}
      disabled={false}
      queryKey={projectFloorQuery(id).queryKey}
      send={(body) => call('changeProjectFloor', { path: { projectId: id }, body })}
    />
  );
}

interface RulesProps {
  readonly floor: FloorView;
  /** The rules above it, of which the stricter ones hold. */
  readonly installation?: FloorView['rules'];
  readonly disabled: boolean;
  readonly queryKey: readonly unknown[];
  /** Where it can be told before what would change; it is changed after that then. */
  readonly look?: (body: FloorChange) => Promise<FloorPreview>;
  readonly send: (body: FloorChange) => Promise<FloorView>;
}

function Rules({ floor, installation = {}, disabled, queryKey, look: shown, send }: RulesProps) {
  const notify = useNotify();
  const queries = useQueryClient();
  const before = textsOf(floor.rules);
  const [texts, setTexts] = useState(before);
  const [preview, setPreview] = useState<FloorPreview>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const rules = changesOf(before, texts);
  const isChanged = Object.keys(rules).length > 0;
  const body = { rules: rules as never, version: floor.version };
  const during = async (work: () => Promise<void>) => {
    setIsBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (failure) {
      setError(failure);
    } finally {
      setIsBusy(false);
    }
  };
  const look = () => during(async () => setPreview(await shown?.(body)));
  const save = () =>
    during(async () => {
      const answer = await send(body);
      const failed = answer.raised?.failed ?? [];
      queries.setQueryData(queryKey, answer);
      void queries.invalidateQueries({ queryKey: ['server'] });
      void queries.invalidateQueries({ queryKey: ['settings'] });
      void queries.invalidateQueries({ queryKey: ['audit'] });
      if (failed.length === 0) notify.success('Saved.');
      else
        notify.success(`Saved. Not published: ${failed.map(({ name, message }) => `${name}: ${message}`).join(' ')}`);
    });
  const change = (id: FloorRuleId, text: string) => {
    setTexts({ ...texts, [id]: text });
    setPreview(undefined);
  };
  return (
    <div className="stack">
      {FLOOR_RULE_IDS.map((id) => (
        <FormField
          key={id}
          label={FLOOR_RULES[id].label}
          description={FLOOR_RULES[id].help}
          constraintText={
            installation[id] === undefined
              ? undefined
              : `The installation ${FLOOR_RULES[id].needs(installation[id] as never)}.`
          }
        >
          <RuleControl id={id} text={texts[id]} disabled={disabled || isBusy} onChange={(text) => change(id, text)} />
        </FormField>
      ))}
      {error !== undefined && <Problem error={error} title="The floor was not changed" />}
      {preview !== undefined && <Outcome preview={preview} />}
      {!disabled && (
        <div className="row">
          {shown !== undefined && (
            <Button disabled={!isChanged} loading={isBusy} onClick={() => void look()}>
              Show what changes
            </Button>
          )}
          <Button
            variant="primary"
            disabled={shown === undefined ? !isChanged : preview === undefined}
            loading={isBusy}
            onClick={() => void save()}
          >
            Change the floor
          </Button>
        </div>
      )}
    </div>
  );
}

interface RuleControlProps {
  readonly id: FloorRuleId;
  readonly text: string;
  readonly disabled: boolean;
  readonly onChange: (text: string) => void;
}

function RuleControl({ id, text, disabled, onChange }: RuleControlProps) {
  const { values, label } = FLOOR_RULES[id];
  if (values.type === 'switch')
    return (
      <Toggle
        checked={text !== ''}
        disabled={disabled}
        ariaLabel={label}
        onChange={({ detail }) => onChange(detail.checked ? 'true' : '')}
      >
        {text === '' ? 'Not set' : 'Required'}
      </Toggle>
    );
  if (values.type === 'choice' || values.type === 'number') {
    const options = [
      { value: '', label: 'Not set' },
      ...values.names.map((name) => ({ value: String(name), label: String(name) })),
    ];
    return <Choice options={options} value={text} disabled={disabled} ariaLabel={label} onChange={onChange} />;
  }
  if (values.type === 'integer')
    return (
      <Input
        type="number"
        value={text}
        placeholder="Not set"
        disabled={disabled}
        onChange={({ detail }) => onChange(detail.value)}
      />
    );
  if (values.type === 'list' && values.of === 'changes') {
    const chosen = linesOf(text);
    return (
      <div className="stack tight">
        {SECOND_PERSON_RULES.map((kind) => (
          <Checkbox
            key={kind}
            checked={chosen.includes(kind)}
            disabled={disabled}
            onChange={({ detail }) =>
              onChange(
                SECOND_PERSON_RULES.filter((one) => (one === kind ? detail.checked : chosen.includes(one))).join('\n'),
              )
            }
          >
            {SECOND_PERSON_KINDS[kind]}
          </Checkbox>
        ))}
      </div>
    );
  }
  const placeholder =
    values.type === 'limits' ? `${LIMITED[0]} ${LIMIT_NAMES[1]} 10000` : 'Not set; otherwise one per line';
  return (
    <Textarea
      value={text}
      placeholder={placeholder}
      disabled={disabled}
      rows={2}
      onChange={({ detail }) => onChange(detail.value)}
    />
  );
}

/** What a change would do, for who has to say yes to it. */
function Outcome({ preview: { servers, unread } }: { readonly preview: FloorPreview }) {
  return (
    <Alert type={servers.length > 0 ? 'warning' : 'info'}>
      {servers.length === 0 ? 'No server would change.' : `${plural(servers.length, 'server')} would change:`}
      <ul>
        {servers.map(({ id, name, held, tokens }) => (
          <li key={id} className="break">
            {name || 'Unnamed server'}
            {held.length > 0 && `: ${[...new Set(held.map(({ rule }) => labelOf(rule)))].join(', ')}`}
            {tokens > 0 && `; ${plural(tokens, 'token')} would end earlier or be refused`}
          </li>
        ))}
      </ul>
      {unread > 0 && `There was no time to look at ${plural(unread, 'server')}.`}
    </Alert>
  );
}

const labelOf = (rule: string): string => FLOOR_RULES[rule as FloorRuleId].label;
