/**
 * The table of sign-ins, with the key `id` and `part`: registered clients, authorization requests that wait for a person, authorization
 * codes, the sessions of each person and client, and the time since when all of them were ended. Secrets are stored as HMACs only. Every
 * write is conditional, unless nobody else writes the same item. Requests of MCP clients are checked against the tokens table, not this
 * one.
 */
import { hash } from 'node:crypto';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { OAuthClient } from '../../core/auth/oauth/clients.ts';
import { newClientId, type Place, placeAt, placeOf } from '../../core/auth/oauth/registrations.ts';
import { isoNow } from '../../core/lib/ids.ts';
import { LIMITS } from '../../core/lib/limits.ts';
import { numbered } from '../../core/model/migrations.ts';
import type { SignIn } from '../../core/model/signIn.ts';
import type { TokenRow } from '../../core/model/token.ts';
import { requireEnvironment } from '../lib/environment.ts';
import { documents } from '../services/clients.ts';
import { queryAll } from './query.ts';
import { creation, isWritten, readRow, type TransactItem, writtenTogether } from './versioned.ts';

const table = () => requireEnvironment('TABLE_SIGN_INS');
const tokensTable = () => requireEnvironment('TABLE_TOKENS');

/** Epoch seconds, for DynamoDB's time to live. Expiry is checked by separate timestamps, because deletion may be late. */
const seconds = (ms: number): number => Math.ceil(ms / 1_000);
const read = <Row>(id: string, part: string) => readRow<Row>(table(), { id, part });

/** An authorization request of a client (RFC 6749 section 4.1.1). */
export interface AuthorizationRequest {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly serverId: string;
  /** Thumbprint of the key that the code is bound to (RFC 9449 section 10). */
  readonly dpopJkt?: string;
  readonly asked: SignIn['granted'];
  readonly state?: string;
}

/** An authorization request that waits for a person; `expiresAt` in ISO 8601. */
export interface RequestRow extends AuthorizationRequest {
  readonly requestId: string;
  readonly expiresAt: string;
}

/** An approved request, until its code is exchanged; times in ISO 8601. */
export interface CodeRow extends Omit<AuthorizationRequest, 'asked' | 'state'> {
  readonly person: SignIn['person'];
  readonly granted: SignIn['granted'];
  readonly project?: string;
  readonly approvedAt: string;
  readonly expiresAt: string;
  /** Hash of the session that the code was exchanged for. */
  readonly usedFor?: string;
}

/** One session of a person or a client. */
export interface SessionLink {
  readonly tokenHash: string;
  readonly tokenId: string;
  readonly serverId: string;
}

/** Key of what belongs to a person. */
export const personKey = (id: string): string => `person:${id}`;
const clientKey = (id: string) => `client:${id}`;
const requestKey = (id: string) => `request:${id}`;
const codeKey = (hash: string) => `code:${hash}`;

/** Whether any server of this installation ever accepted sign-ins. */
export const isSignInUsed = async (): Promise<boolean> => (await read('installation', 'sign-in')) !== undefined;
/** Records that a server accepts sign-ins ({@link isSignInUsed}). */
export const markSignInUsed = async (): Promise<void> => {
  await documents().send(new PutCommand({ TableName: table(), Item: { id: 'installation', part: 'sign-in' } }));
};

/** Stores a request that waits for a person. Throws when its id exists. */
export async function storeRequest(request: RequestRow): Promise<void> {
  const goneAt = seconds(Date.parse(request.expiresAt)) + 60;
  const row = { id: requestKey(request.requestId), part: 'request', goneAt, ...request };
  await documents().send(new PutCommand(creation(table(), 'id', row)));
}

/** Undefined when the request is unknown, decided or expired. */
export async function readRequest(requestId: string, now = Date.now()): Promise<RequestRow | undefined> {
  const row = await read<RequestRow>(requestKey(requestId), 'request');
  return row && Date.parse(row.expiresAt) > now ? row : undefined;
}

/** Ends a request; if it was allowed, stores its code, and keeps a client that registered itself. False when it was decided already. */
export async function decideRequest(requestId: string, code?: CodeRow & { readonly hash: string }): Promise<boolean> {
  const Key = { id: requestKey(requestId), part: 'request' };
  const deletion = { TableName: table(), Key, ConditionExpression: 'attribute_exists(id)' };
  if (!code) return isWritten(documents().send(new DeleteCommand(deletion)));
  const { hash, ...rest } = code;
  const goneAt = seconds(Date.parse(code.expiresAt)) + 24 * 3_600;
  const row = { id: codeKey(hash), part: 'code', goneAt, ...rest };
  const kept = rest.client.kind === 'registered' ? [keptClient(rest.client)] : [];
  return writtenTogether([{ Delete: deletion }, { Put: creation(table(), 'id', row) }, ...kept]);
}

/** What was approved for the code with this hash, also when it is expired or used; undefined when it is unknown. */
export const readCode = (hash: string) => read<CodeRow>(codeKey(hash), 'code');

/** The conditions under which a session is created. */
export interface Beginning {
  /** The sessions of its person and client must not have been ended since this time (ISO 8601). */
  readonly since: string;
  /** HMAC of the code that is exchanged for it, once. */
  readonly codeHash?: string;
  /** Writes and conditions of the same transaction. */
  readonly beside: readonly TransactItem[];
}

/**
 * Creates a session. False when its code was used meanwhile, the sessions of its person or client were ended since, or a condition of
 * `beside` does not hold.
 */
