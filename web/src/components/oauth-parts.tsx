/** The parts of the OAuth 2 form that are no texts: the provider, the choices, the redirect URI. */
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { CONSENT_PATH } from '../../../core/auth/oauth/addresses.ts';
import type { FieldForm } from '../../../core/model/credentialKinds/kind.ts';
import { oauth2 } from '../../../core/model/credentialKinds/oauth2.ts';
import { choicesOf, withGrant } from '../lib/credential-form.ts';
import { OAUTH_PRESETS, presetOf, withPreset } from '../lib/oauth-presets.ts';
import { useSession } from '../state/session.tsx';
import { CopyButton } from './copy-button.tsx';
import type { CredentialFieldProps } from './credential-text.tsx';

export function Provider({ value, onChange }: CredentialFieldProps) {
  const preset = presetOf(value);
  return (
    <FormField
      label={
        <>
          Provider <i>optional</i>
        </>
      }
      description={preset?.hint}
      stretch
    >
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
  );
}

/** A choice of the definition, such as the grant. */
export function OAuthChoice({ name, value, faults, onChange }: CredentialFieldProps & { readonly name: string }) {
  const { label, description }: FieldForm = oauth2.fields[name as 'grant'].form;
  const choices = choicesOf('oauth2', name);
  const chosen = value[name as 'grant'];
  return (
    <FormField label={label} description={description} errorText={faults[name]} stretch>
      <Select
        ariaLabel={label}
        selectedOption={choices.find((each) => each.value === chosen) ?? choices[0] ?? null}
        options={choices}
        onChange={({ detail }) => {
          const next = detail.selectedOption.value ?? chosen;
          onChange(name === 'grant' ? withGrant(value, next as typeof chosen) : { ...value, [name]: next });
        }}
      />
    </FormField>
  );
}

/** The redirect URI, which the provider compares exactly. */
export function RedirectAddress() {
  const address = `${useSession().config.edgeUrl}${CONSENT_PATH}`;
  return (
    <FormField
      label="Redirect URI"
      description="Register a client at the provider with this URI (callback URL)."
      stretch
    >
      <div className="row tight">
        <code className="mono break">{address}</code>
        <CopyButton text={address} label="Copy" of="the redirect URI" />
      </div>
    </FormField>
  );
}
