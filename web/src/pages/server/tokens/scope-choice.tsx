/** Chooses the tools that a new token may use: all, the read-only ones, or some from the server's list. */
import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '../../../../../core/lib/limits.ts';
import { toolsQuery } from '../../../api/queries/tools.ts';
import type { TokenScopes } from '../../../api/types.ts';
import { Info } from '../../../components/info.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { ToolChoice } from '../../../components/tool-choice.tsx';
import { count, plural } from '../../../lib/format.ts';

export interface Choice {
  readonly kind: 'all' | 'read' | 'chosen';
  /** Ids; kept while another kind is selected. */
  readonly tools: ReadonlySet<string>;
}
export const EVERYTHING: Choice = { kind: 'all', tools: new Set() };

export const scopesOf = ({ kind, tools }: Choice): TokenScopes | undefined =>
  kind === 'all' ? undefined : kind === 'read' ? { access: 'read' } : { tools: [...tools] };

/** What the choice is of. */
type Holder = 'token' | 'rule';

/** The fault of the choice, shown at the list. */
export function choiceFault({ kind, tools }: Choice, holder: Holder = 'token'): string | undefined {
  if (kind !== 'chosen') return undefined;
  if (tools.size === 0) return 'Choose at least one tool.';
  if (tools.size > LIMITS.tokenScopeTools)
    return `A ${holder} takes ${LIMITS.tokenScopeTools} chosen tools at most; ${count(tools.size)} are chosen.`;
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
            { value: 'all', label: 'All tools', description: 'Includes tools that are added later.' },
            {
              value: 'read',
              label: 'Read-only tools',
              description: `Tools that are annotated as read-only${
                reading === undefined
                  ? ''
                  : `: ${count(reading.length)} of ${plural(enabled?.length ?? 0, 'tool')} today`
              }.`,
            },
            { value: 'chosen', label: 'Chosen tools', description: 'Only the tools that you choose here.' },
          ]}
        />
      </FormField>
      {value.kind === 'chosen' &&
        (tools !== undefined ? (
          <ToolChoice
            tools={tools}
            chosen={value.tools}
            fault={fault}
            most={LIMITS.tokenScopeTools}
            owner="a token"
            onChange={(ids) => onChange({ ...value, tools: ids })}
          />
        ) : (
          <QueryState query={query} what="the tools" />
        ))}
    </>
  );
}
