/**
 * Finds out how people sign in at an MCP server, and registers this installation as a client of its authorization server. What is found
 * fills in a credential: a person looks at its hosts and has it stored, which is checked as any other. This function opens no connections;
 * the spec reader, which has no rights, does.
 */
import { recordManagementAction } from '../../../aws/audit.ts';
import { requireEnvironment } from '../../../aws/lib/environment.ts';
import { invokeSignInReader, isRefusal } from '../../../aws/services/invoke.ts';
import { NO_SERVER } from '../../../core/audit/entry.ts';
import { clientDocumentUrl } from '../../../core/auth/oauth/addresses.ts';
import type { JsonValue } from '../../../core/lib/json/value.ts';
import { checkBaseUrl } from '../../../core/lib/url/baseUrl.ts';
import {
  discoverSignIn,
  type SignInServer,
  type SignInWays,
} from '../../../core/request/credential/oauth2/discovery.ts';
import { clientMetadata, registeredClient } from '../../../core/request/credential/oauth2/registration.ts';
import { elapsedMs } from '../http/elapsed.ts';
import { Refused } from '../http/errors.ts';
import type { HandlersOf } from '../http/request.ts';
import { readIssuer } from '../serverRow/credentials.ts';
import { redirectUri } from './consenting.ts';

/** Milliseconds for one request to a host. */
const ASK_MS = 5_000;
/** Nothing more is read afterwards: the last reading takes 8 s, a registration as long as a request, and an answer has 26 s. */
const READS_FOR_MS = 11_000;

/** Handlers of `discoverSignIn` and `registerClient`. */
export const mcpSignIn: HandlersOf<'discoverSignIn' | 'registerClient'> = {
  discoverSignIn: async ({ body }) => {
    const { resource, servers } = await found(body.url);
    return { resource, servers: servers.map((server) => shown(server, resource)) };
  },
  registerClient: async ({ body, actor }) => {
    // Found out anew, so that nothing is sent but where the server's own metadata lead.
    const { servers } = await found(body.url);
    const server = servers.find(({ issuer }) => issuer === body.issuer);
    const { registration } = server ?? {};
    if (!registration) {
      throw new Refused('registration_refused', 'The authorization server offers clients no registration.');
    }
    const { url, method } = registration;
    const metadata = clientMetadata(redirectUri(), method);
    const answer = await invokeSignInReader({ mode: 'register', url, ms: ASK_MS, body: JSON.stringify(metadata) });
    if (isRefusal(answer)) throw new Refused('registration_refused', `${REFUSED} ${answer.error.message}`);
    const client = registeredClient((answer as { document: JsonValue }).document, method);
    const detail = { origin: new URL(url).origin };
    await recordManagementAction({ serverId: NO_SERVER, serverName: '', actor, action: 'credential.register', detail });
    return client;
  },
};

const REFUSED = 'The authorization server did not register this client.';

const found = (url: string): Promise<SignInWays> =>
  discoverSignIn(checkBaseUrl(url).url, {
    challenge: async (at) => {
      const answer = await invokeSignInReader({ mode: 'challenge', url: at, ms: ASK_MS });
      if (isRefusal(answer)) throw new Refused('sign_in_not_found', `The MCP server: ${answer.error.message}`);
      return (answer as { challenge?: string }).challenge;
    },
    read: readIssuer,
    hasTime: () => elapsedMs() < READS_FOR_MS,
  });

function shown(server: SignInServer, resource: string) {
  const { issuer, authorizationUrl, tokenUrl, scope, needsIssuer, takesDocument, registration } = server;
  const edgeUrl = requireEnvironment('EDGE_URL');
  const parameters = [{ name: 'resource', value: resource }];
  return {
    issuer,
    hosts: [...new Set([authorizationUrl, tokenUrl].map((url) => new URL(url).host))],
    // An authorization server can read the document of an installation that it can reach.
    ...(takesDocument && edgeUrl.startsWith('https:') && { clientId: clientDocumentUrl(edgeUrl) }),
    registers: registration !== undefined,
    auth: {
      type: 'oauth2' as const,
      grant: 'authorizationCode' as const,
      authorizationUrl,
      tokenUrl,
      ...(needsIssuer && { issuer }),
      ...(scope !== undefined && { scope }),
      parameters,
      authorizationParameters: parameters,
    },
  };
}
