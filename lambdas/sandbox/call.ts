/**
 * One tool call: arguments → request → credential → guarded exchange → blanking → governance → content. The credential is
 * opened just before the request leaves (opened.ts), and its bytes are wiped at once.
 */
import { Buffer } from 'node:buffer';
import { hasCode, type InvalidInput, PortcullisError } from '../../core/lib/errors.ts';
import { isPlainObject, parseLossless } from '../../core/lib/json/lossless.ts';
import type { JsonObject, JsonValue } from '../../core/lib/json/value.ts';
import { LIMITS } from '../../core/lib/limits.ts';
import { originOf } from '../../core/lib/url/baseUrl.ts';
import { type CredentialShape, shapeWithin } from '../../core/model/credential.ts';
import type { RequestProgram } from '../../core/model/tool.ts';
import { type BuiltRequest, buildRequest } from '../../core/request/build.ts';
import { checkUnset, shapeWithHeaders, withMask } from '../../core/request/credential/index.ts';
import { argumentInvalid, isRoleRefused, isSecretRefused, isTokenRefused } from '../../core/request/errors.ts';
import type { Progress } from '../../core/response/progress.ts';
import { type SecretMasker, secretMasker } from '../../core/response/secrets/mask.ts';
import type { Authorized } from '../../core/response/status.ts';
import type { CallOutcome, SandboxRequest, SealedTokens } from '../../core/sandbox/protocol.ts';
import { argumentSecret, findingsIn, sentNote } from '../../core/sandbox/sentArguments.ts';
import { EgressError } from '../../egress/index.ts';
import { answerOf, governed, RAW_EXCERPT } from './answer.ts';
import { sendAuthorized } from './authorized.ts';
import type { McpAnswer } from './mcpCall.ts';
import type { McpSessions } from './mcpSessions.ts';
import type { Nonces } from './nonces.ts';
import type { OpenCredential } from './opened.ts';
import { failureOf, outcomeOf } from './outcome.ts';
import { type PlaceholderKey, placeholdersOf, restoredArguments } from './placeholders.ts';
import type { LoadedServer, Upstream } from './server.ts';
import { callTimer } from './timer.ts';

/** What a call needs from the process. */
export interface CallDependencies {
  readonly open: OpenCredential;
  readonly nonces: Nonces;
  readonly keyOf: PlaceholderKey;
  readonly sessions: McpSessions;
  /** Hands on what an MCP server tells of its progress. */
  readonly tell: (progress: Progress) => void;
  /** Whether this is the first event of the process. */
  readonly isCold?: boolean;
}
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type CallRequest = Extract<SandboxRequest, { kind: 'call' }>;

const DEFAULT_HEADERS: ReadonlyArray<readonly [string, string]> = [
  ['accept', 'application/json, text/*;q=0.9, */*;q=0.8'],
  ['user-agent', 'portcullis/1'],
];

const WITHHELD = '[withheld: the arguments could not be cleaned in time]';

