/**
 * The fields of one kind of credential, made from its definition (core/model/credentialKinds/); kinds that need more than texts have
 * components of their own. combined-fields in credential-fields.tsx has those of several at once.
 */
import type { AuthType, Scope } from '../api/types.ts';
import { askedFields } from '../lib/credentials.ts';
import { AwsFields } from './aws-fields.tsx';
import { CertificateFields } from './certificate-fields.tsx';
import { type CredentialFieldProps, CredentialText } from './credential-text.tsx';
import { KeyFields } from './key-fields.tsx';
import { OAuthFields } from './oauth-fields.tsx';

interface SingleFieldsProps extends CredentialFieldProps {
  readonly type: Exclude<AuthType, 'combined'>;
  readonly scopes?: readonly Scope[] | undefined;
}

export function SingleFields({ type, scopes, ...part }: SingleFieldsProps) {
  const { value, faults, onChange } = part;
  if (type === 'none') return null;
  if (type === 'apiKeys')
    return <KeyFields keys={value.keys} faults={faults} onChange={(keys) => onChange({ ...value, keys })} />;
  if (type === 'awsSigV4') return <AwsFields {...part} />;
  if (type === 'mutualTLS') return <CertificateFields {...part} />;
  if (type === 'oauth2') return <OAuthFields scopes={scopes} {...part} />;
  return askedFields(type, value).map(
    ({ field, isNeeded }, index) =>
      field && <CredentialText key={field.key} field={field} isNeeded={isNeeded} autoFocus={index === 0} {...part} />,
  );
}
