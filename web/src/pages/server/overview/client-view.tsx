/**
 * The tool list as an AI client gets it, for each exposition and for the scope of each token, with its cost in tokens. Read-only: the
 * settings choose the exposition, and a token's scope is chosen when it is created.
 */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import type { Answer } from '../../../api/operations.ts';
import { tokensQuery } from '../../../api/queries/access.ts';
import { modelToolsQuery } from '../../../api/queries/tools.ts';
import type { Exposed, ModelTool } from '../../../api/types.ts';
import { CodeBlock } from '../../../components/code-block.tsx';
import { Empty } from '../../../components/empty.tsx';
import { EXPOSITION_NAMES } from '../../../components/exposition-choice.tsx';
import { TextField } from '../../../components/form-fields.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import type { TabProps } from '../../../components/server-tab.ts';
import { useAddressed } from '../../../lib/address.ts';
import { CONTEXT_TOKENS, GOOD_TOOLS } from '../../../lib/context.ts';
import { count, percent, plural, short } from '../../../lib/format.ts';
import { settingsPath } from '../../../lib/settings-sections.ts';

const WAYS: readonly Exposed[] = ['flat', 'compact', 'grouped', 'search'];
/** Values of the second choice that are not token ids. */
const WHOLE = '';
const READ = 'read';

export default function ClientView({ server }: TabProps) {
  const [text, setText] = useAddressed('q');
  const [way, setWay] = useAddressed('list');
  const [scope, setScope] = useAddressed('as');
  const needle = useDeferredValue(text.trim());
  const tokens = useQuery(tokensQuery(server.id));
  const exposition = WAYS.find((one) => one === way);
  const query = useInfiniteQuery(
    modelToolsQuery(server.id, {
      ...(exposition !== undefined && { exposition }),
      ...(scope === READ ? { access: READ } : scope !== WHOLE && { token: scope }),
      ...(needle !== '' && { q: needle }),
    }),
  );
  const ways = [
    {
      value: '',
      label: `Current${server.bundle ? `: ${EXPOSITION_NAMES[server.bundle.exposition].toLowerCase()}` : ''}`,
    },
    ...WAYS.map((value) => ({ value, label: EXPOSITION_NAMES[value] })),
  ];
  const scopes = [
    { value: WHOLE, label: 'A token for all tools' },
    { value: READ, label: 'A token for read-only tools' },
    ...(tokens.data?.items ?? [])
      .filter((one) => one.status === 'active' && one.scopes !== undefined)
      .map((one) => ({ value: one.id, label: `Token “${one.label}”` })),
  ];
  const first = query.data?.pages[0];
  return (
    <>
      <div className="toolbar">
        <FormField label="Listing">
          <Select
            selectedOption={ways.find(({ value }) => value === way) ?? ways[0] ?? null}
            options={ways}
            onChange={({ detail }) => setWay(detail.selectedOption.value ?? '')}
          />
        </FormField>
        <FormField label="Client">
          <Select
            selectedOption={scopes.find(({ value }) => value === scope) ?? scopes[0] ?? null}
            options={scopes}
            onChange={({ detail }) => setScope(detail.selectedOption.value ?? '')}
          />
        </FormField>
        <div className="search">
          <TextField
            label="Find"
            stretch={false}
            type="search"
            value={text}
            placeholder="Name, description, argument …"
            onChange={setText}
          />
        </div>
      </div>
      {first === undefined ? (
        <QueryState query={query} what="the list" />
      ) : (
        <>
          <Cost list={first} serverId={server.id} isFiltered={needle !== ''} />
          {first.found === 0 ? (
            <Empty title={first.total === 0 ? 'This client sees no tools' : 'Nothing found'}>
              {first.total === 0
                ? 'No tool is enabled, or the token has access to none.'
                : 'Nothing in the list has this text.'}
            </Empty>
          ) : (
            <ul className="client-view" aria-label="Tools as clients see them">
              {query.data?.pages.flatMap(({ items }) => items.map((tool) => <Listed key={tool.name} tool={tool} />))}
            </ul>
          )}
          {query.hasNextPage && (
            <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Show more
            </Button>
          )}
        </>
      )}
    </>
  );
}

interface CostProps {
  readonly list: Answer<'listModelTools'>;
  readonly serverId: string;
  readonly isFiltered: boolean;
}

/** What the list costs a model's context, and how to make it smaller. */
function Cost({ list, serverId, isFiltered }: CostProps) {
  const { found, total, tokens, exposition } = list;
  return (
    <>
      <p className="small muted" role="status">
        {isFiltered && `${count(found)} of `}
        {plural(total, 'tool')}, ≈ {short(tokens)} tokens, {percent(tokens, CONTEXT_TOKENS)} of a context of{' '}
        {count(CONTEXT_TOKENS)} tokens.
      </p>
      {total > GOOD_TOOLS && (
        <p className="small warn">
          Models choose best from {GOOD_TOOLS} tools or fewer. Switch off{' '}
          <Link to={`/servers/${serverId}/tools`}>tools</Link> that nobody needs, give a client a{' '}
          <Link to={`/servers/${serverId}/tokens`}>token for chosen tools</Link>
          {(exposition === 'flat' || exposition === 'compact') && (
            <>
              , or list them as groups in the <Link to={settingsPath(serverId, 'listing')}>settings</Link>
            </>
          )}
          .
        </p>
      )}
    </>
  );
}

function Listed({ tool }: { readonly tool: ModelTool }) {
  const [open, setOpen] = useState(false);
  const { tokens, ...wire } = tool;
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className="mono break">{tool.name}</span>
          <span className="small muted">≈ {short(tokens)} tokens</span>
        </summary>
        {open && <CodeBlock json title="As in tools/list" text={JSON.stringify(wire, null, 2)} />}
      </details>
      <p className="small pre">{tool.description}</p>
    </li>
  );
}