/** Runs one call to its outcome. Throws PortcullisError when there is none. */
export async function runCall(
  server: LoadedServer,
  request: CallRequest,
  { open, nonces, keyOf, sessions, tell, isCold = false }: CallDependencies,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const found = server.tool(request.tool, request.explain);
  const tool = found instanceof Promise ? await found : found;
  if (!tool) throw new PortcullisError('tool_unknown', `The server has no tool ${JSON.stringify(request.tool)}.`);
  const explain: { [key: string]: JsonValue } = {};
  const extra: Pick<Mutable<CallOutcome>, 'explain' | 'restored' | 'findings'> = request.explain ? { explain } : {};
  const timer = request.isTimed && callTimer(isCold);
  const timed = () => timer && { timing: timer.read() };
  let upstreamMs = 0;
  // Arguments that could not be redacted are withheld from the audit log too.
  let auditArguments: JsonValue = WITHHELD;
  let blanker: SecretMasker | undefined;
  let answer: McpAnswer | undefined;
  try {
    const args = request.argumentsText === undefined ? request.arguments : argumentsOf(request.argumentsText);
    const { length } = JSON.stringify(args);
    auditArguments = governed(server, length, () => server.governor(tool).redact(args, args));
    const { checkArguments = 'off', placeholders = [] } = server.bundle.governance;
    if (checkArguments !== 'off') {
      const found = governed(server, length, () => findingsIn(args, placeholders.length > 0));
      if (found.length > 0) extra.findings = found;
      if (found.length > 0 && checkArguments === 'refuse') throw argumentSecret(found);
    }
    const own = await placeholdersOf(server, request.tokenSecret, keyOf);
    const given = own && restoredArguments(args, tool, server, own);
    if (given && given.uses.length > 0) extra.restored = given.uses;
    const { arguments: sent, values: restored } = given ?? { arguments: args, values: [] };
    const client = tool.program.mcp && (await import('./mcpCall.ts'));
    const mcp = client?.toolCallOf(tool.program, server.bundle.upstream.baseUrl, sent, request.answered);
    const built = mcp?.built ?? buildRequest(tool.program, server.bundle.upstream.baseUrl, sent);
    const headers = withDefaults(built.headers, tool.program.headers, request.traceHeaders);
    // Selected by the origin of the request: nothing is sent to a host that is not approved, and every credential stays sealed.
    const upstream = server.upstreamAt(originOf(built.url));
    // Only what arguments set: a credential may take the place of a header that every request has.
    const filled = tool.sealedHeaders ? shapeWithHeaders(upstream.auth, tool.sealedHeaders) : upstream.auth;
    checkUnset(built, filled);
    if (request.explain) explain['request'] = shownRequest(filled, built, headers);
    const { ciphertext, tokens, sealedHeaders } = request;
    if (sealedHeaders?.length !== tool.sealedHeaders?.length) throw headersMissing();
    const { credential, masker } = await open(server, upstream, { ciphertext, tokens, headers: sealedHeaders });
    const maskerNow = () => blanker ?? masker;
    const following = { server, tool, sent, restored, masker: maskerNow, tell };
    const started = performance.now();
    // Nobody waits longer for a trial.
    const longMs = request.explain ? undefined : tool.longMs;
    const exchangeMs = longMs ?? server.bundle.upstream.timeoutMs;
    const limits = { exchangeMs, until: started + (longMs ?? LIMITS.callMs) };
    const sender = { upstream, credential, stored: ciphertext, nonces, signal, limits };
    try {
      // A URL that holds a part of the credential is not followed: the other host would get it.
      const elsewhere = ({ href, origin }: URL) => (masker.label(href) === href ? server.elsewhere(origin) : undefined);
      const onSent: Parameters<typeof sendAuthorized>[2] = (used, derived) => {
        // While the upstream works. Values derived for this request are masked as well.
        blanker = used === credential && derived.length === 0 ? masker : secretMasker(used, undefined, derived);
      };
      answer =
        client && mcp
          ? await client.callMcpTool({
              ...mcp,
              headers: withDefaults([], tool.program.headers, request.traceHeaders).filter(
                ([name]) => name !== 'accept',
              ),
              post: (one, own = signal) => sendAuthorized(one, { ...sender, signal: own }, onSent),
              signal,
              known: sessions(server, [built.url, ciphertext, tokens?.holder, sealedHeaders, request.caller]),
              maxBytes: server.bundle.governance.maxBytes,
              mayAsk: request.mayAsk === true,
              ...(request.isFollowed && { following }),
            })
          : await sendAuthorized({ ...built, headers, elsewhere }, sender, onSent);
    } finally {
      upstreamMs = Math.round(performance.now() - started);
      timer?.upstream(started);
    }
    if (answer.wants) {
      const { askedOutcome } = await import('./mcpAsked.ts');
      const { status, totalBytes: bytesIn } = answer;
      return askedOutcome(answer.wants, following, {
        status,
        bytesIn,
        upstreamMs,
        auditArguments,
        ...extra,
        ...timed(),
      });
    }
    const answered = performance.now();
    const result = answerOf(answer, {
      server,
      tool,
      method: built.method,
      sent,
      blanker: maskerNow(),
      authorizedBy: authorizedBy(upstream, tokens),
      continuation: request.continuation,
      fields: request.fields,
      notes: [...(request.notes ?? []), ...(extra.findings ? [sentNote(extra.findings)] : [])],
      placeholders: own,
      restored,
      explain: request.explain ? explain : undefined,
    });
    timer?.governance(answered);
    const { said } = answer;
    // The answer has the credential in it.
    if (maskerNow().hits > 0) answer.body.fill(0);
    return outcomeOf({
      ...result,
      ...(said && result.parts && { parts: { ...result.parts, said } }),
      ...(answer.failure && { isError: true, errorCode: answer.failure }),
      status: answer.status,
      ...(answer.isElsewhere && { isElsewhere: true }),
      upstreamMs,
      bytesIn: answer.totalBytes,
      auditArguments,
      ...extra,
      ...timed(),
    });
  } catch (error) {
    // Arguments nested some thousand levels deep overflow the stack, before anything is sent.
    const isTooDeep = error instanceof RangeError && blanker === undefined;
    if (!isTooDeep && !isOutcome(error)) throw error;
    const { code, text } = failureOf(isTooDeep ? tooDeep() : error, tool, answer !== undefined);
    return outcomeOf({
      // A message may quote the upstream: the host of a redirect, the name of an encoding.
      content: [{ type: 'text', text: blanker?.label(text) ?? text }],
      isError: true,
      errorCode: code,
      ...(answer && { status: answer.status, bytesIn: answer.totalBytes }),
      ...(hasCode(error, 'answer_refused') && { redactions: refusedBy(error) }),
      upstreamMs,
      auditArguments,
      ...extra,
      ...timed(),
    });
  }
}

