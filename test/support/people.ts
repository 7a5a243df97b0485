/** People who are signed in at a server with an MCP client, for tests of what an API is told of them. */
import { type Answer, ask, type LoginClaims, type Logins } from './logins.ts';
import { registerByHand, signInByHand } from './signInFlow.ts';
import type { HostedServer, LocalStack } from './stack.ts';

/** A call of a tool, as its text or the code of its error. */
export interface Called {
  readonly status: number;
  readonly isError: boolean;
  readonly text: string;
}

export interface SignedInPerson {
  readonly login: string;
  readonly accessToken: string;
  call(tool: string): Promise<Called>;
  /** Ends all their sessions, as they do on their own page. */
  endAll(): Promise<Answer>;
}

/** Calls a tool in one request of 2025-06-18, with a token in the header. */
export async function callAs(url: string, accessToken: string, name: string): Promise<Called> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
      authorization: `Bearer ${accessToken}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } }),
  });
  const text = await response.text();
  return { status: response.status, isError: response.status !== 200 || /"isError":true|"error":/.test(text), text };
}

/** The address of a server at which people sign in. */
export const signInUrl = ({ edgeUrl }: Pick<LocalStack, 'edgeUrl'>, { serverId }: Pick<HostedServer, 'serverId'>) =>
  `${edgeUrl}/${serverId}/mcp`;

/** Signs a person with these claims in at the server. */
export async function signedIn(
  stack: Pick<LocalStack, 'edgeUrl' | 'apiUrl'>,
  logins: Logins,
  server: Pick<HostedServer, 'serverId'>,
  claims: LoginClaims,
): Promise<SignedInPerson> {
  const login = await logins.token(claims);
  const url = signInUrl(stack, server);
  const accessToken = await signInByHand(stack, login, await registerByHand(stack, 'Client'), url);
  return {
    login,
    accessToken,
    call: (tool) => callAs(url, accessToken, tool),
    endAll: () => ask(stack, login, 'DELETE', '/v1/me/sessions'),
  };
}
