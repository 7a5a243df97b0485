/** Changes the role and rights of a person, locks them out, removes them. */
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import type { Member, Role } from '../../api/types.ts';
import { useNotify } from '../../app/notices.tsx';
import { useSession } from '../../app/session.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { PanelActions } from '../../components/panel-actions.tsx';
import { SidePanel } from '../../components/side-panel.tsx';
import { RoleFields } from './role-fields.tsx';

interface MemberEditorProps {
  readonly member: Member;
  readonly onClose: () => void;
}

type Asked = 'lock' | 'remove';

export function MemberEditor({ member, onClose }: MemberEditorProps) {
  const notify = useNotify();
  const { me } = useSession();
  const had = member.rights.includes('answer-reader');
  const [role, setRole] = useState<Role | undefined>(member.role);
  const [reads, setReads] = useState(had);
  const [revokes, setRevokes] = useState(true);
  const [asked, setAsked] = useState<Asked>();
  const [pending, setPending] = useState(false);
  const who = member.email ?? member.id;
  const path = { memberId: member.id };
  const stays = role === member.role && reads === had && member.groups.length <= 1;
  const isLocked = member.status === 'disabled';

  const run = async (work: () => Promise<string>) => {
    setPending(true);
    try {
      notify.success(await work());
      onClose();
    } catch (error) {
      setAsked(undefined);
      notify.failure(error);
    } finally {
      setPending(false);
    }
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const rights = reads ? ['answer-reader' as const] : [];
      await call('changeMember', { path, body: { ...(role && { role }), rights } });
      return `Saved. What ${who} has open asks for the new role at once.`;
    });
  };
  const setEnabled = (enabled: boolean) =>
    run(async () => {
      await call('changeMember', { path, body: { enabled } });
      return enabled ? `${who} can log in again.` : `${who} is locked out, and their sessions have ended.`;
    });
  const remove = () =>
    run(async () => {
      const ended = await call('removeMember', { path, query: { tokens: revokes ? 'revoke' : 'keep' } });
      return `${who} is removed. Ended: ${ended.sessions} sessions, ${ended.tokens} connection tokens, ${ended.invitations} invitations.`;
    });

  return (
    <SidePanel title={who} onClose={onClose}>
      <form className="stack" onSubmit={save}>
        <RoleFields role={role} reads={reads} hadRight={had} onRole={setRole} onReads={setReads} />
        {me.id === member.id && <p className="warn small">This is you.</p>}
        <hr />
        <div className="row spread">
          <span className="grow muted">
            {isLocked ? 'They cannot log in.' : 'Locking out ends their logins and sessions, and can be taken back.'}
          </span>
          {isLocked ? (
            <Button formAction="none" loading={pending} onClick={() => void setEnabled(true)}>
              Let in again
            </Button>
          ) : (
            <Button formAction="none" onClick={() => setAsked('lock')}>
              Lock out
            </Button>
          )}
        </div>
        <div className="row spread">
          <span className="grow muted">Removing deletes their account.</span>
          <Button formAction="none" onClick={() => setAsked('remove')}>
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
      {asked === 'lock' && (
        <Confirm
          title={`Lock out ${who}?`}
          action="Lock out"
          danger
          pending={pending}
          onConfirm={() => void setEnabled(false)}
          onClose={() => setAsked(undefined)}
        >
          Their logins and the sessions of their clients end at once. Connection tokens that they created stay valid.
        </Confirm>
      )}
      {asked === 'remove' && (
        <Confirm
          title={`Remove ${who}?`}
          action="Remove"
          danger
          pending={pending}
          onConfirm={() => void remove()}
          onClose={() => setAsked(undefined)}
        >
          <div className="stack">
            <span>
              Their account, their logins and the sessions of their clients end at once, and their own pending
              invitations are withdrawn.
            </span>
            <Checkbox
              checked={revokes}
              description="They have seen the tokens. Clients that use one stop working."
              onChange={({ detail }) => setRevokes(detail.checked)}
            >
              Revoke the connection tokens that they created
            </Checkbox>
          </div>
        </Confirm>
      )}
    </SidePanel>
  );
}
