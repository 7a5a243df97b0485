/** The one way in which settings are saved: what is unsaved is counted where it was edited, to be discarded or saved. Nothing else saves. */
import Button from '@cloudscape-design/components/button';
import type { ReactNode } from 'react';
import { plural } from '../lib/format.ts';

interface SaveBarProps {
  /** Edited fields; the bar is there when there are some. */
  readonly changes: number;
  readonly pending: boolean;
  /** Why the last attempt failed. */
  readonly refused?: ReactNode;
  /** Fields that somebody else has changed meanwhile. */
  readonly contested?: ReactNode;
  readonly onDiscard: () => void;
  /** Without it, Save submits the form that the bar stands in. */
  readonly onSave?: () => void;
}

export function SaveBar({ changes, pending, refused, contested, onDiscard, onSave }: SaveBarProps) {
  if (changes === 0) return null;
  return (
    <div className="save-bar">
      {contested !== undefined && <div className="whole">{contested}</div>}
      <span>
        <strong>{plural(changes, 'unsaved change')}</strong>
        {refused !== undefined && <span className="bad"> {refused}</span>}
      </span>
      <span className="row">
        <Button variant="link" formAction="none" onClick={onDiscard}>
          Discard
        </Button>
        <Button
          variant="primary"
          formAction={onSave === undefined ? 'submit' : 'none'}
          loading={pending}
          {...(onSave && { onClick: onSave })}
        >
          Save
        </Button>
      </span>
    </div>
  );
}
