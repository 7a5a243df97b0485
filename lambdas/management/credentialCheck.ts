/**
 * Tries the stored credentials of a server before a model does: in its own sandbox, which opens them and, with OAuth 2, fetches an access
 * token. The API itself is not called, so a key that it refuses is not found here.
 */
import { recordManagementAction } from '../../aws/audit.ts';
import { callSandbox, SandboxError } from '../../aws/sandbox.ts';
import type { AuthType } from '../../core/request/credential/shape.ts';
import { Refused } from './errors.ts';
import { knownServer } from './load.ts';
import { ANSWER_BEFORE_MS, type HandlersOf } from './request.ts';

/** What is wrong with the credential or with whom it signs in to; anything else is a failure of the check. */
const TELLING = /^(?:oauth_|credential_)/;

/** Handler of `checkCredentials`. */
export const credentialCheck: HandlersOf<'checkCredentials'> = {
  checkCredentials: async ({ params, actor }) => {
    const { serverId, name, bundle, auth, hosts = {} } = await knownServer(params.id);
    if (!bundle) throw new Refused('server_not_deployed', 'The server never went live. Deploy it first.');
    const stored = [auth, ...Object.values(hosts).flatMap((host) => host.auth ?? [])];
    const items = stored.flatMap(({ type, origin, ciphertext }) =>
      origin === undefined || ciphertext === undefined ? [] : [{ type, origin, ciphertext }],
    );
    const signal = AbortSignal.timeout(ANSWER_BEFORE_MS);
    const checked = items.map(
      async ({ type, ...credential }: { type: AuthType; origin: string; ciphertext: string }) => {
        const { id, mac } = bundle;
        const said = { origin: credential.origin, type };
        try {
          await callSandbox({ kind: 'probe', serverId, bundle: { id, mac }, credential }, { signal });
          return { ...said, works: true };
        } catch (error) {
          if (!(error instanceof SandboxError) || !TELLING.test(error.code)) throw error;
          return { ...said, works: false, code: error.code, message: error.message };
        }
      },
    );
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
