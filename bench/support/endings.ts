/**
 * How fast people's sessions end, with one stream for each: one by one, all of a person, all of a client. When several
 * end at once, the answer comes after all have ended everywhere, so streams end before it.
 */
import { type HeldStream, holdStream } from '../../test/support/eventStream.ts';
import { loginsOf } from '../../test/support/logins.ts';
import { registerByHand, signInByHand } from '../../test/support/signInFlow.ts';
import { deploy, type HostedServer, type LocalStack } from '../../test/support/stack.ts';
import { type Spread, spreadOf } from './percentiles.ts';
import { type Revoker, systemTime } from './revoker.ts';

const SESSIONS = 100;
const ALONE = 40;
const SERVERS = 4;

export interface Ending {
  readonly sessions: number;
  /** Milliseconds of the request that ended them. */
  readonly end: Spread;
  /** Milliseconds from its answer to the end of a client's stream; 0 when the stream ended before. */
  readonly endOfStream: Spread;
  /** Milliseconds from its answer to the answer of the first request after it. */
  readonly refused: Spread;
  readonly requestsNotRefused: number;
  readonly eventsAfterEnd: number;
}

interface Session {
  readonly id: string;
  readonly serverId: string;
  readonly url: string;
  readonly bearer: string;
  readonly held: HeldStream;
}

/** Measures sessions that each have a person and a client of their own. */
export async function measureEndings(stack: LocalStack, revoker: Revoker) {
  const logins = await loginsOf(stack);
  const servers = await Promise.all(Array.from({ length: SERVERS }, (_, at) => openServer(stack, at)));
  const login = (sub: string) => logins.token({ sub, 'cognito:groups': ['viewer'], 'cognito:username': 'viewer' });
  const made = async (count: number, sub: string) => {
    const client = await registerByHand(stack, `Client of ${sub}`);
    return { client, sessions: await openSessions(stack, servers, await login(sub), client, count) };
  };
  const alone = await made(ALONE, 'bench-alone');
  const one = await ended(
    alone.sessions.map((session) => [`/v1/servers/${session.serverId}/tokens/${session.id}`, [session]] as const),
    stack,
    revoker,
  );
  const person = await made(SESSIONS, 'bench-person');
  const byPerson = await ended([['/v1/sessions?person=bench-person', person.sessions]], stack, revoker);
  const client = await made(SESSIONS, 'bench-client');
  const byClient = await ended([[`/v1/sessions?client=${client.client}`, client.sessions]], stack, revoker);
  return { one, person: byPerson, client: byClient };
}

async function openServer(stack: LocalStack, at: number): Promise<HostedServer> {
  const server = await deploy(stack, {
    name: `Signed in ${at}`,
    source: { kind: 'manual' },
    baseUrl: 'https://api.example.com',
    auth: { type: 'none' },
  });
  await stack.api('PATCH', `/v1/servers/${server.serverId}`, { access: 'both' });
  return server;
}

async function openSessions(
  stack: LocalStack,
  servers: readonly HostedServer[],
  login: string,
  client: string,
  count: number,
): Promise<Session[]> {
  const bearers: { serverId: string; url: string; bearer: string; held: HeldStream }[] = [];
  for (let n = 0; n < count; n++) {
    const { serverId } = servers[n % servers.length] as HostedServer;
    const url = `${stack.edgeUrl}/${serverId}/mcp`;
    const bearer = await signInByHand(stack, login, client, url);
    const held = await holdStream(url, { headers: { authorization: `Bearer ${bearer}` } });
    await held.find(() => true);
    bearers.push({ serverId, url, bearer, held });
  }
  const { items } = await stack.api<{ items: { id: string; server: { id: string } }[] }>(
    'GET',
    `/v1/sessions?client=${client}`,
  );
  // The list has the newest first; the sessions were made in the opposite order.
  return bearers.reverse().map((each, at) => ({ ...each, id: items[at]?.id as string }));
}

async function ended(
  orders: ReadonlyArray<readonly [path: string, sessions: readonly Session[]]>,
  stack: LocalStack,
  revoker: Revoker,
): Promise<Ending> {
  const [ends, refusals, requests]: [number[], number[], number[]] = [[], [], []];
  let admitted = 0;
  let late = 0;
  for (const [path, sessions] of orders) {
    const [first] = sessions as readonly [Session];
    const { asked, answered, tried, status } = await revoker.revoke({
      token: `${stack.apiUrl}${path}`,
      accessToken: stack.accessToken,
      mcpUrl: first.url,
      bearer: first.bearer,
    });
    requests.push(answered - asked);
    refusals.push(tried - answered);
    if (status !== 401) admitted++;
    const ahead = systemTime() - performance.now();
    for (const { held } of sessions) {
      ends.push(Math.max(0, (await held.ended) + ahead - answered));
      late += held.events.filter(({ at }) => at + ahead > answered).length;
    }
  }
  return {
    sessions: ends.length,
    end: spreadOf(requests),
    endOfStream: spreadOf(ends),
    refused: spreadOf(refusals),
    requestsNotRefused: admitted,
    eventsAfterEnd: late,
  };
}
