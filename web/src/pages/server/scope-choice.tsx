/** Chooses the tools that a new token may use: all, the read-only ones, or some from the server's list. */
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import RadioGroup from '@cloudscape-design/components/radio-group';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { LIMITS } from '../../../../core/limits.ts';
import { toolsQuery } from '../../api/queries.ts';
import type { TokenScopes, ToolSummary } from '../../api/types.ts';
import { Loading } from '../../app/shell.tsx';
import { GrowingList } from '../../components/growing-list.tsx';
import { Info } from '../../components/info.tsx';
import { ListCheckbox } from '../../components/list-inputs.tsx';
import { Marks } from '../../components/marks.tsx';
import { Problem } from '../../components/problem.tsx';
import { useSteady } from '../../components/use-steady.ts';
import { Verb } from '../../components/verb.tsx';
import { count, plural } from '../../lib/format.ts';
import { findTools, marksOf } from '../../lib/tools.ts';

export interface Choice {
  readonly kind: 'all' | 'read' | 'chosen';
  /** Ids; kept while another kind is selected. */
  readonly tools: ReadonlySet<string>;
}
export const EVERYTHING: Choice = { kind: 'all', tools: new Set() };

export const scopesOf = ({ kind, tools }: Choice): TokenScopes | undefined =>
  kind === 'all' ? undefined : kind === 'read' ? { access: 'read' } : { tools: [...tools] };

/** The fault of the choice, shown at the list. */
export function choiceFault({ kind, tools }: Choice): string | undefined {
  if (kind !== 'chosen') return undefined;
  if (tools.size === 0) return 'Choose at least one tool.';
  if (tools.size > LIMITS.tokenScopeTools)
    return `A token takes ${LIMITS.tokenScopeTools} chosen tools at most; ${count(tools.size)} are chosen.`;
  return undefined;
}

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
      <FormField label="Access" info={<Info about="scope" />} stretch>
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
  const needle = useDeferredValue(text);
  const found = useMemo(() => findTools(tools, needle), [tools, needle]);
  const put = (ids: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) on ? next.add(id) : next.delete(id);
    onChange(next);
  };
  const onPick = useSteady((id: string, on: boolean) => put([id], on));
  const allFound = found.every((tool) => chosen.has(tool.id));
  return (
    <div className="stack tight">
      <FormField label="Tools" errorText={fault} stretch>
        <Input
          type="search"
          value={text}
          placeholder="Find by name, path, description, “destructive” …"
          ariaLabel="Find a tool to choose"
          onChange={({ detail }) => setText(detail.value)}
          // Enter would submit the form.
          onKeyDown={(event) => event.detail.key === 'Enter' && event.preventDefault()}
        />
      </FormField>
      <div className="row spread small">
        <span className="muted" role="status">
          {count(chosen.size)} of {plural(tools.length, 'tool')} chosen
          {found.length < tools.length && `, ${count(found.length)} found`}
          {tools.length > LIMITS.tokenScopeTools && `; a token takes ${LIMITS.tokenScopeTools} at most`}
        </span>
        {/* Both buttons stay when they have nothing to do; otherwise the focus would move from one to the other. */}
        <span className="row">
          {found.length <= LIMITS.tokenScopeTools && (
            <TextButton
              idle={allFound}
              onClick={() =>
                put(
                  found.map((tool) => tool.id),
                  true,
                )
              }
            >
              Choose all {count(found.length)}
            </TextButton>
          )}
          <TextButton idle={chosen.size === 0} onClick={() => onChange(new Set())}>
            Choose none
          </TextButton>
        </span>
      </div>
      {found.length > 0 && (
        <GrowingList className="tool-choice" label="Tools" items={found} of={needle}>
          {(tool) => <Row key={tool.id} tool={tool} checked={chosen.has(tool.id)} onPick={onPick} />}
        </GrowingList>
      )}
    </div>
  );
}

interface TextButtonProps {
  /** Has nothing to do; unlike a disabled button it keeps the focus. */
  readonly idle: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

const TextButton = ({ idle, onClick, children }: TextButtonProps) => (
  <button type="button" className="text-button" aria-disabled={idle} onClick={() => idle || onClick()}>
    {children}
  </button>
);

interface RowProps {
  readonly tool: ToolSummary;
  readonly checked: boolean;
  /** Must have a stable identity, so that a row is rendered again only when it changes. */
  readonly onPick: (id: string, on: boolean) => void;
}

const Row = memo(function Row({ tool, checked, onPick }: RowProps) {
  return (
    <li>
      <ListCheckbox checked={checked} onChange={(on) => onPick(tool.id, on)}>
        {tool.name}
      </ListCheckbox>
      <span className="muted small what">
        <Verb verb={tool.verb} /> <span className="mono clip">{tool.path}</span>
        <Marks marks={marksOf(tool).filter(({ tone }) => tone === 'bad' || tone === 'warn')} />
        {!tool.enabled && <span className="chip">off</span>}
      </span>
    </li>
  );
});
