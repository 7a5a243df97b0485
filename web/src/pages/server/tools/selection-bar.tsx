/** What can be done with the chosen tools, at the lower edge of the window while there are any. */
import Button from '@cloudscape-design/components/button';
import { count, plural } from '../../../lib/format.ts';

interface SelectionBarProps {
  readonly chosen: number;
  /** Of the chosen tools, those that the search does not show. */
  readonly hidden: number;
  /** Of the tools that are not chosen, those that are on. */
  readonly othersOn: number;
  readonly onSwitch: (on: boolean) => void;
  readonly onSwitchOthersOff: () => void;
  readonly onEdit: () => void;
  readonly onClear: () => void;
}

export function SelectionBar(props: SelectionBarProps) {
  const { chosen, hidden, othersOn, onSwitch, onSwitchOthersOff, onEdit, onClear } = props;
  if (chosen === 0) return null;
  return (
    <section className="save-bar" aria-label="Chosen tools">
      <span className="row">
        <span role="status">
          <strong>{plural(chosen, 'tool')} chosen</strong>
          {hidden > 0 && <span className="muted small">, {count(hidden)} of them not shown</span>}
        </span>
        <Button variant="link" onClick={onClear}>
          Choose none
        </Button>
      </span>
      <span className="row">
        <Button onClick={() => onSwitch(true)}>Switch on</Button>
        <Button onClick={() => onSwitch(false)}>Switch off</Button>
        {othersOn > 0 && <Button onClick={onSwitchOthersOff}>Switch off {plural(othersOn, 'other')}</Button>}
        <Button variant="primary" onClick={onEdit}>
          Edit …
        </Button>
      </span>
    </section>
  );
}
