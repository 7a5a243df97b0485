/** What can be done with the chosen tools, at the lower edge of the window while there are any. */
import Button from '@cloudscape-design/components/button';
import { ChosenBar } from '../../../components/chosen-bar.tsx';
import { plural } from '../../../lib/format.ts';

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
    <ChosenBar noun="tool" chosen={chosen} hidden={hidden} onClear={onClear}>
      <Button onClick={() => onSwitch(true)}>Switch on</Button>
      <Button onClick={() => onSwitch(false)}>Switch off</Button>
      {othersOn > 0 && <Button onClick={onSwitchOthersOff}>Switch off {plural(othersOn, 'other')}</Button>}
      <Button variant="primary" onClick={onEdit}>
        Edit …
      </Button>
    </ChosenBar>
  );
}
