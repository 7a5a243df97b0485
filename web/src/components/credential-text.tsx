/**
 * One text of a credential, with the words of its definition. Secrets are masked, never prefilled, and no text is offered to a password
 * manager.
 */
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Textarea from '@cloudscape-design/components/textarea';
import type { ReactNode } from 'react';
import type { Credentials, FormField as Field } from '../lib/credential-form.ts';
import { NOT_SAVED } from '../lib/not-saved.ts';

/** What the fields of a kind take. */
export interface CredentialFieldProps {
  readonly value: Credentials;
  readonly faults: Readonly<Record<string, string | undefined>>;
  readonly onChange: (value: Credentials) => void;
}

interface CredentialTextProps extends CredentialFieldProps {
  readonly field: Field;
  readonly isNeeded: boolean;
  readonly autoFocus?: boolean;
  /** Lines of a text area, in place of one line. */
  readonly rows?: number;
  /** In place of that of the definition. */
  readonly description?: ReactNode;
  readonly fault?: string | undefined;
  /** The form with the text; it takes the place of the field unless given. */
  readonly withText?: (value: Credentials, text: string) => Credentials;
}

export function CredentialText({
  field,
  isNeeded,
  value,
  faults,
  onChange,
  autoFocus,
  rows,
  ...own
}: CredentialTextProps) {
  const { key, label, placeholder, isSecret } = field;
  const set = (text: string) => onChange(own.withText?.(value, text) ?? { ...value, [key]: text });
  return (
    <FormField
      label={
        isNeeded ? (
          label
        ) : (
          <>
            {label} <i>optional</i>
          </>
        )
      }
      description={own.description ?? field.description}
      errorText={own.fault ?? faults[key]}
      stretch
    >
      {rows === undefined ? (
        <Input
          value={value[key]}
          type={isSecret ? 'password' : 'text'}
          placeholder={placeholder}
          autoComplete="off"
          spellcheck={false}
          autoFocus={autoFocus}
          ariaRequired={isNeeded}
          nativeInputAttributes={NOT_SAVED}
          onChange={({ detail }) => set(detail.value)}
        />
      ) : (
        <Textarea
          value={value[key]}
          rows={rows}
          autoComplete={false}
          spellcheck={false}
          ariaRequired={isNeeded}
          placeholder={placeholder}
          onChange={({ detail }) => set(detail.value)}
        />
      )}
    </FormField>
  );
}
