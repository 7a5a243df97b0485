/** The fields for obtaining an OAuth 2 access token: those that go with the grant and with the client's way to authenticate. */
import type { Scope } from '../api/types.ts';
import { type AskedField, askedFields } from '../lib/credentials.ts';
import { withKeyFile } from '../lib/key-file.ts';
import { type CredentialFieldProps, CredentialText } from './credential-text.tsx';
import { OAuthChoice, Provider, RedirectAddress } from './oauth-parts.tsx';
import { ScopePicker } from './scope-picker.tsx';

interface OAuthFieldsProps extends CredentialFieldProps {
  readonly scopes?: readonly Scope[] | undefined;
}

/** The order in the form; that of the definition is the one in which credentials are stored. */
const ORDER = [
  'authorizationUrl',
  'tokenUrl',
  'privateKey',
  'refreshToken',
  'issuer',
  'personClaim',
  'subject',
  'username',
  'password',
  'clientId',
  'clientSecret',
  'clientSecretExpiresAt',
  'keyId',
  'assertionAudience',
  'scope',
  'clientAuthentication',
  'subjectTokenType',
  'requestedTokenType',
  'actor',
  'authorizationParameters',
  'parameters',
  'body',
  'tokenHeader',
  'tokenPrefix',
];

/** The form of a GitHub App asks for none of these, as its token endpoint takes none. */
const NOT_OF_APPS = ['scope', 'body'];

/** With an authorization code the issuer is no claim, but what the answers have to name. */
const CONSENT_ORDER = [...ORDER.filter((name) => name !== 'issuer')];
CONSENT_ORDER.splice(CONSENT_ORDER.indexOf('parameters'), 0, 'issuer');

export function OAuthFields({ scopes = [], ...part }: OAuthFieldsProps) {
  const { value, onChange } = part;
  const { grant } = value;
  const asked = new Map(askedFields('oauth2', value).map((each) => [each.name, each]));
  const shown = (grant === 'authorizationCode' ? CONSENT_ORDER : ORDER).flatMap((name) => asked.get(name) ?? []);
  const fieldOf = (each: AskedField) => {
    const { name, field, definition, isNeeded } = each;
    if (grant === 'githubApp' && NOT_OF_APPS.includes(name)) return null;
    if (name === 'tokenPrefix' && value.tokenHeader === '') return null;
    if (definition.type === 'choice') return <OAuthChoice key={name} name={name} {...part} />;
    if (field === undefined) return null;
    const lines = definition.type === 'pem' ? { rows: 4 } : definition.type === 'list' ? { rows: 2 } : {};
    return (
      <CredentialText
        key={name}
        field={field}
        isNeeded={isNeeded}
        {...lines}
        {...(name === 'privateKey' && { withText: withKeyFile })}
        {...part}
      />
    );
  };
  const at = shown.findIndex(({ name }) => name === 'scope') + 1;
  return (
    <>
      <Provider {...part} />
      <OAuthChoice name="grant" {...part} />
      {grant === 'authorizationCode' && <RedirectAddress />}
      {shown.slice(0, at).map(fieldOf)}
      {grant !== 'githubApp' && scopes.length > 0 && (
        <ScopePicker scopes={scopes} value={value.scope} onChange={(scope) => onChange({ ...value, scope })} />
      )}
      {shown.slice(at).map(fieldOf)}
    </>
  );
}
