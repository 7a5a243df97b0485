/**
 * Asks before something that cannot be undone; with `typed`, only after that text has been typed. A native modal dialog, so that it is
 * above an open panel; the focus starts at the harmless choice and returns to where it was.
 */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useModal } from './use-modal.ts';

interface ConfirmProps {
  readonly title: string;
  readonly action: string;
  readonly pending?: boolean;
  /** What the question is about is still being read. */
  readonly waits?: boolean;
  /** It takes something away from people or clients, and is coloured accordingly. */
  readonly danger?: boolean;
  readonly typed?: string;
  readonly children: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function Confirm({
  title,
  action,
  pending = false,
  waits = false,
  danger = false,
  typed,
  children,
  onConfirm,
  onClose,
}: ConfirmProps) {
  const [text, setText] = useState('');
  const dialog = useModal(onClose);
  const id = useId();
  const allowed = !waits && (typed === undefined || text === typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (allowed && !pending) onConfirm();
  };
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <form className="stack" onSubmit={submit}>
        <h2 id={`${id}-title`} className="break">
          {title}
        </h2>
        <div id={`${id}-text`}>{children}</div>
        {typed !== undefined && (
          <FormField
            label={
              <>
                Type <span className="mono break">{typed}</span> to confirm
              </>
            }
          >
            <Input
              value={text}
              onChange={({ detail }) => setText(detail.value)}
              autoComplete={false}
              spellcheck={false}
            />
          </FormField>
        )}
        <div className="row footer">
          <Button variant="link" formAction="none" onClick={onClose}>
            Cancel
          </Button>
          <span className={danger ? 'danger-button primary' : undefined}>
            <Button variant="primary" formAction="submit" disabled={!allowed} loading={pending}>
              {action}
            </Button>
          </span>
        </div>
      </form>
    </dialog>
  );
}
