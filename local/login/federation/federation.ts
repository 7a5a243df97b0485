/**
 * What the two protocols of the owner's identity provider share (openId.ts, saml.ts), in the role that Cognito has on AWS: sign-ins that wait
 * for the provider, and the way from what it says of a person to the attributes of the user pool.
 */
import type { IncomingMessage } from 'node:http';
import type { EgressClient, EgressRequest } from '../../../egress/index.ts';

/** What the template says about the provider, whatever its protocol. */
export interface ProviderSettings {
  readonly name: string;
  /** Attribute of the user pool → claim of OpenID Connect, or SAML attribute. */
  readonly mapping: Readonly<Record<string, string>>;
  /** Whether it is the only way to sign in. */
  readonly isOnly: boolean;
}

/** A person who came from the provider. */
export interface ExternalPerson {
  /** `<provider>_<subject>`, as Cognito names them. */
  readonly username: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Sends people to the provider and takes them back. Each method throws FederationFailed. */
export interface Federation {
  readonly provider: ProviderSettings;
  /** Path and method of the request that brings people back. */
  readonly path: string;
  readonly method: 'GET' | 'POST';
  /** What the owner registers at the provider, as the end of a line. */
  readonly registration: string;
  /** Asks the provider for what a sign-in begins with. */
  check(): Promise<void>;
  /** The address at the provider for the sign-in `uid`. */
  begin(uid: string): Promise<string>;
  /** Who came back, and to which sign-in. An answer is good once. */
  finish(request: IncomingMessage): Promise<{ readonly uid: string; readonly person: ExternalPerson }>;
}

/** Event and answer of the inbound federation trigger: a map that is not empty replaces what the provider says. */
export type InboundTrigger = (event: object) => Promise<{
  readonly response?: { readonly userAttributesToMap?: Readonly<Record<string, unknown>> };
}>;

/** What both protocols need of the local stack. */
export interface FederationOptions {
  readonly client: EgressClient;
  /** Address of the login. */
  readonly issuer: string;
  /** The pool's trigger, known only when the functions run. */
  readonly inbound: () => InboundTrigger | undefined;
}

/** The sign-in at the provider failed; the message is for the person. */
export class FederationFailed extends Error {
  override readonly name: string = 'FederationFailed';
}

/** Cognito gives up a sign-in after five minutes (developer guide, SAML and OIDC authentication flows). */
const WAIT_MS = 5 * 60_000;
const MAX_BYTES = 256 * 1024;

/** Sign-ins that wait for the provider, by the state that comes back with its answer. */
export class Waiting<Begun> {
  private readonly begun = new Map<string, { readonly it: Begun; readonly until: number }>();

  add(state: string, it: Begun): void {
    const now = Date.now();
    for (const [each, { until }] of this.begun) if (until < now) this.begun.delete(each);
    this.begun.set(state, { it, until: now + WAIT_MS });
  }

  /** Once only. Throws FederationFailed for a state that is not, or no longer, waited for. */
  take(state: string | null): Begun {
    const found = this.begun.get(state ?? '');
    this.begun.delete(state ?? '');
    if (!found || found.until < Date.now()) throw new FederationFailed('it was not begun here, or too long ago');
    return found.it;
  }
}

/** The body of the provider's answer to a request. Throws FederationFailed for any status but 200. */
export async function textFrom(
  client: EgressClient,
  request: Pick<EgressRequest, 'method' | 'url' | 'headers' | 'body'>,
): Promise<string> {
  try {
    const answer = await client.request({ ...request, keepBytes: MAX_BYTES });
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    return Buffer.from(answer.body).toString();
  } catch (cause) {
    const address = request.url.replace(/[?#].*$/s, '');
    throw new FederationFailed(`${address} could not be read: ${(cause as Error).message.replace(/\.$/, '')}`, {
      cause,
    });
  }
}

/** What a provider says of a person, after it was verified. */
export interface Said {
  readonly type: 'OIDC' | 'SAML';
  readonly subject: string;
  /** As the trigger gets it. Of two that have the same name, the one of the later source counts. */
  readonly attributes: Readonly<
    Partial<Record<'userInfo' | 'idToken' | 'samlResponse', Readonly<Record<string, unknown>>>>
  >;
}

/**
 * The person with the attributes that are mapped: what the provider says, unless the trigger answers with something else (Amazon Cognito
 * developer guide, inbound federation). The trigger does not get tokens here. Throws FederationFailed.
 */
export async function personFrom(
  { name, mapping }: ProviderSettings,
  { type, subject, attributes }: Said,
  trigger: InboundTrigger | undefined,
): Promise<ExternalPerson> {
  const username = `${name}_${subject}`;
  const claims = { ...Object.assign({}, ...Object.values(attributes)) } as Readonly<Record<string, unknown>>;
  const { response } =
    (await trigger?.({
      version: '1',
      triggerSource: 'InboundFederation_ExternalProvider',
      userName: username,
      request: { providerName: name, providerType: type, attributes },
      response: { userAttributesToMap: {} },
    }).catch((cause: Error) => {
      throw new FederationFailed(cause.message, { cause });
    })) ?? {};
  const changed = response?.userAttributesToMap ?? {};
  const mapped = Object.keys(changed).length > 0 ? changed : claims;
  const kept = Object.entries(mapping).flatMap(([attribute, claim]) => {
    const value = mapped[claim];
    if (attribute === 'username' || value === undefined || value === null) return [];
    return [[attribute, attributeText(value)]];
  });
  return { username, attributes: Object.fromEntries(kept) };
}

/** A value as Cognito stores it: of a list the form-encoded values in brackets. */
export function attributeText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return JSON.stringify(value);
  const encoded = value.map((each) => new URLSearchParams({ v: String(each) }).toString().slice('v='.length));
  return `[${encoded.join(', ')}]`;
}
