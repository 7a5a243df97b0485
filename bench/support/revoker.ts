/**
 * A client in a process of its own that revokes a token and then tries to use it. Run as a program it is the client;
 * imported it starts one. Times are milliseconds of the system's monotonic clock, which all processes share.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';

/** The DELETE request that revokes, and the endpoint to try afterwards. */
export interface Order {
  readonly token: string;
  readonly accessToken: string;
  readonly mcpUrl: string;
  /** Token for the Authorization header, when the URL contains none. */
  readonly bearer?: string;
}

export interface Revoked {
  readonly asked: number;
  /** Time of the answer of the revocation. */
  readonly answered: number;
  /** Time of the answer of the first request after it. */
  readonly tried: number;
  /** Status of that answer. */
  readonly status: number;
}

export interface Revoker {
  /** Revokes and tries one token at a time. */
  revoke(order: Order): Promise<Revoked>;
  stop(): void;
}

export const systemTime = (): number => Number(process.hrtime.bigint()) / 1e6;

export async function startRevoker(): Promise<Revoker> {
  const child = fork(import.meta.filename);
  await once(child, 'message');
  return {
    async revoke(order) {
      child.send(order);
      const [revoked] = (await once(child, 'message')) as [Revoked];
      return revoked;
    },
    stop: () => child.disconnect(),
  };
}

async function revoke({ token, accessToken, mcpUrl, bearer }: Order): Promise<Revoked> {
  const asked = systemTime();
  const deleted = await fetch(token, { method: 'DELETE', headers: { authorization: `Bearer ${accessToken}` } });
  await deleted.text();
  const answered = systemTime();
  if (!deleted.ok) throw new Error(`The token was not revoked: ${deleted.status}`);
  const { status } = await fetch(mcpUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) },
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  });
  return { asked, answered, tried: systemTime(), status };
}

if (process.send && process.argv[1] === import.meta.filename) {
  process.on('message', async (order: Order) => process.send?.(await revoke(order)));
  process.send('ready');
}
