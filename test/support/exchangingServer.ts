/**
 * A token endpoint that issues tokens for people whom somebody else vouches for, by RFC 8693 and RFC 7523, judged by `jose`; and what an API
 * needs to know of its tokens. It remembers each assertion, and accepts none twice (RFC 7523, section 3).
 */
import { createPublicKey, randomUUID } from 'node:crypto';
import { jwtVerify } from 'jose';
import type { Authority } from './certificates.ts';
import { type Reply, startUpstream, type Upstream } from './upstream.ts';

/** Whom it trusts, and what it issues. */
export interface ExchangingOptions {
  readonly authority?: Authority;
  readonly host: string;
  readonly issuer: string;
  /** PEM. */
  readonly publicKey: string;
  /** Name at the API by `sub`. */
  readonly people: Readonly<Record<string, string>>;
  readonly audience: string;
}

export interface ExchangingServer {
  readonly upstream: Upstream;
  readonly tokenUrl: string;
  /** The forms of all requests. */
  readonly asked: URLSearchParams[];
  readonly issued: string[];
  /** Lifetime of tokens in seconds. */
  ttl: number;
  /** Members of the next answers in place of its own; undefined members are left out. */
  answers: Readonly<Record<string, unknown>>;
  /** Answers the next requests instead. */
  instead: Reply | undefined;
  /** Done before the next request is answered. */
  meanwhile: (() => Promise<void>) | undefined;
  /** The name of whoever this token was issued for; undefined once it has ended. */
  nameOf(token: string): string | undefined;
  close(): Promise<void>;
}

const json = (body: object, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

export async function startExchangingServer(options: ExchangingOptions): Promise<ExchangingServer> {
  const { host, issuer, publicKey, people, audience, authority } = options;
  const tokenUrl = `https://${host}/token`;
  const used = new Set<string>();
  const named = new Map<string, { readonly name: string; readonly until: number }>();
  const asked: URLSearchParams[] = [];
  const issued: string[] = [];
  const state: Pick<ExchangingServer, 'ttl' | 'answers' | 'instead' | 'meanwhile'> = {
    ttl: 300,
    answers: {},
    instead: undefined,
    meanwhile: undefined,
  };

  /** The subject of a good assertion. */
  async function subjectOf(assertion: string): Promise<string | undefined> {
    const judged = { issuer, audience: tokenUrl, maxTokenAge: 300, requiredClaims: ['jti', 'exp'] };
    const read = await jwtVerify(assertion, createPublicKey(publicKey), judged).catch(() => undefined);
    const { sub, jti = '' } = read?.payload ?? {};
    if (sub === undefined || used.has(jti)) return undefined;
    used.add(jti);
    return sub;
  }

  async function granted(form: URLSearchParams): Promise<Reply> {
    const isExchange = form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:token-exchange';
    const subject = await subjectOf(form.get(isExchange ? 'subject_token' : 'assertion') ?? '');
    const name = subject === undefined ? undefined : people[subject];
    // RFC 8693, section 2.2.2; RFC 7523, section 3.1.
    if (name === undefined) return json({ error: isExchange ? 'invalid_request' : 'invalid_grant' }, 400);
    if (form.get('audience') !== audience) return json({ error: 'invalid_target' }, 400);
    const token = `exchanged-${name}-${randomUUID()}`;
    issued.push(token);
    named.set(token, { name, until: Date.now() + state.ttl * 1_000 });
    return json({
      access_token: token,
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      token_type: 'Bearer',
      expires_in: state.ttl,
      ...state.answers,
    });
  }

  const upstream = await startUpstream({
    host,
    ...(authority && { authority }),
    respond: async ({ body }) => {
      const form = new URLSearchParams(body.toString());
      asked.push(form);
      const { meanwhile } = state;
      state.meanwhile = undefined;
      await meanwhile?.();
      return state.instead ?? granted(form);
    },
  });
  return {
    upstream,
    tokenUrl,
    asked,
    issued,
    set ttl(seconds: number) {
      state.ttl = seconds;
    },
    set answers(answers: ExchangingServer['answers']) {
      state.answers = answers;
    },
    set instead(reply: Reply | undefined) {
      state.instead = reply;
    },
    set meanwhile(work: ExchangingServer['meanwhile']) {
      state.meanwhile = work;
    },
    nameOf: (token) => {
      const found = named.get(token);
      return found && found.until > Date.now() ? found.name : undefined;
    },
    close: () => upstream.close(),
  };
}
