/** The fields of one kind of credential. Values are masked, never prefilled, and never offered to a password store. */
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import type { AuthType } from '../api/types.ts';
import type { Credentials } from '../pages/wizard/state.ts';

interface CredentialFieldsProps {
  readonly type: AuthType;
  readonly value: Credentials;
  readonly faults: Readonly<Record<string, string | undefined>>;
  readonly onChange: (value: Credentials) => void;
}

const FIELDS: Record<
  AuthType,
  ReadonlyArray<{ key: keyof Credentials; label: string; description?: string; secret: boolean; placeholder?: string }>
> = {
  none: [],
  bearer: [{ key: 'token', label: 'Token', description: 'Sent as “Authorization: Bearer …”.', secret: true }],
  basic: [
    { key: 'username', label: 'User name', secret: false },
    { key: 'password', label: 'Password', secret: true },
  ],
  header: [
    { key: 'headerName', label: 'Header name', secret: false, placeholder: 'X-Api-Key' },
    { key: 'value', label: 'Value', secret: true },
  ],
};

export const AUTH_TYPES: ReadonlyArray<{ value: AuthType; label: string; description: string }> = [
  { value: 'none', label: 'None', description: 'No authentication' },
  { value: 'bearer', label: 'Bearer token', description: 'Authorization: Bearer …' },
  { value: 'basic', label: 'User name and password', description: 'Authorization: Basic …' },
  { value: 'header', label: 'Custom header', description: 'For example X-Api-Key' },
];

/** Browsers and password managers save what is typed as a password unless each is told in its own words not to. */
const NOT_SAVED = {
  'data-1p-ignore': 'true',
  'data-bwignore': 'true',
  'data-form-type': 'other',
  'data-lpignore': 'true',
} as const;

export function CredentialFields({ type, value, faults, onChange }: CredentialFieldsProps) {
  return (
    <>
      {FIELDS[type].map((field, index) => (
        <FormField
          key={field.key}
          label={field.label}
          description={field.description}
          errorText={faults[field.key]}
          stretch
        >
          <Input
            value={value[field.key]}
            type={field.secret ? 'password' : 'text'}
            placeholder={field.placeholder}
            autoComplete="off"
            spellcheck={false}
            autoFocus={index === 0}
            ariaRequired
            nativeInputAttributes={NOT_SAVED}
            onChange={({ detail }) => onChange({ ...value, [field.key]: detail.value })}
          />
        </FormField>
      ))}
    </>
  );
}
