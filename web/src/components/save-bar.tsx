/** Saves settings: counts the unsaved changes where they were edited, and discards or saves them. Nothing else saves. */
import Button from '@cloudscape-design/components/button';
import type { ReactNode } from 'react';
import { plural } from '../lib/format.ts';
import { Contested, type ContestedField } from './contested.tsx';

interface SaveBarProps {
  /** Number of edited fields; the bar is hidden at 0. */
  readonly changes: number;
  readonly pending: boolean;
  /** Why the last attempt failed. */
  readonly refused?: ReactNode;
  /** Fields that somebody else has changed meanwhile. */
  readonly contested?: readonly ContestedField[];
  readonly onDiscard: () => void;
  /** Without it, Save submits the enclosing form. */
  readonly onSave?: () => void;
}

export function SaveBar({ changes, pending, refused, contested = [], onDiscard, onSave }: SaveBarProps) {
  if (changes === 0) return null;
  return (
    <div className="save-bar">
      {contested.length > 0 && (
        <div className="whole">
          <Contested fields={contested} />
        </div>
      )}
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
