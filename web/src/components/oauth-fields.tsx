/** The fields for obtaining an OAuth 2 access token, by grant. */
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import Textarea from '@cloudscape-design/components/textarea';
import { CONSENT_PATH } from '../../../core/oauth/addresses.ts';
import type { Scope } from '../api/types.ts';
import { useSession } from '../app/session.tsx';
import type { Credentials, Grant } from '../lib/credential-form.ts';
import { isClient, isSigned, isWithoutSecret } from '../lib/credentials.ts';
import { withKeyFile } from '../lib/key-file.ts';
import { NOT_SAVED } from '../lib/not-saved.ts';
import {
  ASSERTION_AUDIENCE,
  CLIENT_AUTHENTICATIONS,
  GRANT_FIELDS,
  GRANTS,
  type OAuthField,
  SIGNING_KEY_ID,
  TOKEN_REQUEST_BODIES,
} from '../lib/oauth-grants.ts';
import { OAUTH_PRESETS, presetOf, withPreset } from '../lib/oauth-presets.ts';
import { CopyButton } from './copy-button.tsx';
import { ScopePicker } from './scope-picker.tsx';

interface OAuthFieldsProps {
  readonly value: Credentials;
  readonly faults: Readonly<Record<string, string | undefined>>;
  readonly scopes?: readonly Scope[] | undefined;
  readonly onChange: (value: Credentials) => void;
}

const labelled = ({ label, optional }: Pick<OAuthField, 'label' | 'optional'>) =>
  optional ? (
    <>
      {label} <i>optional</i>
    </>
  ) : (
    label
  );

