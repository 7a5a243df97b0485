/**
 * Tests the stored credentials of a server: its sandbox opens them and, with OAuth 2, fetches an access token. A credential that is not
 * stored yet is sealed for a new server id and tested in a sandbox of that id. The API itself is not called, so a key that the API rejects
 * is not found here. This function seals credentials and never signs in.
 */
import { recordManagementAction } from '../../../aws/audit.ts';
import { callSandbox } from '../../../aws/services/sandbox.ts';
import type { Auth } from '../../../core/api/credentials.ts';
import { withPem } from '../../../core/api/pkcs12.ts';
import { NO_SERVER } from '../../../core/audit/entry.ts';
import { PortcullisError } from '../../../core/lib/errors.ts';
import { newServerId } from '../../../core/lib/ids.ts';
import { originOf } from '../../../core/lib/url/baseUrl.ts';
import { isTriable } from '../../../core/model/credential.ts';
import { checkCredential, partOf } from '../../../core/request/credential/index.ts';
import { refusal } from '../../../core/request/credential/oauth2/tokenResponse.ts';
import { renewTokens } from '../../shared/accessToken.ts';
import { signingInOf } from '../../shared/signingIn.ts';
import { Refused } from '../http/errors.ts';
import { ANSWER_BEFORE_MS, type HandlersOf } from '../http/request.ts';
import { credentialsOf, encrypted } from '../serverRow/credentials.ts';
import { knownServer } from '../serverRow/load.ts';
import { personCaller } from './consenting.ts';

/** Codes that blame the credential or its authorization server; anything else is a failure of the check itself. */
const TELLING = /^(?:oauth_|credential_|role_)/;

interface TrialResult {
  readonly works: boolean;
  readonly instance?: string;
  readonly code?: string;
  readonly message?: string;
}

/** Throws Refused for a credential that does not sign in, and for a refresh token, which may be good for one use only. */
async function tried(auth: Auth): Promise<TrialResult> {
  const credential = auth.type === 'none' ? undefined : checkCredential(withPem(auth));
  const signIn = partOf(credential, 'oauth2');
  if (credential === undefined || signIn === undefined || !isTriable(signIn)) {
    throw new Refused(
      'credential_not_triable',
      'Nothing of this credential can be tried before it is stored. Create the server, then check its credentials.',
    );
  }
  const { tokenUrl } = signIn;
  const serverId = newServerId();
  const origin = originOf(tokenUrl);
  const ciphertext = await encrypted(serverId, credential, { origin });
  const signal = AbortSignal.timeout(ANSWER_BEFORE_MS);
  const answer = await callSandbox({ kind: 'check', serverId, origin, ciphertext }, { signal });
  if (answer.frame !== 'refused') {
    const { instance } = answer.frame === 'ready' ? answer : {};
    return { works: true, ...(instance !== undefined && { instance }) };
  }
  const { code, message } = refusal(answer.code, tokenUrl);
  return { works: false, code, message };
}

/** Handlers of `checkCredentials` and `tryCredential`. */
export const credentialCheck: HandlersOf<'checkCredentials' | 'tryCredential'> = {
  tryCredential: async ({ body, actor }) => {
    const result = await tried(body.auth);
    const { works, code } = result;
    const detail = { works, ...(code !== undefined && { code }) };
    await recordManagementAction({ serverId: NO_SERVER, serverName: '', actor, action: 'credential.try', detail });
    return result;
  },
  checkCredentials: async ({ params, actor }) => {
    const row = await knownServer(params.id);
    const { serverId, name, bundle } = row;
    if (!bundle) throw new Refused('server_not_deployed', 'The server never went live. Deploy it first.');
    const items = credentialsOf(row).flatMap(({ type, origin, ciphertext, ...shape }) =>
      origin === undefined || ciphertext === undefined ? [] : [{ ...shape, type, origin, ciphertext }],
    );
    const signal = AbortSignal.timeout(ANSWER_BEFORE_MS);
    const checked = items.map(async (stored) => {
      const { type, origin, ciphertext } = stored;
      const { id, mac } = bundle;
      const authNow = async () => credentialsOf(await knownServer(serverId)).find((each) => each.origin === origin);
      const signingIn = signingInOf({ ...row, bundle }, stored, authNow, personCaller(actor, serverId));
      try {
        if (signingIn) {
          const { instance } = await renewTokens(signingIn);
          return { origin, type, works: true, ...(instance !== undefined && { instance }) };
        }
        const credential = { origin, ciphertext };
        await callSandbox({ kind: 'probe', serverId, bundle: { id, mac }, credential }, { signal });
        return { origin, type, works: true };
      } catch (error) {
        if (!(error instanceof PortcullisError) || !TELLING.test(error.code)) throw error;
        return { origin, type, works: false, code: error.code, message: error.message };
      }
    });
    const answer = { items: await Promise.all(checked) };
    await recordManagementAction({
      serverId,
      serverName: name,
      actor,
      action: 'server.credentials.check',
      detail: { failed: answer.items.filter(({ works }) => !works).length },
    });
    return answer;
  },
};
