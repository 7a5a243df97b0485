/**
 * The fields of one kind of credential; combined-fields.tsx has those of several at once. Values are masked, never prefilled, and never
 * offered to a password manager.
 */
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import type { AuthType, Scope } from '../api/types.ts';
import type { CredentialField, Credentials } from '../lib/credential-form.ts';
import { NOT_SAVED } from '../lib/not-saved.ts';
import { AwsFields } from './aws-fields.tsx';
import { CertificateFields } from './certificate-fields.tsx';
import { KeyFields } from './key-fields.tsx';
import { OAuthFields } from './oauth-fields.tsx';

interface SingleFieldsProps {
  readonly type: Exclude<AuthType, 'combined'>;
  readonly value: Credentials;
  readonly faults: Readonly<Record<string, string | undefined>>;
  readonly scopes?: readonly Scope[] | undefined;
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

const FIELDS: Record<
  Exclude<AuthType, 'apiKeys' | 'awsSigV4' | 'oauth2' | 'mutualTLS' | 'combined'>,
  readonly Field[]
> = {
  none: [],
  bearer: [{ key: 'token', label: 'Token', description: 'Sent as “Authorization: Bearer …”.', secret: true }],
  basic: [
    { key: 'username', label: 'User name', secret: false },
    { key: 'password', label: 'Password', secret: true },
  ],
  digest: [
    { key: 'username', label: 'User name', secret: false },
    { key: 'password', label: 'Password', secret: true },
  ],
  header: [
    { key: 'headerName', label: 'Header name', secret: false, placeholder: 'X-Api-Key' },
    { key: 'value', label: 'Value', secret: true },
  ],
};

export function SingleFields({ type, value, faults, scopes, onChange }: SingleFieldsProps) {
  if (type === 'apiKeys')
    return <KeyFields keys={value.keys} faults={faults} onChange={(keys) => onChange({ ...value, keys })} />;
  if (type === 'awsSigV4') return <AwsFields value={value} faults={faults} onChange={onChange} />;
  if (type === 'mutualTLS') return <CertificateFields value={value} faults={faults} onChange={onChange} />;
  if (type === 'oauth2') return <OAuthFields value={value} faults={faults} scopes={scopes} onChange={onChange} />;
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
