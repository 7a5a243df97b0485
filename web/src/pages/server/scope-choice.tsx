/** Which tools a new token opens: all, those that change nothing, or some that are picked from the server's list. */
import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import RadioGroup from '@cloudscape-design/components/radio-group';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { LIMITS } from '../../../../core/limits.ts';
import { toolsQuery } from '../../api/queries.ts';
import type { TokenScopes, ToolSummary } from '../../api/types.ts';
import { Loading } from '../../app/shell.tsx';
import { Problem } from '../../components/problem.tsx';
import { Verb } from '../../components/verb.tsx';
import { count, plural } from '../../lib/format.ts';
import { findTools } from '../../lib/tools.ts';

export interface Choice {
  readonly kind: 'all' | 'read' | 'chosen';
  /** Ids; kept while another kind is looked at. */
  readonly tools: ReadonlySet<string>;
}
export const EVERYTHING: Choice = { kind: 'all', tools: new Set() };

export const scopesOf = ({ kind, tools }: Choice): TokenScopes | undefined =>
  kind === 'all' ? undefined : kind === 'read' ? { access: 'read' } : { tools: [...tools] };

/** What is wrong with it, to be said at the list. */
export function choiceFault({ kind, tools }: Choice): string | undefined {
  if (kind !== 'chosen') return undefined;
  if (tools.size === 0) return 'Choose at least one tool.';
  if (tools.size > LIMITS.tokenScopeTools)
    return `A token takes ${LIMITS.tokenScopeTools} chosen tools at most; ${count(tools.size)} are chosen.`;
  return undefined;
}

/** Rows drawn at once; the rest on request, or by searching. */
const PAGE = 100;

interface ScopeChoiceProps {
  readonly serverId: string;
  readonly value: Choice;
  readonly fault?: string | undefined;
  readonly onChange: (value: Choice) => void;
}

export function ScopeChoice({ serverId, value, fault, onChange }: ScopeChoiceProps) {
  const query = useQuery(toolsQuery(serverId));
  const tools = query.data?.items;
  const enabled = tools?.filter((tool) => tool.enabled);
  const reading = enabled?.filter((tool) => tool.annotations.readOnlyHint);
  return (
    <>
      <FormField label="Opens" stretch>
        <RadioGroup
          value={value.kind}
          onChange={({ detail }) => onChange({ ...value, kind: detail.value as Choice['kind'] })}
          items={[
            { value: 'all', label: 'All tools', description: 'Also those that are added later.' },
            {
              value: 'read',
              label: 'Read-only tools',
              description: `Those annotated as changing nothing${
                reading === undefined
                  ? ''
                  : `: ${count(reading.length)} of ${plural(enabled?.length ?? 0, 'tool')} today`
              }.`,
            },
            { value: 'chosen', label: 'Chosen tools', description: 'Only the ones that you pick here.' },
          ]}
        />
      </FormField>
      {value.kind === 'chosen' &&
        (tools !== undefined ? (
          <ToolChoice
            tools={tools}
            chosen={value.tools}
            fault={fault}
            onChange={(ids) => onChange({ ...value, tools: ids })}
          />
        ) : query.isError ? (
          <Problem error={query.error} retry={() => void query.refetch()} />
        ) : (
          <Loading what="the tools" />
        ))}
    </>
  );
}

interface ToolChoiceProps {
  readonly tools: readonly ToolSummary[];
  readonly chosen: ReadonlySet<string>;
  readonly fault?: string | undefined;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

function ToolChoice({ tools, chosen, fault, onChange }: ToolChoiceProps) {
  const [text, setText] = useState('');
  const [shown, setShown] = useState(PAGE);
  const needle = useDeferredValue(text);
  const found = useMemo(() => findTools(tools, needle), [tools, needle]);
  const put = (ids: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) on ? next.add(id) : next.delete(id);
    onChange(next);
  };
  const allFound = found.every((tool) => chosen.has(tool.id));
  return (
    <div className="stack tight">
      <FormField label="Tools" errorText={fault} stretch>
        <Input
          type="search"
          value={text}
          placeholder="Find by name, path, verb or description"
          ariaLabel="Find a tool to choose"
          onChange={({ detail }) => {
            setText(detail.value);
            setShown(PAGE);
          }}
          // Enter would make the token.
          onKeyDown={(event) => event.detail.key === 'Enter' && event.preventDefault()}
        />
      </FormField>
      <div className="row spread small">
        <span className="muted" role="status">
          {count(chosen.size)} of {plural(tools.length, 'tool')} chosen
          {found.length < tools.length && `, ${count(found.length)} found`}
        </span>
        {found.length > 0 && (
          <button
            type="button"
            className="text-button"
            onClick={() =>
              put(
                found.map((tool) => tool.id),
                !allFound,
              )
            }
          >
            {allFound ? 'Choose none of these' : `Choose all ${count(found.length)}`}
          </button>
        )}
      </div>
      {found.length > 0 && (
        <ul className="tool-choice" aria-label="Tools">
          {found.slice(0, shown).map((tool) => (
            <li key={tool.id}>
              <Checkbox checked={chosen.has(tool.id)} onChange={({ detail }) => put([tool.id], detail.checked)}>
                {tool.name}
              </Checkbox>
              <span className="muted small what">
                <Verb verb={tool.verb} /> <span className="mono clip">{tool.path}</span>
                {!tool.enabled && <span className="chip">off</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {found.length > shown && (
        <button type="button" className="text-button more" onClick={() => setShown(shown + PAGE)}>
          Show more
        </button>
      )}
    </div>
  );
}
