/** Asks before something that cannot be undone; with `typed`, only once that very text has been typed. */
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ReactNode, useState } from 'react';

interface ConfirmProps {
  readonly title: string;
  readonly action: string;
  readonly pending?: boolean;
  readonly typed?: string;
  readonly children: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function Confirm({ title, action, pending = false, typed, children, onConfirm, onClose }: ConfirmProps) {
  const [text, setText] = useState('');
  const allowed = typed === undefined || text === typed;
  return (
    <Modal
      visible
      header={title}
      closeAriaLabel="Close"
      onDismiss={onClose}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={onClose}>
              Cancel
            </Button>
            <Button variant="primary" disabled={!allowed} loading={pending} onClick={onConfirm}>
              {action}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <div>{children}</div>
        {typed !== undefined && (
          <FormField
            label={
              <>
                Type <span className="mono break">{typed}</span> to confirm
              </>
            }
          >
            <Input value={text} onChange={({ detail }) => setText(detail.value)} autoFocus spellcheck={false} />
          </FormField>
        )}
      </SpaceBetween>
    </Modal>
  );
}
