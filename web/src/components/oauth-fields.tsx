/** The fields for obtaining an OAuth 2 access token, by grant. */
import type { Scope } from '../api/types.ts';
import { isClient, isSigned, isWithoutSecret } from '../lib/credentials.ts';
import { ASSERTION_AUDIENCE, GRANT_FIELDS, type OAuthField, SIGNING_KEY_ID } from '../lib/oauth-grants.ts';
import {
  ClientAuthentication,
  type OAuthPartProps,
  OAuthText,
  Parameters,
  PrivateKey,
  ProviderAndGrant,
  RedirectAddress,
  TokenRequestBody,
} from './oauth-parts.tsx';
import { ScopePicker } from './scope-picker.tsx';

interface OAuthFieldsProps extends OAuthPartProps {
  readonly scopes?: readonly Scope[] | undefined;
}

const AUTHORIZATION_URL: OAuthField = {
  key: 'authorizationUrl',
  label: 'Authorization URL',
  description: 'The page of the provider at which a person consents.',
  placeholder: 'https://login.example.com/oauth2/authorize',
};

const TOKEN_URL: OAuthField = {
  key: 'tokenUrl',
  label: 'Token URL',
  description: 'The secrets below go to this address and nowhere else.',
  placeholder: 'https://login.example.com/oauth2/token',
};

const SCOPE: OAuthField = { key: 'scope', label: 'Scope', description: 'Separated by spaces.', optional: true };

const ISSUER: OAuthField = {
  key: 'issuer',
  label: 'Issuer',
  description:
    'Needed where the two addresses are on different hosts and the provider is not a known one: its metadata have to name both. Answers with another issuer are refused, and as a rule those without one (RFC 9207).',
  optional: true,
  placeholder: 'https://login.example.com',
};

const TOKEN_HEADER: OAuthField = {
  key: 'tokenHeader',
  label: 'Header of the access token',
  description: 'Leave blank for “Authorization: Bearer …”.',
  optional: true,
  placeholder: 'x-amz-access-token',
};

const TOKEN_PREFIX: OAuthField = {
  key: 'tokenPrefix',
  label: 'Before the token',
  description: 'For example “Token”; blank for nothing.',
  optional: true,
};

export function OAuthFields({ scopes = [], ...part }: OAuthFieldsProps) {
  const { value, onChange } = part;
  const { grant } = value;
  const isConsent = grant === 'authorizationCode';
  const isApp = grant === 'githubApp';
  const fields = GRANT_FIELDS[grant].filter(({ key }) =>
    key === 'clientSecretExpiresAt'
      ? value.clientSecret !== '' && !isWithoutSecret(value)
      : key !== 'clientSecret' || !isWithoutSecret(value),
  );
  return (
    <>
      <ProviderAndGrant {...part} />
      {isConsent && <RedirectAddress />}
      {isConsent && <OAuthText field={AUTHORIZATION_URL} {...part} />}
      <OAuthText field={TOKEN_URL} {...part} />
      {(!isClient(grant) || isSigned(value)) && <PrivateKey {...part} />}
      {fields.map((field) => (
        <OAuthText key={field.key} field={field} {...part} />
      ))}
      {isSigned(value) && <OAuthText field={SIGNING_KEY_ID} {...part} />}
      {(grant === 'jwtBearer' || isSigned(value)) && <OAuthText field={ASSERTION_AUDIENCE} {...part} />}
      {!isApp && <OAuthText field={SCOPE} {...part} />}
      {!isApp && scopes.length > 0 && (
        <ScopePicker scopes={scopes} value={value.scope} onChange={(scope) => onChange({ ...value, scope })} />
      )}
      {isClient(grant) && <ClientAuthentication {...part} />}
      {isConsent && (
        <Parameters
          field="authorizationParameters"
          label="Further parameters of the sign-in"
          description="Other parameters that the provider requires at the authorization URL, one name=value per line."
          placeholder="access_type=offline"
          {...part}
        />
      )}
      {isConsent && <OAuthText field={ISSUER} {...part} />}
      <Parameters
        field="parameters"
        label={isConsent ? 'Further parameters of the token request' : 'Further parameters'}
        description="Other parameters that the provider requires, one name=value per line. Nothing secret."
        placeholder="audience=https://api.example.com"
        {...part}
      />
      {!isApp && <TokenRequestBody {...part} />}
      <OAuthText field={TOKEN_HEADER} {...part} />
      {value.tokenHeader !== '' && <OAuthText field={TOKEN_PREFIX} {...part} />}
    </>
  );
}
