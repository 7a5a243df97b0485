/**
 * The table of sign-ins, key `id` and `part`: clients that registered, requests that wait for their person, codes, which sessions a person
 * or a client has, and since when they were all ended. Of secrets it holds HMACs. Every write is conditional, or of something that nobody
 * else writes. What a request of an MCP client is judged by is not here but in the tokens table.
 */
import { DeleteCommand, PutCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isoNow } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import type { OAuthClient } from '../../core/oauth/clients.ts';
import type { SignIn } from '../../core/oauth/session.ts';
import type { TokenRow } from '../../core/records.ts';
import { documents } from '../clients.ts';
import { requireEnvironment } from '../environment.ts';
import { isConditionFailure, isNamed } from '../errors.ts';
import { creation, readRow, type TransactItem } from './versioned.ts';

const table = () => requireEnvironment('TABLE_SIGN_INS');
const tokensTable = () => requireEnvironment('TABLE_TOKENS');

/** Epoch seconds, for the table's time to live; what must end in time is judged by times of its own. */
const seconds = (ms: number): number => Math.ceil(ms / 1_000);
const read = <Row>(id: string, part: string) => readRow<Row>(table(), { id, part });

/** What a client asked a person for. */
export interface AuthorizationRequest {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly serverId: string;
  readonly asked: SignIn['granted'];
  readonly state?: string;
}

/** A client's request that waits for its person; `expiresAt` in ISO 8601. */
export interface RequestRow extends AuthorizationRequest {
  readonly requestId: string;
  readonly expiresAt: string;
}

/** What a person has approved, until its code is exchanged; times in ISO 8601. */
export interface CodeRow extends Omit<AuthorizationRequest, 'asked' | 'state'> {
  readonly person: SignIn['person'];
  readonly granted: SignIn['granted'];
  readonly approvedAt: string;
  readonly expiresAt: string;
  /** Row of the session that came of it. */
  readonly usedFor?: string;
}

/** One session of a person or a client. */
export interface SessionLink {
  readonly tokenHash: string;
  readonly tokenId: string;
  readonly serverId: string;
}

const personKey = (id: string) => `person:${id}`;
const clientKey = (id: string) => `client:${id}`;
const requestKey = (id: string) => `request:${id}`;
const codeKey = (hash: string) => `code:${hash}`;

/** Whether any server ever took sign-ins: until then nothing of this is there. */
export const isSignInUsed = async (): Promise<boolean> => (await read('installation', 'sign-in')) !== undefined;
/** Says from now on that a server takes sign-ins ({@link isSignInUsed}). */
export const markSignInUsed = async (): Promise<void> => {
  await documents().send(new PutCommand({ TableName: table(), Item: { id: 'installation', part: 'sign-in' } }));
};

/** Stores a request that waits for its person. Throws when there is one of this id. */
export async function storeRequest(request: RequestRow): Promise<void> {
  const goneAt = seconds(Date.parse(request.expiresAt)) + 60;
  const row = { id: requestKey(request.requestId), part: 'request', goneAt, ...request };
  await documents().send(new PutCommand(creation(table(), 'id', row)));
}

/** Undefined when it is unknown, was decided or has waited for too long. */
export async function readRequest(requestId: string, now = Date.now()): Promise<RequestRow | undefined> {
  const row = await read<RequestRow>(requestKey(requestId), 'request');
  return row && Date.parse(row.expiresAt) > now ? row : undefined;
}

/** Ends a request, with the code when it was allowed. False when somebody else has decided it. */
export async function decideRequest(requestId: string, code?: CodeRow & { readonly hash: string }): Promise<boolean> {
  const Key = { id: requestKey(requestId), part: 'request' };
  const deletion = { TableName: table(), Key, ConditionExpression: 'attribute_exists(id)' };
  try {
    if (code) {
      const { hash, ...rest } = code;
      const goneAt = seconds(Date.parse(code.expiresAt)) + 24 * 3_600;
      const row = { id: codeKey(hash), part: 'code', goneAt, ...rest };
      await documents().send(
        new TransactWriteCommand({ TransactItems: [{ Delete: deletion }, { Put: creation(table(), 'id', row) }] }),
      );
    } else await documents().send(new DeleteCommand(deletion));
    return true;
  } catch (error) {
    if (isConditionFailure(error) || isNamed(error, 'TransactionCanceledException')) return false;
    throw error;
  }
}

/** What was approved for the code with this hash, expired or used ones too; undefined when it is unknown. */
export const readCode = (hash: string) => read<CodeRow>(codeKey(hash), 'code');

/**
 * Makes the session of a code, once: false when the code was used meanwhile, or its person or client were ended since it was approved.
 * `beside` is written with it.
 */
