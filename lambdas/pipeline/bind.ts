/**
 * Binds a credential that was given before the base URL was known to the origin that the import has found, in the deployment that was
 * started with it and in no other. The credential is not decrypted; KMS re-encrypts its data key (aws/credentials.ts).
 */
import { bindFound } from '../../aws/credentials.ts';
import type { ServerAuth } from '../../core/model/server.ts';
import { PhaseFailure } from './errors.ts';
import type { PhaseInput } from './phase.ts';
import { flipServer } from './publish.ts';

/**
 * The server's `auth` afterwards. A credential that waited for another deployment stays unbound and cannot be opened. It is bound at once
 * and not in the last phase, so that a later failure of the deployment does not require entering the credential again.
 */
export async function boundAuth({ serverId, deploymentId, server }: PhaseInput, origin: string): Promise<ServerAuth> {
  const { awaits, ...rest } = server.auth;
  if (awaits !== deploymentId || rest.ciphertext === undefined) return server.auth;
  const ciphertext = await bindFound(serverId, deploymentId, origin, rest.ciphertext);
  const bound: ServerAuth = { ...rest, ciphertext, origin };
  let auth = bound;
  await flipServer(serverId, (read) => {
    if (read.deploying !== deploymentId) {
      throw new PhaseFailure('deployment_superseded', 'Another deployment has taken over the server.');
    }
    // This same phase has run before.
    if (read.auth.awaits !== deploymentId) {
      auth = read.auth;
      return undefined;
    }
    auth = bound;
    return { auth: bound };
  });
  return auth;
}
