/** How to add or change a person where the deployment leaves that to the user pool (invitations=false): commands to copy. */
import FormField from '@cloudscape-design/components/form-field';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import { useEffect, useRef, useState } from 'react';
import type { Member, Right, Role, UserPool } from '../../api/types.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { ChoiceField } from '../../components/form-fields.tsx';
import { SidePanel } from '../../components/side-panel.tsx';
import {
  addingCommands,
  isPlainEmail,
  lockingCommands,
  removingCommands,
  rightCommands,
  roleCommands,
  unlockingCommands,
} from '../../lib/member-commands.ts';
import { ROLES } from '../../lib/roles.ts';

const READER: Right = 'answer-reader';

interface MemberPanelProps {
  readonly pool: UserPool;
  /** Undefined to add a person. */
  readonly member?: Member | undefined;
  readonly onClose: () => void;
}

export function MemberPanel({ pool, member, onClose }: MemberPanelProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>(member?.role ?? 'viewer');
  const input = useRef<InputProps.Ref>(null);
  useEffect(() => input.current?.focus(), []);
  const isEmail = isPlainEmail(email.trim());
  return (
    <SidePanel title={member === undefined ? 'Add a person' : (member.email ?? member.id)} onClose={onClose}>
      <div className="stack">
        <p className="muted">
          People are managed in the user pool (invitations=false). Run these commands with AWS credentials that may do
          so.
        </p>
        {member === undefined && (
          <FormField
            label="E-mail"
            errorText={email.trim() === '' || isEmail ? undefined : 'Enter one address, such as ann@example.com.'}
            stretch
          >
            <Input
              ref={input}
              type="email"
              value={email}
              autoComplete={false}
              onChange={({ detail }) => setEmail(detail.value)}
            />
          </FormField>
        )}
        <ChoiceField label="Role" value={role} options={ROLES} onChange={setRole} />
        {member === undefined ? (
          isEmail ? (
            <CodeBlock
              title="Invite and give the role"
              text={addingCommands(pool, email.trim(), role)}
              copyLabel="Copy"
            />
          ) : (
            <p className="muted small">The commands appear here once you have entered an address.</p>
          )
        ) : (
          <Changes pool={pool} member={member} role={role} />
        )}
      </div>
    </SidePanel>
  );
}

function Changes({ pool, member, role }: { readonly pool: UserPool; readonly member: Member; readonly role: Role }) {
  const stays = member.groups.length === 1 && member.role === role;
  return (
    <>
      {stays ? (
        <p className="muted small">This is their present role. Choose another one to see the commands.</p>
      ) : (
        <CodeBlock title="Change the role" text={roleCommands(pool, member, role)} copyLabel="Copy" />
      )}
      <CodeBlock
        title={
          member.rights.includes(READER) ? 'Remove the right to view stored answers' : 'Let them view stored answers'
        }
        text={rightCommands(pool, member, READER)}
        copyLabel="Copy"
      />
      {member.status === 'disabled' ? (
        <CodeBlock title="Let them in again" text={unlockingCommands(pool, member)} copyLabel="Copy" />
      ) : (
        <CodeBlock title="Lock them out" text={lockingCommands(pool, member)} copyLabel="Copy" />
      )}
      <CodeBlock title="Remove them" text={removingCommands(pool, member)} copyLabel="Copy" />
      <p className="muted small">
        Open pages keep the present role for up to an hour. Connection tokens that they created stay valid: revoke those
        that only they used. Signed-in clients are refused within 15 minutes; to refuse them at once, end their sessions
        under “Clients”.
      </p>
    </>
  );
}
