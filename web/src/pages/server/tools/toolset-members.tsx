/** The servers of a toolset: what clients see of each now, or why nothing; and which servers it has. */
import Button from '@cloudscape-design/components/button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../api/client.ts';
import { serversQuery, showServer, toolsetMembersQuery } from '../../../api/queries/servers.ts';
import type { ToolsetMembers } from '../../../api/types.ts';
import { MemberChoice } from '../../../components/member-choice.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import type { TabProps } from '../../../components/server-tab.ts';
import { useSave } from '../../../components/use-save.ts';
import { plural } from '../../../lib/format.ts';
import { useNotify } from '../../../state/notices.tsx';
import { useSession } from '../../../state/session.tsx';
import { type GivenMember, MemberFields } from './toolset-member-fields.tsx';

type Member = ToolsetMembers['items'][number];

/** What each state means, and what helps. */
const STATES: Readonly<Record<Member['state'], { readonly text: string; readonly isGood: boolean }>> = {
  listed: { text: 'Listed', isGood: true },
  changing: { text: 'Changing; clients see it in a moment', isGood: true },
  refused: { text: 'Not updated: the list cannot be made of these servers', isGood: false },
  offline: { text: 'Offline: its tools are gone until it is brought online', isGood: false },
  missing: { text: 'Deleted: take it out', isGood: false },
  not_deployed: { text: 'Never deployed: deploy it first', isGood: false },
  unreadable: { text: 'Its stored version cannot be read: deploy it again', isGood: false },
  toolset: { text: 'A toolset, which is not listed: take it out', isGood: false },
};

/** It is there, but what was chosen of it is not. */
const NONE_CHOSEN = { text: 'No tool of it is on and chosen', isGood: false };

export function ToolsetMembersView({ server }: TabProps) {
  const { canEdit } = useSession();
  const query = useQuery(toolsetMembersQuery(server.id));
  if (query.data === undefined) return <QueryState query={query} what="the servers" />;
  const { items } = query.data;
  return (
    <div className="stack">
      <section className="card stack">
        <div>
          <h2>Servers of this toolset</h2>
          <span className="muted">
            Edit tools, words, credentials and rules at the server that they are of; clients of the toolset see it at
            once.
          </span>
        </div>
        <ul className="plain stack">
          {items.map((member) => (
            <MemberRow key={member.serverId} member={member} />
          ))}
        </ul>
      </section>
      <MembersForm key={JSON.stringify(server.source.members)} server={server} disabled={!canEdit} />
    </div>
  );
}

function MemberRow({ member: { serverId, name, prefix, state, tools, renamed } }: { readonly member: Member }) {
  const { text, isGood } = state === 'listed' && tools === 0 ? NONE_CHOSEN : STATES[state];
  return (
    <li>
      <div className="row">
        <Link to={`/servers/${serverId}`} className="member-name break">
          {name || serverId}
        </Link>
        <span className={isGood ? 'chip sentence good' : 'chip sentence warn'}>{text}</span>
        <span className="chip">{plural(tools, 'tool')}</span>
        <span className="small muted">
          prefix <span className="mono">{prefix}</span>
        </span>
      </div>
      {renamed.length > 0 && (
        <details className="small">
          <summary>{plural(renamed.length, 'tool')} with another name</summary>
          <ul>
            {renamed.map((tool) => (
              <li key={tool.name} className="mono break">
                {tool.from} → {tool.name}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

/** Adds and removes servers, and chooses of each what is listed; what was chosen of those that stay, stays. */
function MembersForm({ server, disabled }: TabProps & { readonly disabled: boolean }) {
  const servers = useQuery(serversQuery());
  const nameOf = (id: string) => servers.data?.items.find((one) => one.id === id)?.name || id;
  const notify = useNotify();
  const queries = useQueryClient();
  const stored = server.source.members ?? [];
  const [members, setMembers] = useState<readonly GivenMember[]>(stored);
  const chosen = members.map(({ serverId }) => serverId);
  const { pending, refused, run } = useSave<'save'>();
  const isChanged = JSON.stringify(members) !== JSON.stringify(stored);
  const choose = (ids: readonly string[]) =>
    setMembers(ids.map((serverId) => [...members, ...stored].find((one) => one.serverId === serverId) ?? { serverId }));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    await run('save', event.currentTarget as HTMLFormElement, async () => {
      const body = { source: { kind: 'toolset' as const, members: [...members] } };
      showServer(queries, await call('changeServer', { path: { id: server.id }, body }));
      await queries.invalidateQueries({ queryKey: ['server', server.id] });
      notify.success('Saved. Connected clients are told.');
    });
  };
  return (
    <form className="card stack" onSubmit={(event) => void save(event)} noValidate>
      <MemberChoice
        chosen={chosen}
        disabled={disabled}
        fault={chosen.length === 0 ? 'Choose at least one server.' : refused?.faultOf('source.members')}
        onChange={choose}
      />
      {members.map((member, at) => (
        <MemberFields
          key={member.serverId}
          name={nameOf(member.serverId)}
          member={member}
          disabled={disabled}
          faultOf={(field) => refused?.faultOf(`source/members/${at}/${field}`)}
          onChange={(next) => setMembers(members.with(at, next))}
        />
      ))}
      {!disabled && (
        <div className="row">
          <Button
            variant="primary"
            formAction="submit"
            disabled={!isChanged || chosen.length === 0}
            loading={pending !== undefined}
          >
            Save
          </Button>
        </div>
      )}
    </form>
  );
}
