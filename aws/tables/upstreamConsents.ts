/**
 * Consents that people are giving at an authorization server (core/request/credential/oauth2/authorizationRequest.ts): rows of the table of
 * upstream tokens, so that they are sealed under the same key, by the same function, and go with their server. The key is a hash of the
 * state, which is read by taking the row: once, by the person who began, within its time.
 */
import { createHash } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { documents } from '../clients.ts';
import { requireEnvironment } from '../environment.ts';
import { isConditionFailure } from '../errors.ts';

/** One that is under way. */
export interface ConsentRow {
  readonly serverId: string;
  /** {@link consentHolder} of its state. */
  readonly holder: string;
  /** Of the credential that it is for. */
  readonly origin: string;
  /** Version of that credential. */
  readonly credential: string;
  /** What the code is redeemed with; the sandbox alone opens it. */
  readonly sealed: string;
  /** Subject of the login. */
  readonly person: string;
  /** Id of the consent that was there when it was begun; '' for none. */
  readonly replaces: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** The table's rows go by themselves some time after this, in seconds. */
const KEPT_S = 3_600;

const table = () => requireEnvironment('TABLE_UPSTREAM_TOKENS');

/** Names the row of a state; the state itself is stored nowhere. */
export const consentHolder = (state: string): string =>
  `consent:${createHash('sha256').update(state).digest('base64url')}`;

/** Stores one that begins. */
export async function putConsent(row: ConsentRow): Promise<void> {
  const goneAt = Math.ceil(row.until / 1_000) + KEPT_S;
  await documents().send(new PutCommand({ TableName: table(), Item: { ...row, goneAt } }));
}

/** Takes it out, once. Undefined for one that is over, or was begun by somebody else, and which then stays. */
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