export function OAuthFields({ value, faults, scopes = [], onChange }: OAuthFieldsProps) {
  const text = (field: OAuthField) => (
    <FormField
      key={field.key}
      label={labelled(field)}
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
        ariaRequired={!field.optional}
        nativeInputAttributes={NOT_SAVED}
        onChange={({ detail }) => onChange({ ...value, [field.key]: detail.value })}
      />
    </FormField>
  );
  const { grant } = value;
  const isConsent = grant === 'authorizationCode';
  const isKeyAsked = !isClient(grant) || isSigned(value);
  const fields = GRANT_FIELDS[grant].filter(({ key }) => key !== 'clientSecret' || !isWithoutSecret(value));
  const preset = presetOf(value);
  return (
    <>
      <FormField label={labelled({ label: 'Provider', optional: true })} description={preset?.hint} stretch>
        <Select
          ariaLabel="Provider"
          placeholder="Fill in for a provider"
          selectedOption={preset === undefined ? null : { value: preset.name, label: preset.name }}
          options={OAUTH_PRESETS.map(({ name }) => ({ value: name, label: name }))}
          onChange={({ detail }) => {
            const chosen = OAUTH_PRESETS.find(({ name }) => name === detail.selectedOption.value);
            if (chosen !== undefined) onChange(withPreset(value, chosen));
          }}
        />
      </FormField>
      <FormField label="Grant" errorText={faults['grant']} stretch>
        <Select
          ariaLabel="Grant"
          selectedOption={GRANTS.find((each) => each.value === grant) ?? GRANTS[0] ?? null}
          options={GRANTS.map((each) => ({ ...each }))}
          onChange={({ detail }) => onChange({ ...value, grant: detail.selectedOption.value as Grant })}
        />
      </FormField>
      {isConsent && <RedirectAddress />}
      {isConsent &&
        text({
          key: 'authorizationUrl',
          label: 'Authorization URL',
          description: 'The page of the provider at which a person consents.',
          placeholder: 'https://login.example.com/oauth2/authorize',
        })}
      {text({
        key: 'tokenUrl',
        label: 'Token URL',
        description: 'The secrets below go to this address and nowhere else.',
        placeholder: 'https://login.example.com/oauth2/token',
      })}
      {isKeyAsked && (
        <FormField
          label="Private key"
          description={
            grant === 'jwtBearer'
              ? 'In PEM form, or a complete Google key file (JSON), which fills in the other fields.'
              : 'In PEM form: RSA of 2048 bits or more, or P-256.'
          }
          errorText={faults['privateKey']}
          stretch
        >
          <Textarea
            value={value.privateKey}
            rows={4}
            autoComplete={false}
            spellcheck={false}
            ariaRequired
            placeholder="-----BEGIN PRIVATE KEY-----"
            onChange={({ detail }) => onChange(withKeyFile(value, detail.value))}
          />
        </FormField>
      )}
      {fields.map(text)}
      {isSigned(value) && text(SIGNING_KEY_ID)}
      {(grant === 'jwtBearer' || isSigned(value)) && text(ASSERTION_AUDIENCE)}
      {grant !== 'githubApp' &&
        text({ key: 'scope', label: 'Scope', description: 'Separated by spaces.', optional: true })}
      {grant !== 'githubApp' && scopes.length > 0 && (
        <ScopePicker scopes={scopes} value={value.scope} onChange={(scope) => onChange({ ...value, scope })} />
      )}
      {isClient(grant) && (
        <FormField label="Client ID and secret are sent" errorText={faults['clientAuthentication']} stretch>
          <Select
            ariaLabel="Client ID and secret are sent"
            selectedOption={
              CLIENT_AUTHENTICATIONS.find((way) => way.value === value.clientAuthentication) ??
              CLIENT_AUTHENTICATIONS[0]
            }
            options={CLIENT_AUTHENTICATIONS.map((way) => ({ ...way }))}
            onChange={({ detail }) =>
              onChange({
                ...value,
                clientAuthentication: detail.selectedOption.value as Credentials['clientAuthentication'],
              })
            }
          />
        </FormField>
      )}
      {isConsent && (
        <FormField
          label={labelled({ label: 'Further parameters of the sign-in', optional: true })}
          description="Other parameters that the provider requires at the authorization URL, one name=value per line."
          errorText={faults['authorizationParameters']}
          stretch
        >
          <Textarea
            value={value.authorizationParameters}
            rows={2}
            spellcheck={false}
            placeholder="access_type=offline"
            onChange={({ detail }) => onChange({ ...value, authorizationParameters: detail.value })}
          />
        </FormField>
      )}
      {isConsent &&
        text({
          key: 'issuer',
          label: 'Issuer',
          description: 'If its answers name one (RFC 9207). Answers with another issuer, or without one, are refused.',
          optional: true,
          placeholder: 'https://login.example.com',
        })}
      <FormField
        label={labelled({
          label: isConsent ? 'Further parameters of the token request' : 'Further parameters',
          optional: true,
        })}
        description="Other parameters that the provider requires, one name=value per line. Nothing secret."
        errorText={faults['parameters']}
        stretch
      >
        <Textarea
          value={value.parameters}
          rows={2}
          spellcheck={false}
          placeholder="audience=https://api.example.com"
          onChange={({ detail }) => onChange({ ...value, parameters: detail.value })}
        />
      </FormField>
      {grant !== 'githubApp' && (
        <FormField label="The token request is" errorText={faults['body']} stretch>
          <Select
            ariaLabel="The token request is"
            selectedOption={TOKEN_REQUEST_BODIES.find((each) => each.value === value.body) ?? TOKEN_REQUEST_BODIES[0]}
            options={TOKEN_REQUEST_BODIES.map((each) => ({ ...each }))}
            onChange={({ detail }) => onChange({ ...value, body: detail.selectedOption.value as Credentials['body'] })}
          />
        </FormField>
      )}
      {text({
        key: 'tokenHeader',
        label: 'Header of the access token',
        description: 'Leave blank for “Authorization: Bearer …”.',
        optional: true,
        placeholder: 'x-amz-access-token',
      })}
      {value.tokenHeader !== '' &&
        text({
          key: 'tokenPrefix',
          label: 'Before the token',
          description: 'For example “Token”; blank for nothing.',
          optional: true,
        })}
    </>
  );
}

/** The redirect URI, which the provider compares exactly. */
function RedirectAddress() {
  const address = `${useSession().config.edgeUrl}${CONSENT_PATH}`;
  return (
    <FormField
      label="Redirect address"
      description="Register a client at the provider with this address, also called callback or redirect URI."
      stretch
    >
      <div className="row tight">
        <code className="mono break">{address}</code>
        <CopyButton text={address} label="Copy" of="the redirect address" />
      </div>
    </FormField>
  );
}
