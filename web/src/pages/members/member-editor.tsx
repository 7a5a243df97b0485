/** Changes the role and rights of a person, locks them out, removes them. */
import Button from '@cloudscape-design/components/button';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import type { Holdings, Member, Role } from '../../api/types.ts';
import { PanelActions } from '../../components/panel-actions.tsx';
import { SidePanel } from '../../components/side-panel.tsx';
import { ROLES } from '../../lib/roles.ts';
import { useNotify } from '../../state/notices.tsx';
import { useSession } from '../../state/session.tsx';
import { useAction } from '../../state/use-action.ts';
import { countsOf, type Leaving, LeavingConfirm } from './leaving.tsx';
import { RoleFields } from './role-fields.tsx';

interface MemberEditorProps {
  readonly member: Member;
  readonly onClose: () => void;
}

export function MemberEditor({ member, onClose }: MemberEditorProps) {
  const notify = useNotify();
  const { me } = useSession();
  const had = member.rights.includes('answer-reader');
  const [role, setRole] = useState<Role | undefined>(member.role);
  const [reads, setReads] = useState(had);
  const [asked, setAsked] = useState<Leaving>();
  const { pending, run: act } = useAction();
  const who = member.email ?? member.id;
  const path = { memberId: member.id };
  const stays = role === member.role && reads === had && member.groups.length <= 1;
  const isLocked = member.status === 'disabled';

  const run = async (work: () => Promise<string>) => {
    const isDone = await act(async () => {
      notify.success(await work());
      onClose();
    });
    if (!isDone) setAsked(undefined);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isLower(role, member.role)) setAsked({ way: 'role', role });
    else void change({});
  };
  const change = (more: { readonly tokens?: Tokens }) =>
    run(async () => {
      const rights = reads ? ['answer-reader' as const] : [];
      // Only a role that is another one: the same again would end what was kept when they got it.
      const isOther = role !== undefined && (role !== member.role || member.groups.length > 1);
      const { ended } = await call('changeMember', { path, body: { ...(isOther && { role }), rights, ...more } });
      return `Saved. The new role of ${who} applies at once.${endedText(ended)}`;
    });
  const confirm = (tokens: Tokens) => {
    if (asked?.way === 'role') return change({ tokens });
    return run(async () => {
      if (asked?.way === 'remove') {
        return `${who} is removed.${endedText(await call('removeMember', { path, query: { tokens } }))}`;
      }
      if (asked?.way === 'unlock') {
        await call('changeMember', { path, body: { enabled: true } });
        return `${who} can log in again.`;
      }
      const { ended } = await call('changeMember', { path, body: { enabled: false, tokens } });
      return `${who} is locked out.${endedText(ended)}`;
    });
  };

  return (
    <SidePanel title={who} onClose={onClose}>
      <form className="stack" onSubmit={save}>
        <RoleFields role={role} reads={reads} hadRight={had} onRole={setRole} onReads={setReads} />
        {me.id === member.id && <p className="warn small">This is you.</p>}
        <hr />
        <div className="row spread">
          <span className="grow muted">
            {isLocked
              ? 'They cannot log in.'
              : 'Ends their logins, sessions and connection tokens. You can let them in again; the tokens stay revoked.'}
          </span>
          {isLocked ? (
            <Button formAction="none" onClick={() => setAsked({ way: 'unlock' })}>
              Let in again
            </Button>
          ) : (
            <Button formAction="none" onClick={() => setAsked({ way: 'lock' })}>
              Lock out
            </Button>
          )}
        </div>
        <div className="row spread">
          <span className="grow muted">Deletes their account.</span>
          <Button formAction="none" onClick={() => setAsked({ way: 'remove' })}>
            Remove
          </Button>
        </div>
        <PanelActions
          action="Save"
          pending={pending && asked === undefined}
          refused={stays ? 'Nothing is changed.' : undefined}
          onClose={onClose}
        />
      </form>
      {asked !== undefined && (
        <LeavingConfirm
          member={member}
          leaving={asked}
          pending={pending}
          onConfirm={(tokens) => void confirm(tokens)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </SidePanel>
  );
}

type Tokens = 'revoke' | 'keep';

const endedText = (ended: Holdings): string => ` It ended ${countsOf(ended)}.`;

/** Whether the new role may do less: then what the person holds may end. */
const isLower = (role: Role | undefined, had: Role | undefined): role is Role =>
  role !== undefined && rankOf(role) < rankOf(had);
const rankOf = (role: Role | undefined): number => ROLES.findLastIndex(({ value }) => value === role);
