/**
 * Enabled tools that nobody called as far back as the figures reach. Each costs every model that lists it; some or all can be switched
 * off, and on again. Tools that were added since are named apart: they are too young to tell.
 */
import Button from '@cloudscape-design/components/button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { unusedTools } from '../../../../../core/audit/unusedTools.ts';
import { call } from '../../../api/client.ts';
import { toolsQuery } from '../../../api/queries/tools.ts';
import type { CallGroups } from '../../../api/types.ts';
import { ListCheckbox } from '../../../components/list-inputs.tsx';
import { Problem } from '../../../components/problem.tsx';
import type { TabProps } from '../../../components/server-tab.ts';
import { Verb } from '../../../components/verb.tsx';
import { ago, count, moment, plural, short } from '../../../lib/format.ts';
import { useSession } from '../../../state/session.tsx';

const SHOWN = 50;

export function NeverCalled({ server, data }: TabProps & { readonly data: CallGroups }) {
  const { canEdit } = useSession();
  const queries = useQueryClient();
  const tools = useQuery(toolsQuery(server.id));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState(SHOWN);
  const { unused, young } = useMemo(
    () =>
      unusedTools(
        tools.data?.items ?? [],
        data.groups.map(({ key }) => key),
        data.since,
      ),
    [tools.data, data],
  );
  const switching = useMutation({
    mutationFn: async ({ ids, on }: { readonly ids: readonly string[]; readonly on: boolean }) => {
      // A request changes as many as it can, and says how many are left.
      for (let left = ids.length; left > 0; ) {
        const answer = await call('changeTools', {
          path: { id: server.id },
          body: { enabled: on, toolIds: [...ids] },
        });
        left = answer.left < left ? answer.left : 0;
      }
      return { ids, on };
    },
    // Also after an error: what was changed before it is shown as it is.
    onSettled: () => queries.invalidateQueries({ queryKey: ['server', server.id] }),
    onSuccess: () => setChosen(new Set()),
  });
  const done = switching.data;
  if (tools.data === undefined || (unused.length === 0 && young.length === 0 && done === undefined)) return null;
  const ids = unused.flatMap(({ id }) => (chosen.size === 0 || chosen.has(id) ? [id] : []));
  const cost = unused.reduce((sum, { tokens }) => sum + tokens, 0);
  return (
    <section className="card stack" aria-label="Never called">
      <div className="row spread">
        <div>
          <h2>Never called</h2>
          <p className="small muted">
            {unused.length === 0
              ? 'Every tool that was enabled for the whole period was called.'
              : `${plural(unused.length, 'enabled tool')} without a call since ${moment(data.since)}: ≈ ${short(cost)} tokens as full tools.`}
            {young.length > 0 &&
              ` ${plural(young.length, 'tool')} more without a call ${young.length === 1 ? 'was' : 'were'} added since.`}
          </p>
        </div>
        {canEdit && ids.length > 0 && (
          <Button loading={switching.isPending} onClick={() => switching.mutate({ ids, on: false })}>
            Switch off {chosen.size === 0 ? `all ${count(ids.length)}` : count(ids.length)}
          </Button>
        )}
      </div>
      <p role="status" className="small">
        {switching.isPending && 'Saving …'}
        {done !== undefined && !switching.isPending && !switching.isError && (
          <>
            {plural(done.ids.length, 'tool')} {done.ids.length === 1 ? 'is' : 'are'} {done.on ? 'on again' : 'off'}.{' '}
            {!done.on && (
              <Button variant="inline-link" onClick={() => switching.mutate({ ids: done.ids, on: true })}>
                Switch on again
              </Button>
            )}
          </>
        )}
      </p>
      {switching.isError && <Problem error={switching.error} title="Some tools were not switched" />}
      {unused.length > 0 && (
        <ul className="unused">
          {unused.slice(0, shown).map((tool) => (
            <li key={tool.id} className="row">
              {canEdit && (
                <ListCheckbox
                  checked={chosen.has(tool.id)}
                  onChange={(on) => {
                    const next = new Set(chosen);
                    if (on) next.add(tool.id);
                    else next.delete(tool.id);
                    setChosen(next);
                  }}
                >
                  <span className="visually-hidden">Choose {tool.name}</span>
                </ListCheckbox>
              )}
              <Verb verb={tool.verb} />
              <Link className="mono break grow" to={`/servers/${server.id}/tools?tool=${tool.id}`}>
                {tool.name}
              </Link>
              <span className="small muted">added {ago(tool.createdAt)}</span>
            </li>
          ))}
        </ul>
      )}
      {unused.length > shown && (
        <div>
          <Button onClick={() => setShown(shown + SHOWN)}>Show more of {count(unused.length)}</Button>
        </div>
      )}
    </section>
  );
}
