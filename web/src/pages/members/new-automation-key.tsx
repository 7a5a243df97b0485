/** The panel that creates an automation key. It passes the key to its caller and does not keep it. */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import RadioGroup from '@cloudscape-design/components/radio-group';
import Select from '@cloudscape-design/components/select';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../api/client.ts';
import type { AutomationKey, CreatedAutomationKey } from '../../api/types.ts';
import { SidePanel } from '../../components/side-panel.tsx';
import { focusFault } from '../../lib/fault-focus.ts';
import { useNotify } from '../../state/notices.tsx';

interface NewAutomationKeyProps {
  readonly onClose: () => void;
  readonly onMade: (made: CreatedAutomationKey) => void;
}

const ROLES = [
  { value: 'viewer', label: 'Viewer', description: 'Compares and checks: diff, tool check, attention.' },
  { value: 'editor', label: 'Editor', description: 'Applies servers, and checks lockfiles.' },
  { value: 'admin', label: 'Admin', description: 'Also deletes servers, and changes webhooks and global settings.' },
  {
    value: 'scim',
    label: 'SCIM',
    description: 'For your identity provider: provisions people and groups, and nothing else.',
  },
];
const LIVES = [30, 90, 180, 366].map((days) => ({ value: String(days), label: `${days} days` }));
const USUAL = { value: '90', label: '90 days' };

export function NewAutomationKey({ onClose, onMade }: NewAutomationKeyProps) {
  const notify = useNotify();
  const [label, setLabel] = useState('');
  const [role, setRole] = useState<AutomationKey['role']>('editor');
  const [life, setLife] = useState(USUAL);
  const [fault, setFault] = useState<string>();
  const [pending, setPending] = useState(false);
  const input = useRef<InputProps.Ref>(null);
  useEffect(() => input.current?.focus(), []);
  const make = async (event: FormEvent) => {
    const form = event.currentTarget as HTMLFormElement;
    event.preventDefault();
    const found = label.trim() === '' ? 'Enter what it is for, such as “Deployment pipeline”.' : undefined;
    setFault(found);
    if (found !== undefined) return focusFault(form);
    setPending(true);
    try {
      onMade(
        await call('createAutomationKey', { path: {}, body: { label: label.trim(), role, days: Number(life.value) } }),
      );
    } catch (error) {
      const told = error instanceof ApiError ? error.faultOf('label') : undefined;
      setFault(told);
      if (told === undefined) notify.failure(error);
      else focusFault(form);
    } finally {
      setPending(false);
    }
  };
  return (
    <SidePanel title="Create an automation key" onClose={onClose}>
      <form className="stack" onSubmit={(event) => void make(event)} noValidate>
        <FormField label="Name" description="The audit log names it." errorText={fault} stretch>
          <Input ref={input} value={label} ariaRequired onChange={({ detail }) => setLabel(detail.value)} />
        </FormField>
        <FormField label="Role" description="No key manages members, invitations or keys." stretch>
          <RadioGroup
            value={role}
            items={ROLES}
            onChange={({ detail }) => setRole(detail.value as AutomationKey['role'])}
          />
        </FormField>
        <FormField label="Expires after" stretch>
          <Select
            selectedOption={life}
            options={LIVES}
            onChange={({ detail }) => setLife(detail.selectedOption as typeof USUAL)}
          />
        </FormField>
        <div>
          <Button variant="primary" loading={pending}>
            Create
          </Button>
        </div>
      </form>
    </SidePanel>
  );
}
