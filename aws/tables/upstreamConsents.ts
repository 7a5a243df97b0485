/**
 * Pending consents: authorization requests that were not answered yet (core/request/credential/oauth2/authorizationRequest.ts). They are
 * rows of the table of upstream tokens, so that the same function seals them under the same key, and they are deleted with their server.
 * The key is a hash of the state. A row is read by deleting it: once, by the person who began, before it expires.
 */
import { createHash } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { requireEnvironment } from '../lib/environment.ts';
import { isConditionFailure } from '../lib/errors.ts';
import { documents } from '../services/clients.ts';

/** A pending consent. */
export interface ConsentRow {
  readonly serverId: string;
  /** The {@link consentHolder} of its state. */
  readonly holder: string;
  /** The origin of the credential that it is for. */
  readonly origin: string;
  /** The version of that credential. */
  readonly credential: string;
  /** The PendingConsent that redeems the code; only the sandbox opens it. */
  readonly sealed: string;
  /** The account that it is for, where each client has its own (core/auth/account.ts). */
  readonly account?: string;
  /** HMAC of the connection token whose account it is; the token must still be good when the consent is finished. */
  readonly tokenHash?: string;
  /** Who began: the subject of the login or, without a login, {@link browserOf}. */
  readonly person: string;
  /** The id of the consent that it replaces; '' if there was none when it began. */
  readonly replaces: string;
  /** When it expires, in milliseconds since 1970. */
  readonly until: number;
}

/** Seconds after its expiry until DynamoDB may delete a row. */
const KEPT_S = 3_600;

const table = () => requireEnvironment('TABLE_UPSTREAM_TOKENS');

/** The key of the row of a state; the state itself is not stored. */
export const consentHolder = (state: string): string =>
  `consent:${createHash('sha256').update(state).digest('base64url')}`;

/** A browser without a login, by a secret that only its page has. */
export const browserOf = (binding: string): string =>
  `browser:${createHash('sha256').update(binding).digest('base64url')}`;

/** Stores a pending consent. */
export async function putConsent(row: ConsentRow): Promise<void> {
  const goneAt = Math.ceil(row.until / 1_000) + KEPT_S;
  await documents().send(new PutCommand({ TableName: table(), Item: { ...row, goneAt } }));
}

/** Deletes and returns a pending consent. Undefined when there is none, it has expired, or another person began it; the row then stays. */
export async function takeConsent(
  serverId: string,
  state: string,
  { person, now }: { readonly person: string; readonly now: number },
): Promise<ConsentRow | undefined> {
  try {
    const { Attributes } = await documents().send(
      new DeleteCommand({
        TableName: table(),
        Key: { serverId, holder: consentHolder(state) },
        ConditionExpression: '#person = :person AND #until > :now',
        ExpressionAttributeNames: { '#person': 'person', '#until': 'until' },
        ExpressionAttributeValues: { ':person': person, ':now': now },
        ReturnValues: 'ALL_OLD',
      }),
    );
    return Attributes as ConsentRow | undefined;
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}
