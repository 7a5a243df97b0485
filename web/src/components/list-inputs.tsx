/**
 * A switch and a checkbox for rows of long lists, where hundreds are rendered at once: native inputs styled like Cloudscape's, whose
 * rendering takes ten times as long. Forms use Cloudscape's.
 */
import type { InputHTMLAttributes, ReactNode } from 'react';

interface ListInputProps {
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
  readonly disabled?: boolean;
}

const attributes = ({ checked, onChange, disabled }: ListInputProps): InputHTMLAttributes<HTMLInputElement> => ({
  type: 'checkbox',
  checked,
  disabled,
  onChange: (event) => onChange(event.currentTarget.checked),
});

export const ListSwitch = ({ label, ...props }: ListInputProps & { readonly label: string }) => (
  <input {...attributes(props)} className="list-switch" aria-label={label} />
);

export const ListCheckbox = ({ children, ...props }: ListInputProps & { readonly children: ReactNode }) => (
  <label className="list-checkbox">
    <input {...attributes(props)} />
    <span>{children}</span>
  </label>
);

interface ListPickProps {
  readonly checked: boolean;
  readonly label: string;
  /** `isRange`: with Shift held. */
  readonly onChange: (on: boolean, isRange: boolean) => void;
}

/** A checkbox without a text beside it, which chooses its row. */
export const ListPick = ({ checked, label, onChange }: ListPickProps) => (
  <label className="list-checkbox list-pick">
    <input
      type="checkbox"
      checked={checked}
      aria-label={label}
      onChange={({ currentTarget, nativeEvent }) =>
        // React hears of a checkbox by its click.
        onChange(currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  </label>
);
