/** AssumeRole of AWS STS, at the endpoint of the function's region, without the SDK's client: the sandbox needs this one operation. */
import { hostWay, performBy } from './host.ts';
import { sendDirect, textOf } from './request.ts';

/** What a role is assumed with. */
export interface RoleRequest {
  readonly roleArn: string;
  /** The trust policy of the role compares it (`sts:ExternalId`). */
  readonly externalId: string;
  /** Shown in CloudTrail of the role's account. */
  readonly sessionName: string;
  readonly seconds: number;
}

/** Temporary credentials of a role. */
export interface RoleSession {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const PATIENCE_MS = 5_000;
const MEMBERS = ['AccessKeyId', 'SecretAccessKey', 'SessionToken', 'Expiration'] as const;
type Credentials = Readonly<Record<(typeof MEMBERS)[number], string>>;

/** Throws what {@link sendDirect} throws; an AwsRefusal `AccessDenied` when the role or its trust policy does not allow it. */
export async function assumeRole({ roleArn, externalId, sessionName, seconds }: RoleRequest): Promise<RoleSession> {
  const input = {
    RoleArn: roleArn,
    RoleSessionName: sessionName,
    ExternalId: externalId,
    DurationSeconds: String(seconds),
  };
  const way = hostWay();
  const { Credentials: given } = way
    ? await performBy<{ Credentials: Credentials }>(way, { service: 'sts', operation: 'AssumeRole', input })
    : await byQuery(input);
  return {
    accessKeyId: given.AccessKeyId,
    secretAccessKey: given.SecretAccessKey,
    sessionToken: given.SessionToken,
    expiresAt: Date.parse(given.Expiration),
  };
}

/** The Query protocol of AWS: a form in, XML out. */
async function byQuery(input: Readonly<Record<string, string>>): Promise<{ Credentials: Credentials }> {
  const pieces: Buffer[] = [];
  await sendDirect(
    {
      service: 'sts',
      path: '/',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: new URLSearchParams({ Action: 'AssumeRole', Version: '2011-06-15', ...input }).toString(),
      isRepeatable: true,
      patienceMs: PATIENCE_MS,
    },
    (piece) => pieces.push(piece),
  );
  const xml = textOf(pieces);
  // These members have no character that XML escapes.
  const members = MEMBERS.map((name) => [name, new RegExp(`<${name}>([^<&]+)</${name}>`).exec(xml)?.[1]]);
  if (members.some(([, value]) => value === undefined)) throw new Error('STS answered without credentials.');
  return { Credentials: Object.fromEntries(members) as Credentials };
}
