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