export async function beginSession(
  session: TokenRow & { readonly signIn: SignIn },
  { since, codeHash, beside }: Beginning,
): Promise<boolean> {
  const { tokenHash, tokenId, serverId, goneAt, signIn } = session;
  const link = (id: string): TransactItem => ({
    Put: { TableName: table(), Item: { id, part: `session:${tokenId}`, tokenHash, tokenId, serverId, goneAt } },
  });
  const notEnded = (id: string): TransactItem => ({
    ConditionCheck: {
      TableName: table(),
      Key: { id, part: 'ended' },
      ConditionExpression: 'attribute_not_exists(endedAt) OR endedAt < :approved',
      ExpressionAttributeValues: { ':approved': since },
    },
  });
  const usesCode = (hash: string): TransactItem => ({
    Update: {
      TableName: table(),
      Key: { id: codeKey(hash), part: 'code' },
      UpdateExpression: 'SET usedFor = :session',
      ConditionExpression: 'attribute_exists(id) AND attribute_not_exists(usedFor)',
      ExpressionAttributeValues: { ':session': tokenHash },
    },
  });
  const owners = [...(signIn.isMachine ? [] : [personKey(signIn.person.id)]), clientKey(signIn.client.id)];
  return writtenTogether([
    ...(codeHash === undefined ? [] : [usesCode(codeHash)]),
    { Put: creation(tokensTable(), 'tokenHash', numbered('token', session)) },
    ...owners.map(link),
    ...owners.map(notEnded),
    ...beside,
  ]);
}

/** Replaces the refresh token of a session; false when the session was refreshed or ended meanwhile. */
export function storeRotation(row: TokenRow, signIn: SignIn, expiresAt: string): Promise<boolean> {
  const update = new UpdateCommand({
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
  });
  return isWritten(documents().send(update));
}

/** Stores the `jti` of an assertion until it expires (epoch seconds). False when it was used before (RFC 7523 section 3). */
export function rememberAssertion(issuer: string, jwtId: string, expiresAt: number): Promise<boolean> {
  const id = `assertion:${hash('sha256', JSON.stringify([issuer, jwtId]))}`;
  // A minute longer, for clocks that differ.
  const used = { id, part: 'used', goneAt: Math.ceil(expiresAt) + 60 };
  return isWritten(documents().send(new PutCommand(creation(table(), 'id', used))));
}

/**
 * Rows of ended sessions are kept for a month: to show them, and to recognize late requests with their tokens. Those with a single access
 * token are kept for a day.
 */
export const goneAfter = (expiresAt: string, { isRefreshed = true } = {}): number =>
  seconds(Date.parse(expiresAt) + (isRefreshed ? LIMITS.signIn.unusedMs : LIMITS.signIn.goneMs));

/** The sessions of a person or of a client; exactly one of the two is set. */
export interface SessionsOf {
  readonly person?: string | undefined;
  readonly client?: string | undefined;
}

const keyOf = ({ person, client }: SessionsOf): string =>
  person === undefined ? clientKey(client as string) : personKey(person);

/** Codes approved before now can no longer be exchanged. Call it before {@link linkedSessions}, so that no session is missed. */
export async function forbidEarlierCodes(of: SessionsOf): Promise<void> {
  const Item = { id: keyOf(of), part: 'ended', endedAt: isoNow() };
  await documents().send(new PutCommand({ TableName: table(), Item }));
}

/** All sessions of a person or a client, including recently ended ones. */
export async function linkedSessions(of: SessionsOf): Promise<SessionLink[]> {
  return queryAll<SessionLink>({
    TableName: table(),
    ConsistentRead: true,
    KeyConditionExpression: 'id = :id AND begins_with(part, :session)',
    ExpressionAttributeValues: { ':id': keyOf(of), ':session': 'session:' },
  });
}

interface ClientRow {
  readonly client: OAuthClient;
  readonly goneAt: number;
}

const placeKey = ({ ring, slot }: Place) => ({ id: `registrations:${ring}`, part: `client:${slot}` });

/** A registered client; undefined when it is unknown, or was removed because nobody used it for long or others took its place. */
export async function readClient(clientId: string, now = Date.now()): Promise<OAuthClient | undefined> {
  const place = placeOf(clientId);
  const row =
    (await read<ClientRow>(clientKey(clientId), 'client')) ??
    (place && (await readRow<ClientRow>(table(), placeKey(place))));
  return row && row.client.id === clientId && row.goneAt > seconds(now) ? row.client : undefined;
}

/**
 * Stores a client that nobody has used yet, in the place of the oldest of its ring (core/auth/oauth/registrations.ts).
 * @param make the client for an id
 */
export async function registerClient(
  ring: number,
  make: (id: string) => OAuthClient,
  now = Date.now(),
): Promise<OAuthClient> {
  const { Attributes } = await documents().send(
    new UpdateCommand({
      TableName: table(),
      Key: { id: `registrations:${ring}`, part: 'count' },
      UpdateExpression: 'ADD made :one',
      ExpressionAttributeValues: { ':one': 1 },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  const place = placeAt(ring, Number(Attributes?.['made']));
  const client = make(newClientId(place));
  const row = { ...placeKey(place), client, goneAt: seconds(now + LIMITS.registrations.unusedMs) };
  await documents().send(new PutCommand({ TableName: table(), Item: row }));
  return client;
}

/** Keeps a registration that a person has used, outside of its ring. */
const keptClient = (client: OAuthClient, now = Date.now()): TransactItem => ({
  Put: {
    TableName: table(),
    Item: { id: clientKey(client.id), part: 'client', client, goneAt: seconds(now + LIMITS.registrations.keptMs) },
  },
});
