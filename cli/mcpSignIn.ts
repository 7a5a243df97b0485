/**
 * The credential of an MCP server at which people sign in, by what its metadata say. Hosts that the command line does not name get nothing:
 * then the command says which ones they are.
 */
import type { AnswerOf } from '../core/api/routes/index.ts';
import { UsageError } from './errors.ts';
import type { ApiRequest } from './stack.ts';

/**
 * The `auth` of a new server.
 * @param hosts those that were confirmed, separated by commas
 * @param clientId of a client that was registered by hand
 * @throws UsageError for other hosts, or without a client; CliError
 */
export async function signInAuth(
  request: ApiRequest,
  url: string,
  { hosts, clientId }: { readonly hosts: string; readonly clientId?: string | undefined },
): Promise<object> {
  const confirmed = hosts.split(',').map((host) => host.trim());
  const { servers } = await request<AnswerOf<'discoverSignIn'>>('POST', '/v1/mcp/sign-in', { url });
  const server = servers.find((one) => one.hosts.every((host) => confirmed.includes(host)));
  if (!server) {
    const ways = servers.map((one) => `--sign-in ${one.hosts.join()}`).join(', or ');
    throw new UsageError(`By its metadata people sign in elsewhere. Nothing was made; if that is right: ${ways}.`);
  }
  const { issuer, auth, registers } = server;
  const known = clientId ?? server.clientId;
  if (known !== undefined) return { ...auth, clientId: known };
  if (!registers) {
    throw new UsageError(
      'The authorization server lets nobody register by themselves: register a client there, and name it with --client-id (or with its secret in --credential).',
    );
  }
  return { ...auth, ...(await request<object>('POST', '/v1/mcp/clients', { url, issuer })) };
}
