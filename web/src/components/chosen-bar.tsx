/** What was chosen in a list, how much of it is not shown, and what can be done with it: at the lower edge of the window. */
import Button from '@cloudscape-design/components/button';
import type { ReactNode } from 'react';
import { count, plural } from '../lib/format.ts';

interface ChosenBarProps {
  /** In the singular: `tool`. */
  readonly noun: string;
  readonly chosen: number;
  /** Of the chosen ones, those that a search or filter hides. */
  readonly hidden: number;
  readonly onClear: () => void;
  /** The buttons. */
  readonly children: ReactNode;
}

export function ChosenBar({ noun, chosen, hidden, onClear, children }: ChosenBarProps) {
  return (
    <section className="save-bar" aria-label={`Chosen ${noun}s`}>
      <span className="row">
        <span role="status">
          <strong>{plural(chosen, noun)} chosen</strong>
          {hidden > 0 && <span className="muted small">, {count(hidden)} of them not shown</span>}
        </span>
        <Button variant="link" onClick={onClear}>
          Choose none
        </Button>
      </span>
      <span className="row">{children}</span>
    </section>
  );
}
