/** The fields of one kind of credential. Values are masked, never prefilled, and never offered to a password store. */
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import type { AuthType } from '../api/types.ts';
import type { CredentialField, Credentials } from '../lib/credentials.ts';
import { NOT_SAVED } from '../lib/not-saved.ts';
import { KeyFields } from './key-fields.tsx';
import { OAuthFields } from './oauth-fields.tsx';

interface CredentialFieldsProps {
  readonly type: AuthType;
  readonly value: Credentials;
  readonly faults: Readonly<Record<string, string | undefined>>;
  readonly onChange: (value: Credentials) => void;
}

interface Field {
  readonly key: CredentialField;
  readonly label: string;
  readonly description?: string;
  readonly secret: boolean;
  readonly optional?: true;
  readonly placeholder?: string;
}

const FIELDS: Record<Exclude<AuthType, 'apiKeys' | 'oauth2'>, readonly Field[]> = {
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
  awsSigV4: [
    {
      key: 'accessKeyId',
      label: 'Access key ID',
      description: 'Of a user or role that may do no more than these calls.',
      secret: false,
      placeholder: 'AKIAIOSFODNN7EXAMPLE',
    },
    { key: 'secretAccessKey', label: 'Secret access key', secret: true },
    {
      key: 'sessionToken',
      label: 'Session token',
      description: 'Only for temporary credentials, which end by themselves.',
      secret: true,
      optional: true,
    },
    { key: 'region', label: 'Region', secret: false, placeholder: 'eu-central-1' },
    {
      key: 'service',
      label: 'Service',
      description: 'The signing name, such as execute-api, lambda or s3.',
      secret: false,
      placeholder: 'execute-api',
    },
  ],
};

export const AUTH_TYPES: ReadonlyArray<{ value: AuthType; label: string; description: string }> = [
  { value: 'none', label: 'None', description: 'No authentication' },
  { value: 'bearer', label: 'Bearer token', description: 'Authorization: Bearer …' },
  { value: 'basic', label: 'User name and password', description: 'Authorization: Basic …' },
  { value: 'header', label: 'Custom header', description: 'For example X-Api-Key' },
  { value: 'apiKeys', label: 'API keys', description: 'In the query, in cookies or headers; one or several at once' },
  {
    value: 'awsSigV4',
    label: 'AWS signature',
    description: 'Each request signed with a key pair (Signature Version 4)',
  },
  { value: 'oauth2', label: 'OAuth 2', description: 'Access tokens that are fetched and renewed by themselves' },
];

export function CredentialFields({ type, value, faults, onChange }: CredentialFieldsProps) {
  if (type === 'apiKeys')
    return <KeyFields keys={value.keys} faults={faults} onChange={(keys) => onChange({ ...value, keys })} />;
  if (type === 'oauth2') return <OAuthFields value={value} faults={faults} onChange={onChange} />;
  return (
    <>
      {FIELDS[type].map((field, index) => (
        <FormField
          key={field.key}
          label={
            field.optional ? (
              <>
                {field.label} <i>optional</i>
              </>
            ) : (
              field.label
            )
          }
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
            ariaRequired={!field.optional}
            nativeInputAttributes={NOT_SAVED}
            onChange={({ detail }) => onChange({ ...value, [field.key]: detail.value })}
          />
        </FormField>
      ))}
    </>
  );
}
