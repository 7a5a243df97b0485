/** Asks before a person is locked out, removed or given a lower role: counts what they hold and would lose, and offers to keep their tokens. */
import Checkbox from '@cloudscape-design/components/checkbox';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { holdingsQuery } from '../../api/queries/access.ts';
import type { Holdings, Member, Role } from '../../api/types.ts';
import { Problem } from '../../components/problem.tsx';
import { Loading } from '../../components/shell.tsx';
import { moment, plural } from '../../lib/format.ts';
import { Confirm } from '../../state/confirm.tsx';

/** What happens to the person. */
export type Leaving = { readonly way: 'lock' | 'remove' | 'unlock' } | { readonly way: 'role'; readonly role: Role };

interface LeavingConfirmProps {
  readonly member: Member;
  readonly leaving: Leaving;
  readonly pending: boolean;
  readonly onConfirm: (tokens: 'revoke' | 'keep') => void;
  readonly onClose: () => void;
}

export function LeavingConfirm({ member, leaving, pending, onConfirm, onClose }: LeavingConfirmProps) {
  const [revokes, setRevokes] = useState(true);
  const query = useQuery(holdingsQuery(member.id, leaving.way === 'role' ? leaving.role : undefined));
  const { action, title, text } = WORDS[leaving.way];
  const holdings = query.data;
  return (
    <Confirm
      title={title(member.email ?? member.id)}
      action={action}
      danger={leaving.way !== 'unlock'}
      pending={pending}
      waits={query.isPending}
      onConfirm={() => onConfirm(revokes ? 'revoke' : 'keep')}
      onClose={onClose}
    >
      <div className="stack">
        <span>{text}</span>
        {holdings === undefined ? (
          query.isError ? (
            <Problem
              error={query.error}
              title="Their tokens and sessions could not be counted"
              retry={() => void query.refetch()}
            />
          ) : (
            <Loading what="their tokens and sessions" />
          )
        ) : leaving.way === 'unlock' ? (
          <Revoked tokens={holdings.revoked} />
        ) : (
          <>
            <span>This ends: {countsOf(holdings.ends)}.</span>
            {holdings.ends.tokens + holdings.ends.clients + holdings.ends.keys > 0 && (
              <Checkbox
                checked={revokes}
                description="The person knows these secrets. Clients that use one stop working, also if the person is let in again."
                onChange={({ detail }) => setRevokes(detail.checked)}
              >
                Revoke the connection tokens and automation keys that they created, and delete the machine clients that
                they registered
              </Checkbox>
            )}
          </>
        )}
      </div>
    </Confirm>
  );
}

const WORDS: Readonly<
  Record<Leaving['way'], { readonly action: string; readonly title: (who: string) => string; readonly text: string }>
> = {
  lock: {
    action: 'Lock out',
    title: (who) => `Lock out ${who}?`,
    text: 'Their logins end at once. You can let them in again, but what ends here is not restored.',
  },
  remove: { action: 'Remove', title: (who) => `Remove ${who}?`, text: 'Their account and their logins end at once.' },
  role: {
    action: 'Save',
    title: (who) => `Give ${who} this role?`,
    text: 'This role may not create the following, so it ends:',
  },
  unlock: { action: 'Let in again', title: (who) => `Let ${who} in again?`, text: 'They can log in with their role.' },
};

/** Such as “2 sessions, 1 connection token”. */
export const countsOf = ({ sessions, tokens, clients, keys, invitations }: Holdings): string => {
  const parts = [
    [sessions, 'session'],
    [tokens, 'connection token'],
    [clients, 'machine client'],
    [keys, 'automation key'],
    [invitations, 'invitation'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, what]) => plural(count, what));
  return shown.length === 0 ? 'nothing' : shown.join(', ');
};

interface RevokedProps {
  readonly tokens: readonly {
    readonly server: { readonly id: string; readonly name: string };
    label: string;
    revokedAt: string;
  }[];
}

function Revoked({ tokens }: RevokedProps) {
  if (tokens.length === 0) return <span>No connection token of theirs was revoked.</span>;
  return (
    <>
      <span>Their connection tokens stay revoked. They can generate new ones on the server’s page.</span>
      <ul>
        {tokens.map(({ server, label, revokedAt }) => (
          <li key={`${server.id} ${label} ${revokedAt}`} className="break">
            “{label}” at {server.name || server.id}, {moment(revokedAt)}
          </li>
        ))}
      </ul>
    </>
  );
}
