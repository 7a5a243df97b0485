/** Asks for the approval of words that a change would let out and nobody was asked about: of tools that were switched off, for example. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useEffect, useState } from 'react';
import { type ApiError, askForWords } from '../api/client.ts';
import type { ToolChanges } from '../api/types.ts';
import { plural } from '../lib/format.ts';
import { SidePanel } from './side-panel.tsx';
import { ChangeList } from './tool-changes.tsx';

interface Asked {
  readonly changes: ToolChanges['changes'];
  readonly answer: (isApproved: boolean) => void;
}

/** Renders nothing until a change is refused so. Once in the frame, for the changes of all pages. */
export function UnreadWords() {
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => {
    const ask = ({ context }: ApiError) =>
      new Promise<boolean>((answer) =>
        setAsked((earlier) => {
          // Only one question is shown; the change of the earlier one is not made.
          earlier?.answer(false);
          return { changes: context?.['changes'] as Asked['changes'], answer };
        }),
      );
    return askForWords(ask);
  }, []);
  if (!asked) return null;
  const close = (isApproved: boolean) => {
    setAsked(undefined);
    asked.answer(isApproved);
  };
  return (
    <SidePanel
      title="Approve the changes made meanwhile?"
      onClose={() => close(false)}
      footer={
        <>
          <Button variant="link" onClick={() => close(false)}>
            Cancel
          </Button>
          <Button variant="primary" onClick={() => close(true)}>
            Approve
          </Button>
        </>
      }
    >
      <div className="stack">
        <Alert type="warning" header="The tool list is locked">
          The document has changed {plural(asked.changes.length, 'tool')} while it was hidden from clients. This is the
          text that models would read now.
        </Alert>
        <ChangeList changes={asked.changes} />
      </div>
    </SidePanel>
  );
}
