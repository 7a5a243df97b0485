/**
 * Binds a credential that was given before the base URL was known: to the origin that the import has found, in the deployment that was
 * started with it and in no other. Nothing is opened; KMS wraps the data key again (aws/credentials.ts).
 */
import { bindFound } from '../../aws/credentials.ts';
import type { ServerAuth } from '../../core/records.ts';
import { PhaseFailure } from './errors.ts';
import type { PhaseInput } from './phase.ts';
import { flipServer } from './publish.ts';

/**
 * The server's auth as it stands then. What waited for another deployment stays as it is, for nobody to open. Bound at once and not
 * with the last phase: a deployment that fails later has found the origin nevertheless, and the credential need not be given again.
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
    // The same phase, running twice, has been here before.
    if (read.auth.awaits !== deploymentId) {
      auth = read.auth;
      return undefined;
    }
    auth = bound;
    return { auth: bound };
  });
  return auth;
}
