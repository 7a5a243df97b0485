/** The dialog that makes a connection token. What it gets goes to its caller and is not kept. */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, call } from '../../api/client.ts';
import type { CreatedToken } from '../../api/types.ts';
import { useNotify } from '../../app/notices.tsx';
import { useModal } from '../../components/use-modal.ts';
import { focusFault } from '../../lib/fault-focus.ts';

const LIVES = [
  { value: '', label: 'Never' },
  { value: '1', label: 'In a day' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

interface NewTokenProps {
  readonly serverId: string;
  readonly onClose: () => void;
  readonly onMade: (made: CreatedToken) => void;
}

export function NewToken({ serverId, onClose, onMade }: NewTokenProps) {
  const notify = useNotify();
  const [label, setLabel] = useState('');
  const [days, setDays] = useState('');
  const [fault, setFault] = useState<string>();
  const [pending, setPending] = useState(false);
  const dialog = useModal(onClose);
  const id = useId();
  const make = async (event: FormEvent) => {
    const form = event.currentTarget as HTMLFormElement;
    event.preventDefault();
    if (label.trim() === '') {
      focusFault(form);
      return setFault('Say which client will use it, such as “Claude on my laptop”.');
    }
    setPending(true);
    try {
      const expiresAt = days === '' ? undefined : new Date(Date.now() + Number(days) * 86_400_000).toISOString();
      onMade(await call('createToken', { path: { id: serverId }, body: { label: label.trim(), expiresAt } }));
    } catch (error) {
      const atLabel = error instanceof ApiError ? error.faultOf('label') : undefined;
      setFault(atLabel);
      if (atLabel === undefined) notify.failure(error);
      else focusFault(form);
    } finally {
      setPending(false);
    }
  };
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby={id}>
      <form className="stack" onSubmit={(event) => void make(event)}>
        <h2 id={id}>Generate a connection token</h2>
        <FormField label="Label" description="Which client uses it; the audit log names it." errorText={fault} stretch>
          <Input
            value={label}
            ariaRequired
            autoComplete={false}
            onChange={({ detail }) => setLabel(detail.value)}
            placeholder="Claude on my laptop"
          />
        </FormField>
        <FormField label="Expires" stretch>
          <Select
            selectedOption={LIVES.find((one) => one.value === days) ?? LIVES[0]!}
            options={LIVES}
            onChange={({ detail }) => setDays(detail.selectedOption.value ?? '')}
          />
        </FormField>
        <div className="row footer">
          <Button formAction="none" variant="link" onClick={onClose}>
            Cancel
          </Button>
          <Button formAction="submit" variant="primary" loading={pending}>
            Generate
          </Button>
        </div>
      </form>
    </dialog>
  );
}
