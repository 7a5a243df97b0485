/** The upstream credential, of the kind chosen before. */
import Icon from '@cloudscape-design/components/icon';
import type { Preview } from '../../api/types.ts';
import { AccountChoice } from '../../components/account-choice.tsx';
import { CredentialFields } from '../../components/credential-fields.tsx';
import { TermText } from '../../components/term-text.tsx';
import { TrySignIn } from '../../components/try-sign-in.tsx';
import { AUTH_TYPES } from '../../lib/auth-types.ts';
import { needsConsent } from '../../lib/credentials.ts';
import type { WizardState } from './state.ts';

interface SecurityStepProps {
  readonly state: WizardState;
  readonly faults: Readonly<Record<string, string | undefined>>;
  readonly preview?: Preview;
  readonly onChange: (part: Partial<WizardState>) => void;
}

export function SecurityStep({ state, faults, preview, onChange }: SecurityStepProps) {
  const type = AUTH_TYPES.find((item) => item.value === state.authType);
  const notes = preview?.auth.suggested.notes ?? [];
  return (
    <div className="narrow stack">
      <div className="row">
        <span className="chip accent">{type?.label}</span>
        {!state.touched.auth && state.found !== undefined && (
          <span className="chip good">suggested by the document</span>
        )}
      </div>
      <CredentialFields
        type={state.authType}
        value={state.credentials}
        faults={faults}
        scopes={preview?.auth.scopes}
        onChange={(credentials) => onChange({ credentials })}
      />
      {needsConsent(state.authType, state.credentials) && (
        <AccountChoice value={state.accounts} onChange={(accounts) => onChange({ accounts })} />
      )}
      <TrySignIn
        type={state.authType}
        value={state.credentials}
        baseUrl={state.baseUrl}
        onBaseUrl={(baseUrl) => onChange({ baseUrl, touched: { ...state.touched, baseUrl: true } })}
      />
      {notes.map((note) => (
        <div key={note} className="small muted break">
          {note}
        </div>
      ))}
      <div className="vault row small muted">
        <Icon name="lock-private" />
        <span className="grow">
          <TermText
            text="Encrypted for this server and host. Only the sandbox decrypts it, for the duration of a call."
            target="_blank"
          />
        </span>
      </div>
    </div>
  );
}
