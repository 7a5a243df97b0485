/** The parts of the OAuth 2 form: one text field, provider and grant, private key, client authentication, token request, redirect address. */
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import Textarea from '@cloudscape-design/components/textarea';
import { CONSENT_PATH } from '../../../core/auth/oauth/addresses.ts';
import type { Credentials, Grant } from '../lib/credential-form.ts';
import { withKeyFile } from '../lib/key-file.ts';
import { NOT_SAVED } from '../lib/not-saved.ts';
import { CLIENT_AUTHENTICATIONS, GRANTS, type OAuthField, TOKEN_REQUEST_BODIES } from '../lib/oauth-grants.ts';
import { OAUTH_PRESETS, presetOf, withPreset } from '../lib/oauth-presets.ts';
import { useSession } from '../state/session.tsx';
import { CopyButton } from './copy-button.tsx';

export interface OAuthPartProps {
  readonly value: Credentials;
  readonly faults: Readonly<Record<string, string | undefined>>;
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

export function OAuthText({ field, value, faults, onChange }: OAuthPartProps & { readonly field: OAuthField }) {
  return (
    <FormField label={labelled(field)} description={field.description} errorText={faults[field.key]} stretch>
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
}

export function ProviderAndGrant({ value, faults, onChange }: OAuthPartProps) {
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
          selectedOption={GRANTS.find((each) => each.value === value.grant) ?? GRANTS[0] ?? null}
          options={GRANTS.map((each) => ({ ...each }))}
          onChange={({ detail }) => onChange({ ...value, grant: detail.selectedOption.value as Grant })}
        />
      </FormField>
    </>
  );
}

/** The redirect URI, which the provider compares exactly. */
export function RedirectAddress() {
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

export function PrivateKey({ value, faults, onChange }: OAuthPartProps) {
  return (
    <FormField
      label="Private key"
      description={
        value.grant === 'jwtBearer'
          ? 'In PEM form, or a complete Google key file (JSON), which fills in the other fields.'
          : 'In PEM form: RSA of 2048 to 8192 bits, or P-256.'
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
  );
}

export function ClientAuthentication({ value, faults, onChange }: OAuthPartProps) {
  return (
    <FormField label="Client ID and secret are sent" errorText={faults['clientAuthentication']} stretch>
      <Select
        ariaLabel="Client ID and secret are sent"
        selectedOption={
          CLIENT_AUTHENTICATIONS.find((way) => way.value === value.clientAuthentication) ?? CLIENT_AUTHENTICATIONS[0]
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
  );
}

interface ParametersProps extends OAuthPartProps {
  readonly field: 'authorizationParameters' | 'parameters';
  readonly label: string;
  readonly description: string;
  readonly placeholder: string;
}

/** Parameters that a provider requires beyond those of OAuth 2, one name=value a line. */
export function Parameters({ field, label, description, placeholder, value, faults, onChange }: ParametersProps) {
  return (
    <FormField label={labelled({ label, optional: true })} description={description} errorText={faults[field]} stretch>
      <Textarea
        value={value[field]}
        rows={2}
        spellcheck={false}
        placeholder={placeholder}
        onChange={({ detail }) => onChange({ ...value, [field]: detail.value })}
      />
    </FormField>
  );
}

export function TokenRequestBody({ value, faults, onChange }: OAuthPartProps) {
  return (
    <FormField label="The token request is" errorText={faults['body']} stretch>
      <Select
        ariaLabel="The token request is"
        selectedOption={TOKEN_REQUEST_BODIES.find((each) => each.value === value.body) ?? TOKEN_REQUEST_BODIES[0]}
        options={TOKEN_REQUEST_BODIES.map((each) => ({ ...each }))}
        onChange={({ detail }) => onChange({ ...value, body: detail.selectedOption.value as Credentials['body'] })}
      />
    </FormField>
  );
}
