/**
 * The access token with which the tools of an MCP server are read, where a person signs in for it, or its refresh token is good for one use.
 * There is none before the server is live, because tokens are obtained through its bundle: so its first import has no tools, and the next
 * one, after somebody has signed in, has all. What reads the tools only takes a stored token; the management API sees to it beforehand that
 * one holds, because only there tokens are obtained.
 */
import { upstreamTokens } from '../../aws/tables/upstreamTokens.ts';
import { AUTOMATION_KEY_ID } from '../../core/auth/automationKeys.ts';
import { isOfPersons, isOwnAccount, isTriable, shapeWithin } from '../../core/model/credential.ts';
import type { ServerRow } from '../../core/model/server.ts';
import { personAccount } from '../../core/request/credential/oauth2/holders.ts';
import { sealedToken, versionOfCredential } from '../../core/request/credential/oauth2/storedTokens.ts';
import { refusal } from '../../core/request/credential/oauth2/tokenResponse.ts';
import type { SealedTokens } from '../../core/sandbox/protocol.ts';
import { holderAt } from './signingIn.ts';

type Imported = Pick<ServerRow, 'serverId' | 'source' | 'auth' | 'bundle' | 'baseUrl' | 'credentials'>;

/** Whether its tools are read with a token that was stored before. */
export const needsStoredToken = ({ source, auth }: Pick<ServerRow, 'source' | 'auth'>): boolean => {
  const signIn = shapeWithin(auth, 'oauth2');
  return source.kind === 'mcp' && signIn !== undefined && !isTriable(signIn);
};

/**
 * The token; undefined where none is needed, or the server was never live.
 * @param person who has it imported: where each client or person has tokens of their own, it is read with theirs
 * @throws `oauth_not_connected`
 */
export async function importTokens(server: Imported, person: string): Promise<SealedTokens | undefined> {
  const { serverId, auth, bundle, credentials } = server;
  const { origin, ciphertext } = auth;
  const signIn = shapeWithin(auth, 'oauth2');
  if (!needsStoredToken(server) || !bundle || origin === undefined || ciphertext === undefined) return undefined;
  // A key names nobody, so it reads with the account that the credential has for such callers.
  const isOfPerson = signIn !== undefined && isOfPersons(signIn) && !AUTOMATION_KEY_ID.test(person);
  const isOwn = isOwnAccount(signIn?.grant, credentials) || isOfPerson;
  const account = isOwn ? personAccount(person) : undefined;
  const row = await upstreamTokens.read(serverId, holderAt(server, origin, account));
  const sealed = sealedToken(row, versionOfCredential(ciphertext), Date.now());
  if (!row || sealed === undefined) throw refusal('oauth_not_connected', signIn?.tokenUrl ?? origin);
  return { holder: row.holder, sealed };
}
