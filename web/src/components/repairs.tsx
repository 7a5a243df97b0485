/** The repairs that an import makes in its document, each with an option not to make it. */
import { REPAIR_NAMES, REPAIRS } from '../../../core/model/repairs.ts';
import type { MadeRepair, RepairName } from '../api/types.ts';
import { plural } from '../lib/format.ts';
import { ListCheckbox } from './list-inputs.tsx';

interface RepairsProps {
  readonly made: readonly MadeRepair[];
  readonly without?: readonly RepairName[];
  /** The stored choice, if `without` is a draft: its repairs stay visible. */
  readonly stored?: readonly RepairName[];
  readonly disabled?: boolean;
  /** Absent if the person may not choose. Undefined means that all repairs are made. */
  readonly onChange?: (without: readonly RepairName[] | undefined) => void;
}

/** The repairs that were made, and those that the choice excludes. */
export function Repairs({ made, without = [], stored = without, disabled = false, onChange }: RepairsProps) {
  const names = REPAIR_NAMES.filter(
    (name) => stored.includes(name) || without.includes(name) || made.some((one) => one.name === name),
  );
  if (names.length === 0) return null;
  const choose = (name: RepairName, on: boolean) => {
    const next = REPAIR_NAMES.filter((other) => (other === name ? !on : without.includes(other)));
    onChange?.(next.length === 0 ? undefined : next);
  };
  return (
    <section className="stack tight" aria-label="Repairs">
      <strong className="small">What the import repairs in the document</strong>
      <ul className="stack tight">
        {names.map((name) => (
          <li key={name}>
            <ListCheckbox
              checked={!without.includes(name)}
              disabled={disabled || onChange === undefined}
              onChange={(on) => choose(name, on)}
            >
              Apply this repair: {REPAIRS[name]}
            </ListCheckbox>
            <Places made={made.find((one) => one.name === name)} isLeft={without.includes(name)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Places({ made, isLeft }: { readonly made: MadeRepair | undefined; readonly isLeft: boolean }) {
  if (made === undefined)
    return <div className="small muted">{isLeft ? 'Not applied.' : 'Applied by the next re-import.'}</div>;
  const { count, places } = made;
  const arePlaces = places.some((place) => place.includes('#'));
  return (
    <div className="small muted break">
      {plural(count, arePlaces ? 'place' : 'tool')}: {places.join(', ')}
      {places.length < count && ', …'}
    </div>
  );
}
