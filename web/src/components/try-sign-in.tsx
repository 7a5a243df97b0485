/** A button that signs in once with a credential that is not stored yet, to show whether it brings an access token. */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { isTriable } from '../../../core/model/credential.ts';
import { call } from '../api/client.ts';
import type { AuthType } from '../api/types.ts';
import type { Credentials } from '../lib/credential-form.ts';
import { authOf, credentialFaults } from '../lib/credentials.ts';
import { useAction } from '../state/use-action.ts';
import { EgressHint } from './egress-hint.tsx';
import { baseUrlAt, InstanceNotice } from './instance-notice.tsx';

interface TrySignInProps {
  readonly type: AuthType;
  readonly value: Credentials;
  readonly baseUrl: string;
  /** Called with another base URL, if the person chooses the address that the token endpoint names. */
  readonly onBaseUrl: (baseUrl: string) => void;
}

interface Result {
  /** What was tried; a changed credential has no result yet. */
  readonly of: Credentials;
  readonly failure?: string;
  /** Where the API of this account is, by the token endpoint. */
  readonly instance?: string;
}

/** Shows nothing for a credential that does not sign in. */
export function TrySignIn({ type, value, baseUrl, onBaseUrl }: TrySignInProps) {
  const { pending, run } = useAction();
  const [last, setLast] = useState<Result>();
  if (type !== 'oauth2' && !(type === 'combined' && value.parts.includes('oauth2'))) return null;
  // There is nothing to try before somebody has consented.
  if (value.grant === 'authorizationCode') return null;
  const ofPersons = (value.grant === 'jwtBearer' || value.grant === 'tokenExchange') && value.personClaim !== 'none';
  if (ofPersons) {
    return (
      <div className="small muted">
        Tokens are those of the person who calls, so this is tested once the server is live: Check the sign-in in its
        settings signs in as you.
      </div>
    );
  }
  if (!isTriable({ grant: value.grant })) {
    return (
      <div className="small muted">
        A refresh token may be valid once only, so it is not tested here. Check the sign-in in the settings of the
        server.
      </div>
    );
  }
  const check = async () => {
    const faults = Object.values(credentialFaults(type, value));
    if (faults.length > 0) return setLast({ of: value, failure: faults.join(' ') });
    await run(async () => {
      setLast(undefined);
      const { works, message, instance } = await call('tryCredential', {
        path: {},
        body: { auth: authOf(type, value) },
      });
      setLast({
        of: value,
        ...(!works && { failure: message ?? 'No access token was fetched.' }),
        ...(instance !== undefined && { instance }),
      });
    });
  };
  return (
    <>
      <div>
        <Button formAction="none" loading={pending} onClick={() => void check()}>
          Check the sign-in
        </Button>
      </div>
      <div aria-live="polite">
        {last?.of === value &&
          (last.failure === undefined ? (
            <div className="stack tight">
              <Alert type="success">The sign-in works. An access token was fetched and discarded.</Alert>
              {last.instance !== undefined && URL.canParse(baseUrl) && new URL(baseUrl).origin !== last.instance && (
                <InstanceNotice
                  host={new URL(value.tokenUrl).host}
                  instance={last.instance}
                  origin={new URL(baseUrl).origin}
                  action={
                    <Button formAction="none" onClick={() => onBaseUrl(baseUrlAt(last.instance ?? '', baseUrl))}>
                      Use it as base URL
                    </Button>
                  }
                />
              )}
            </div>
          ) : (
            <Alert type="error" header="No access token">
              {last.failure}
              <EgressHint />
            </Alert>
          ))}
      </div>
    </>
  );
}
