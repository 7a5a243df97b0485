/** The panel that invites a person by e-mail with a role. */
import FormField from '@cloudscape-design/components/form-field';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import RadioGroup from '@cloudscape-design/components/radio-group';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../api/client.ts';
import type { InvitationWay, Role } from '../../api/types.ts';
import { PanelActions } from '../../components/panel-actions.tsx';
import { SidePanel } from '../../components/side-panel.tsx';
import { focusFault } from '../../lib/fault-focus.ts';
import { invitedNotice } from '../../lib/invited-notice.ts';
import { isPlainEmail } from '../../lib/member-commands.ts';
import { useNotify } from '../../state/notices.tsx';
import { RoleFields } from './role-fields.tsx';

interface InvitePanelProps {
  readonly ways: readonly InvitationWay[];
  /** On one machine no mail is sent. */
  readonly isLocal: boolean;
  readonly onClose: () => void;
}

const WAYS: Record<InvitationWay, { readonly label: string; readonly description: string }> = {
  password: {
    label: 'With a password',
    description: 'Sends a mail with a temporary password.',
  },
  provider: {
    label: 'Through your identity provider',
    description:
      'No mail is sent: tell them the URL of this page. The provider must confirm their address as verified.',
  },
};

export function InvitePanel({ ways, isLocal, onClose }: InvitePanelProps) {
  const notify = useNotify();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [reads, setReads] = useState(false);
  const [way, setWay] = useState<InvitationWay>(ways[0] ?? 'password');
  const [fault, setFault] = useState<string>();
  const [pending, setPending] = useState(false);
  const input = useRef<InputProps.Ref>(null);
  useEffect(() => input.current?.focus(), []);
  const invite = async (event: FormEvent) => {
    const form = event.currentTarget as HTMLFormElement;
    event.preventDefault();
    const address = email.trim();
    if (!isPlainEmail(address)) {
      setFault('Enter one address, such as ann@example.com.');
      return focusFault(form);
    }
    setPending(true);
    try {
      await call('inviteMember', {
        path: {},
        body: { email: address, role, way, ...(reads && { rights: ['answer-reader'] }) },
      });
      notify.success(invitedNotice(address, way, isLocal));
      onClose();
    } catch (error) {
      const found = error instanceof ApiError ? error.faultOf('email') : undefined;
      setFault(found);
      if (found === undefined) notify.failure(error);
      else focusFault(form);
    } finally {
      setPending(false);
    }
  };
  return (
    <SidePanel title="Invite a person" onClose={onClose}>
      <form className="stack" onSubmit={(event) => void invite(event)} noValidate>
        <FormField label="E-mail" errorText={fault} stretch>
          <Input
            ref={input}
            type="email"
            value={email}
            ariaRequired
            autoComplete={false}
            onChange={({ detail }) => setEmail(detail.value)}
          />
        </FormField>
        <RoleFields role={role} reads={reads} onRole={setRole} onReads={setReads} />
        {ways.length > 1 && (
          <FormField label="How they log in" stretch>
            <RadioGroup
              value={way}
              items={ways.map((value) => ({ value, ...WAYS[value] }))}
              onChange={({ detail }) => setWay(detail.value as InvitationWay)}
            />
          </FormField>
        )}
        <p className="muted small">The invitation is valid for seven days. You can withdraw it until it is accepted.</p>
        <PanelActions action="Invite" pending={pending} onClose={onClose} />
      </form>
    </SidePanel>
  );
}