/** The kinds for which an answer was refused, for its entry. */
const refusedBy = ({ context }: PortcullisError): CallOutcome['redactions'] => ({
  count: 0,
  byType: {},
  pointers: [],
  wouldRedact: context?.['hits'] as Readonly<Record<string, number>>,
});

function authorizedBy({ auth }: Upstream, tokens: SealedTokens | undefined): Authorized {
  if (auth.type === 'none') return 'nothing';
  if (!shapeWithin(auth, 'oauth2')) return 'credential';
  return tokens?.isLast ? 'lastToken' : 'token';
}

const tooDeep = (): InvalidInput =>
  argumentInvalid('arguments', 'depth', 'are nested too deeply to be sent; give flatter ones');

/** Errors that are outcomes of a call and not faults of the sandbox. */
const isOutcome = (error: unknown): boolean =>
  error instanceof EgressError ||
  hasCode(error, 'argument_invalid') ||
  hasCode(error, 'tool_invalid') ||
  hasCode(error, 'credential_invalid') ||
  isRoleRefused(error) ||
  isSecretRefused(error) ||
  isTokenRefused(error) ||
  hasCode(error, 'placeholder_refused') ||
  hasCode(error, 'argument_secret') ||
  hasCode(error, 'answer_refused') ||
  hasCode(error, 'upstream_invalid') ||
  hasCode(error, 'tool_changed') ||
  hasCode(error, 'pattern_too_slow') ||
  hasCode(error, 'governance_timeout');

function argumentsOf(text: string): JsonObject {
  let value: JsonValue;
  try {
    value = parseLossless(text);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new PortcullisError('request_invalid', 'argumentsText is not JSON.');
  }
  if (isPlainObject(value)) return value;
  throw new PortcullisError('request_invalid', 'argumentsText is no JSON object.');
}

function withDefaults(
  given: ReadonlyArray<readonly [string, string]>,
  own: RequestProgram['headers'],
  traceHeaders: typeof given = [],
): Array<[string, string]> {
  const headers = own ? [...missingIn(given, Object.entries(own)), ...given] : given;
  const missing = missingIn(headers, [...DEFAULT_HEADERS, ...traceHeaders]);
  return [...missing, ...headers].map(([name, value]) => [name, value]);
}

function missingIn(headers: ReadonlyArray<readonly [string, string]>, wanted: typeof headers): typeof headers {
  const present = new Set(headers.map(([name]) => name.toLowerCase()));
  return wanted.filter(([name]) => !present.has(name.toLowerCase()));
}

const headersMissing = (): PortcullisError =>
  new PortcullisError(
    'credential_unavailable',
    'The tool has sealed headers, and others were handed over. Give them again.',
  );

function shownRequest(
  auth: CredentialShape,
  built: BuiltRequest,
  headers: ReadonlyArray<readonly [string, string]>,
): JsonObject {
  const masked = withMask({ url: built.url, headers }, auth);
  const request: JsonObject = {
    method: built.method,
    url: masked.url,
    headers: masked.headers.map(([name, value]) => [name, value]),
  };
  if (built.body !== undefined) request['body'] = Buffer.from(built.body.subarray(0, RAW_EXCERPT)).toString();
  return request;
}
