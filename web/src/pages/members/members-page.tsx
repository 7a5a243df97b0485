/** Who may log in, with which role, and who is invited; for admins. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { invitationsQuery, membersQuery } from '../../api/queries/access.ts';
import type { Invitation, Member } from '../../api/types.ts';
import { type Column, ListTable } from '../../components/list-table.tsx';
import { Problem } from '../../components/problem.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Ago } from '../../components/time.tsx';
import { useSession } from '../../state/session.tsx';
import { AutomationKeys } from './automation-keys.tsx';
import { Invitations } from './invitations.tsx';
import { InvitePanel } from './invite-panel.tsx';
import { MemberEditor } from './member-editor.tsx';
import { MemberPanel } from './member-panel.tsx';
import { MemberSessions } from './member-sessions.tsx';
import { RegisteredClients } from './registered-clients.tsx';
import '../../styles/server.css';

const COLUMNS: readonly Column[] = ['Person', 'Role', 'State', 'Added', 'Changed'];
const ACTIONS: Column = { name: 'Actions', as: 'hidden' };

export default function MembersPage() {
  const { isAdmin } = useSession();
  useEffect(() => {
    document.title = 'Members · Portcullis';
  }, []);
  if (isAdmin) return <Members />;
  return (
    <>
      <div className="page-head">
        <h1>Members</h1>
      </div>
      <Alert type="info">Only administrators can see the members.</Alert>
    </>
  );
}

function Members() {
  const query = useInfiniteQuery(membersQuery());
  const [opened, setOpened] = useState<Member | 'new'>();
  const [watched, setWatched] = useState<Member>();
  const pages = query.data?.pages;
  const pool = pages?.[0]?.userPool;
  const isManaged = pages?.[0]?.managed === true;
  const invitations = useQuery({ ...invitationsQuery(), enabled: isManaged });
  const queries = useQueryClient();
  const open = new Set(invitations.data?.items.filter(({ state }) => isOpen(state)).map(({ email }) => email));
  const canAdd = isManaged ? (invitations.data?.ways.length ?? 0) > 0 : pool !== undefined;
  const close = () => {
    setOpened(undefined);
    void query.refetch();
    void queries.invalidateQueries({ queryKey: ['invitations'] });
  };
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Members</h1>
          <p>
            {pages !== undefined && pool === undefined
              ? 'People who can log in. The local login has admin, editor and viewer built in.'
              : 'People who can log in. A person’s role is the highest among their groups.'}{' '}
            For several teams, see <Link to="/projects">projects</Link>.
          </p>
        </div>
        {canAdd && (
          <Button variant="primary" onClick={() => setOpened('new')}>
            {isManaged ? 'Invite a person' : 'Add a person'}
          </Button>
        )}
      </div>
      <div className="settings-stack">
        {pages === undefined ? (
          <QueryState query={query} what="the members" />
        ) : (
          <div className="stack">
            <ListTable columns={[...COLUMNS, ACTIONS]}>
              {pages
                .flatMap((page) => page.members)
                // Shown among the invitations.
                .filter(({ status, email }) => !(status === 'invited' && email !== undefined && open.has(email)))
                .map((member) => (
                  <MemberRow
                    key={member.id}
                    member={member}
                    onWatch={() => setWatched(member)}
                    onChange={isManaged || pool !== undefined ? () => setOpened(member) : undefined}
                  />
                ))}
            </ListTable>
            {watched !== undefined && (
              <MemberSessions key={watched.id} member={watched} onClose={() => setWatched(undefined)} />
            )}
            {query.isFetchNextPageError && <Problem error={query.error} retry={() => void query.fetchNextPage()} />}
            {query.hasNextPage && (
              <div>
                <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Show more
                </Button>
              </div>
            )}
          </div>
        )}
        {isManaged && <Invitations query={invitations} isLocal={pool === undefined} />}
        <AutomationKeys />
        <RegisteredClients />
      </div>
      {opened === 'new' && isManaged && invitations.data !== undefined && (
        <InvitePanel ways={invitations.data.ways} isLocal={pool === undefined} onClose={close} />
      )}
      {opened !== undefined && opened !== 'new' && isManaged && <MemberEditor member={opened} onClose={close} />}
      {opened !== undefined && !isManaged && pool !== undefined && (
        <MemberPanel pool={pool} member={opened === 'new' ? undefined : opened} onClose={close} />
      )}
    </>
  );
}

const isOpen = (state: Invitation['state']) => state === 'pending' || state === 'expired';

interface MemberRowProps {
  readonly member: Member;
  readonly onWatch: () => void;
  /** Unset for accounts that cannot be changed. */
  readonly onChange: (() => void) | undefined;
}

function MemberRow({ member, onWatch, onChange }: MemberRowProps) {
  const { me } = useSession();
  return (
    <tr className={member.status === 'disabled' ? 'off' : ''}>
      <td className="wide break">
        <Person member={member} isMe={member.id === me.id} />
      </td>
      <td>
        <Roles member={member} />
      </td>
      <td>
        <State member={member} />
      </td>
      <td data-label="Added">
        <Ago at={member.createdAt} />
      </td>
      <td data-label="Changed">
        <Ago at={member.lastModifiedAt} />
      </td>
      <td className="num actions">
        <div className="row">
          <Button variant="inline-link" ariaLabel={`Clients of ${member.email ?? member.id}`} onClick={onWatch}>
            Clients
          </Button>
          {onChange !== undefined && (
            <Button variant="inline-link" ariaLabel={`Change ${member.email ?? member.id}`} onClick={onChange}>
              Change
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}

function Person({ member: { id, email, name }, isMe }: { readonly member: Member; readonly isMe: boolean }) {
  return (
    <span className="row">
      <strong>{name ?? email ?? id}</strong>
      {name !== undefined && <span className="muted small">{email ?? id}</span>}
      {isMe && <span className="chip accent">you</span>}
    </span>
  );
}

const TONES = { admin: 'accent', editor: 'good', viewer: '' } as const;

function Roles({ member: { role, groups, rights } }: { readonly member: Member }) {
  if (role === undefined) return <span className="warn">No role, no access</span>;
  const others = groups.filter((group) => group !== role);
  return (
    <>
      <span className={`chip ${TONES[role]}`}>{role}</span>
      {others.length > 0 && <span className="muted small"> also in {others.join(', ')}</span>}
      {rights.includes('answer-reader') && <span className="muted small"> · can view stored answers</span>}
    </>
  );
}

const STATES = {
  active: ['good', 'Active'],
  invited: ['warn', 'Invited, no password yet'],
  unconfirmed: ['warn', 'Not confirmed'],
  reset_required: ['warn', 'Must set a new password'],
  disabled: ['bad', 'Locked out'],
  unknown: ['muted', 'Unknown'],
} as const;

function State({ member: { status } }: { readonly member: Member }) {
  const [tone, text] = STATES[status];
  return <span className={tone}>{text}</span>;
}