export async function redeemCode(
  hash: string,
  code: CodeRow,
  session: TokenRow,
  beside: TransactItem,
): Promise<boolean> {
  const { tokenHash, tokenId, serverId, goneAt } = session;
  const link = (id: string): TransactItem => ({
    Put: { TableName: table(), Item: { id, part: `session:${tokenId}`, tokenHash, tokenId, serverId, goneAt } },
  });
  const notEnded = (id: string): TransactItem => ({
    ConditionCheck: {
      TableName: table(),
      Key: { id, part: 'ended' },
      ConditionExpression: 'attribute_not_exists(endedAt) OR endedAt < :approved',
      ExpressionAttributeValues: { ':approved': code.approvedAt },
    },
  });
  const [person, client] = [personKey(code.person.id), clientKey(code.client.id)];
  try {
    await documents().send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Update: {
              TableName: table(),
              Key: { id: codeKey(hash), part: 'code' },
              UpdateExpression: 'SET usedFor = :session',
              ConditionExpression: 'attribute_exists(id) AND attribute_not_exists(usedFor)',
              ExpressionAttributeValues: { ':session': tokenHash },
            },
          },
          { Put: creation(tokensTable(), 'tokenHash', session) },
          link(person),
          link(client),
          notEnded(person),
          notEnded(client),
          beside,
        ],
      }),
    );
    return true;
  } catch (error) {
    if (isNamed(error, 'TransactionCanceledException')) return false;
    throw error;
  }
}

/** Replaces what a session may present next; false when it was refreshed or ended meanwhile. */
export async function storeRotation(row: TokenRow, signIn: SignIn, expiresAt: string): Promise<boolean> {
  try {
    await documents().send(
      new UpdateCommand({
        TableName: tokensTable(),
        Key: { tokenHash: row.tokenHash },
        UpdateExpression: 'SET signIn = :next, expiresAt = :end, goneAt = :gone',
        ConditionExpression: 'attribute_not_exists(revokedAt) AND signIn.turn = :read',
        ExpressionAttributeValues: {
          ':next': signIn,
          ':end': expiresAt,
          ':gone': goneAfter(expiresAt),
          ':read': row.signIn?.turn,
        },
      }),
    );
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

/** Ended sessions are shown, and their late requests told apart from noise, for a month. */
export const goneAfter = (expiresAt: string): number => seconds(Date.parse(expiresAt) + LIMITS.signIn.unusedMs);

/** Whose sessions: those of a person, or of a client. One of the two is given. */
export interface SessionsOf {
  readonly person?: string | undefined;
  readonly client?: string | undefined;
}

const keyOf = ({ person, client }: SessionsOf): string =>
  person === undefined ? clientKey(client as string) : personKey(person);

/** Codes that were approved until now give no session any more. Call it before {@link linkedSessions}: none can slip between. */
export async function forbidEarlierCodes(of: SessionsOf): Promise<void> {
  const Item = { id: keyOf(of), part: 'ended', endedAt: isoNow() };
  await documents().send(new PutCommand({ TableName: table(), Item }));
}

/** All sessions of a person or a client, those that have ended a while ago included. */
export async function linkedSessions(of: SessionsOf): Promise<SessionLink[]> {
  const links: SessionLink[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await documents().send(
      new QueryCommand({
        TableName: table(),
        ConsistentRead: true,
        KeyConditionExpression: 'id = :id AND begins_with(part, :session)',
        ExpressionAttributeValues: { ':id': keyOf(of), ':session': 'session:' },
        ExclusiveStartKey: start,
      }),
    );
    links.push(...((page.Items ?? []) as SessionLink[]));
    start = page.LastEvaluatedKey;
  } while (start);
  return links;
}

interface ClientRow extends OAuthClient {
  readonly goneAt?: number;
}

/** A registered client; undefined when it is unknown, or was not used for so long that it has gone. */
export async function readClient(clientId: string, now = Date.now()): Promise<OAuthClient | undefined> {
  const row = await read<{ client: ClientRow; goneAt?: number }>(clientKey(clientId), 'client');
  return row && (row.goneAt === undefined || row.goneAt > seconds(now)) ? row.client : undefined;
}

/** False when as many have registered in this hour as may. */
export async function registerClient(client: OAuthClient, now = Date.now()): Promise<boolean> {
  const hour = Math.floor(now / 3_600_000);
  const { perHour, unusedMs } = LIMITS.registrations;
  try {
    await documents().send(
      new UpdateCommand({
        TableName: table(),
        Key: { id: `registrations:${hour}`, part: 'count' },
        UpdateExpression: 'ADD made :one SET goneAt = :gone',
        ConditionExpression: 'attribute_not_exists(made) OR made < :most',
        ExpressionAttributeValues: { ':one': 1, ':most': perHour, ':gone': seconds((hour + 2) * 3_600_000) },
      }),
    );
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
  const row = { id: clientKey(client.id), part: 'client', client, goneAt: seconds(now + unusedMs) };
  await documents().send(new PutCommand(creation(table(), 'id', row)));
  return true;
}

/** A registration that somebody uses is kept. */
export async function keepClient(clientId: string, now = Date.now()): Promise<void> {
  try {
    await documents().send(
      new UpdateCommand({
        TableName: table(),
        Key: { id: clientKey(clientId), part: 'client' },
        UpdateExpression: 'SET goneAt = :gone',
        ConditionExpression: 'attribute_exists(goneAt)',
        ExpressionAttributeValues: { ':gone': seconds(now + LIMITS.registrations.keptMs) },
      }),
    );
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
}
