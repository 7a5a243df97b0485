/** Says what the last change of many switches was, with the button that takes it back. */
import Button from '@cloudscape-design/components/button';
import { plural } from '../../../lib/format.ts';

/** The tools that a change has switched, all of them the other way before. */
export interface Switched {
  readonly ids: readonly string[];
  readonly on: boolean;
}

interface SwitchedNoticeProps {
  readonly last: Switched;
  readonly isSaving: boolean;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

export const SwitchedNotice = ({ last, isSaving, onUndo, onClose }: SwitchedNoticeProps) => (
  <p className="row small" role="status">
    <span>
      {plural(last.ids.length, 'tool')} switched {last.on ? 'on' : 'off'}.
    </span>
    <Button variant="inline-link" disabled={isSaving} onClick={onUndo}>
      Undo
    </Button>
    <Button variant="inline-link" onClick={onClose}>
      Dismiss
    </Button>
  </p>
);
