/** Checkboxes for OAuth 2 scopes, each with the operations that need it. They and the text field of the scopes show the same value. */
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import type { Scope } from '../api/types.ts';
import { plural } from '../lib/format.ts';
import { GrowingList } from './growing-list.tsx';
import { ListCheckbox } from './list-inputs.tsx';

interface ScopePickerProps {
  readonly scopes: readonly Scope[];
  /** Separated by spaces. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function ScopePicker({ scopes, value, onChange }: ScopePickerProps) {
  const chosen = value.split(/\s+/).filter(Boolean);
  const known = chosen.filter((name) => scopes.some((scope) => scope.name === name)).length;
  const switched = (name: string, on: boolean) =>
    onChange((on ? [...chosen, name] : chosen.filter((each) => each !== name)).join(' '));
  return (
    <ExpandableSection headerText={`Choose scopes by operation (${known} of ${scopes.length})`}>
      <GrowingList className="scopes" label="Scopes" items={scopes}>
        {({ name, description, operations, examples }) => (
          <li key={name}>
            <ListCheckbox checked={chosen.includes(name)} onChange={(on) => switched(name, on)}>
              <span className="mono break">{name}</span>
              {description !== undefined && <span className="muted break"> {description}</span>}
            </ListCheckbox>
            <div className="small muted break">
              {operations === 0
                ? 'No operation requires it.'
                : `${plural(operations, 'operation')}: ${examples.join(', ')}${operations > examples.length ? ' …' : ''}`}
            </div>
          </li>
        )}
      </GrowingList>
    </ExpandableSection>
  );
}
