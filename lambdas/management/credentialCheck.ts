/**
 * Tests the stored credentials of a server: its sandbox opens them and, with OAuth 2, fetches an access token. The API itself is not
 * called, so a key that the API rejects is not found here.
 */
import { recordManagementAction } from '../../aws/audit.ts';
import { callSandbox } from '../../aws/sandbox.ts';
import { PortcullisError } from '../../core/errors.ts';
import type { ServerAuth, ServerRow } from '../../core/records.ts';
import { renewTokens, signingInOf } from '../shared/accessToken.ts';
import { Refused } from './errors.ts';
import { knownServer } from './load.ts';
import { ANSWER_BEFORE_MS, type HandlersOf } from './request.ts';

/** Codes that blame the credential or its authorization server; anything else is a failure of the check itself. */
const TELLING = /^(?:oauth_|credential_)/;

const credentialsOf = ({ auth, hosts = {} }: ServerRow): ServerAuth[] => [
  auth,
  ...Object.values(hosts).flatMap((host) => host.auth ?? []),
];

/** Handler of `checkCredentials`. */
export const credentialCheck: HandlersOf<'checkCredentials'> = {
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
      const signingIn = signingInOf({ ...row, bundle }, stored, async () =>
        credentialsOf(await knownServer(serverId)).find((each) => each.origin === origin),
      );
      try {
        if (signingIn) await renewTokens(signingIn);
        else {
          const credential = { origin, ciphertext };
          await callSandbox({ kind: 'probe', serverId, bundle: { id, mac }, credential }, { signal });
        }
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
