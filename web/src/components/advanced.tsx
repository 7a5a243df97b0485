/**
 * Settings that are rarely needed: those that differ from their default stand in sight, each with a mark and a way back, the others are
 * folded. What stands in sight is decided when the page is opened, so that nothing moves while somebody edits.
 */
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import { type ReactNode, useState } from 'react';

export interface RareSetting {
  readonly id: string;
  /** In the line that says what is folded. */
  readonly name: string;
  /** What is stored is not the default. */
  readonly isChanged: boolean;
  /** Something in it is wrong; it must not be folded then. */
  readonly isFaulty?: boolean;
  /** Puts the default into the form. Unset where the control has a way back of its own, or what is there is editable. */
  readonly onReset?: (() => void) | undefined;
  readonly content: ReactNode;
}

interface AdvancedProps {
  readonly title?: string;
  readonly settings: readonly RareSetting[];
  readonly disabled?: boolean;
}

const list = new Intl.ListFormat('en');

export function Advanced({ title = 'Advanced', settings, disabled = false }: AdvancedProps) {
  const [inSight] = useState(() => new Set(settings.filter(({ isChanged }) => isChanged).map(({ id }) => id)));
  const [open, setOpen] = useState(false);
  const first = settings.filter(({ id }) => inSight.has(id));
  const folded = settings.filter(({ id }) => !inSight.has(id));
  const isFaulty = folded.some((setting) => setting.isFaulty);
  return (
    <>
      {first.map(({ id, name, isChanged, onReset, content }) => (
        <div key={id} className="changed-setting">
          {content}
          {onReset !== undefined && (
            <div className="row tight small">
              {isChanged && <span className="chip accent">changed</span>}
              {isChanged && !disabled && (
                <button type="button" className="text-button" aria-label={`Reset ${name}`} onClick={onReset}>
                  Reset to the default
                </button>
              )}
            </div>
          )}
        </div>
      ))}
      {folded.length > 0 && (
        <ExpandableSection
          headerText={title}
          headerDescription={sentence(list.format(folded.map(({ name }) => name)))}
          expanded={open || isFaulty}
          onChange={({ detail }) => setOpen(detail.expanded)}
        >
          <div className="stack">
            {folded.map(({ id, content }) => (
              <div key={id}>{content}</div>
            ))}
          </div>
        </ExpandableSection>
      )}
    </>
  );
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
