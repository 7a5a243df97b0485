/**
 * Calls a tool of an MCP server, or reads a resource or prompt of it, and gives the result as the answer of an API would be given (core/mcpUpstream/answer.ts).
 *
 * Sessions are kept per server, address and credential, as long as the process lives, and begun anew when the server does not know them any
 * more. A call is sent again only where the server has refused the message itself: it knows no such session, or speaks another version. A
 * call that may have been carried out is never repeated.
 */
import { randomUUID } from 'node:crypto';
import { PortcullisError } from '../../core/lib/errors.ts';
import type { JsonObject, JsonValue } from '../../core/lib/json/value.ts';
import {
  bodyOfContents,
  bodyOfError,
  bodyOfMessages,
  bodyOfResult,
  type ResultBody,
} from '../../core/mcpUpstream/answer.ts';
import { definitionDigest, definitionsById, type Listed } from '../../core/mcpUpstream/definition.ts';
import { messagesOf, type RpcAnswer, statelessMeta } from '../../core/mcpUpstream/messages.ts';
import {
  type Asked,
  answeredAsked,
  askedOf,
  builtCall,
  joinedHeaders,
  messageText,
  statelessHeaders,
} from '../../core/mcpUpstream/toolCall.ts';
import type { McpProgram, McpSaid, McpTransport, RequestProgram } from '../../core/model/tool.ts';
import { answerHeaders } from '../../core/response/headers.ts';
import type { AnsweredQuestions } from '../../core/sandbox/protocol.ts';
import type { EgressResponse } from '../../egress/index.ts';
import {
  CANCEL_MS,
  cancelledText,
  type Exchanged,
  exchange,
  type Listening,
  type Post,
  upstreamInvalid,
} from './mcpExchange.ts';
import { type Ask, readList } from './mcpListing.ts';
import { createTeller, type ProgressContext } from './mcpProgress.ts';
import { type Begun, beginSession, headersOf, type Session } from './mcpSession.ts';
import { type Known, listOf } from './mcpSessions.ts';
import { throughStream } from './mcpSse.ts';

/** What is called, for a tool of an MCP server; undefined for any other. Throws `argument_invalid`. */
export function toolCallOf(
  program: RequestProgram,
  baseUrl: string,
  args: JsonObject,
  answers: AnsweredQuestions | undefined,
) {
  const { mcp } = program;
  if (mcp === undefined) return undefined;
  const own = { ...program, mcp };
  const first = askedOf(own, args);
  const asked = answers ? answeredAsked(first, answers) : first;
  const id = randomUUID();
  return { program: mcp, url: baseUrl, asked, id, built: builtCall(own, baseUrl, asked, id) };
}

/** One call. */
export interface McpCall {
  readonly program: McpProgram;
  readonly url: string;
  /** Headers of the owner, of tracing and the like. */
  readonly headers: ReadonlyArray<readonly [string, string]>;
  readonly asked: Asked;
  readonly id: string;
  readonly post: Post;
  readonly signal: AbortSignal;
  readonly known: Known;
  /** Above which blocks do not stay apart. */
  readonly maxBytes: number;
  /** The server may ask the person behind the client. */
  readonly mayAsk: boolean;
  /** The caller wants to know how far it is. */
  readonly following?: ProgressContext;
}

/** The result as an answer; `failure` where the tool, or the server, says that it failed. */
export interface McpAnswer extends EgressResponse {
  readonly failure?: 'upstream_tool_error' | 'upstream_refused';
  /** Of a prompt: what each part of the body is. */
  readonly said?: readonly McpSaid[];
  /** In place of an answer: what the server wants of its client first. */
  readonly wants?: JsonObject;
}

/** Calls the tool. Throws EgressError, PortcullisError `upstream_invalid`, `tool_changed`. */
export async function callMcpTool(call: McpCall): Promise<McpAnswer> {
  const { known, following } = call;
  const teller = following && createTeller(following);
  const listening: Listening = {
    onChanged: (kind) => {
      listOf(known, kind).changes++;
    },
    ...(teller && { onProgress: teller.hear }),
  };
  const exchanged = await sent(call, listening).finally(() => teller?.end());
  const { http, answer } = exchanged;
  if (answer === undefined) {
    if (http.status < 200 || http.status > 299) return http;
    throw upstreamInvalid('The MCP server has taken the call and answered nothing.');
  }
  try {
    return answered(http, answer, call);
  } catch (error) {
    if (error instanceof RangeError) throw upstreamInvalid('The answer of the MCP server is nested too deeply.');
    throw error;
  }
}

function answered(
  http: EgressResponse,
  answer: RpcAnswer,
  { maxBytes, mayAsk, program: { kind } }: Pick<McpCall, 'maxBytes' | 'mayAsk' | 'program'>,
): McpAnswer {
  if ('error' in answer) return { ...withBody(http, bodyOfError(answer.error)), failure: 'upstream_refused' };
  const { isError, resultType } = answer.result;
  if (resultType === 'input_required' && mayAsk) return { ...http, wants: answer.result };
  if (resultType !== undefined && resultType !== 'complete') {
    throw upstreamInvalid('The MCP server wants something of the client before it answers, which is not passed on.');
  }
  if (kind === 'prompt') {
    const { said, ...body } = bodyOfMessages(answer.result, maxBytes);
    return { ...withBody(http, body), said };
  }
  if (kind !== undefined) return withBody(http, bodyOfContents(answer.result, maxBytes));
  const made = withBody(http, bodyOfResult(answer.result, maxBytes));
  return isError === true ? { ...made, failure: 'upstream_tool_error' } : made;
}

/** No header of the transport is one of the answer. */
const withBody = ({ url, totalBytes }: EgressResponse, { type, bytes }: ResultBody): EgressResponse => ({
  status: 200,
  url,
  totalBytes: Math.max(totalBytes, bytes.length),
  headers: answerHeaders([['content-type', type]]),
  body: bytes,
  truncated: false,
});

async function sent(call: McpCall, listening: Listening): Promise<Exchanged> {
  const { known } = call;
  if (known.begun === undefined) known.transport = call.program.transport;
  for (let attempt = 1; ; attempt++) {
    const { transport } = known;
    const exchanged =
      transport === 'stateless'
        ? await stateless(call, listening)
        : transport === 'http'
          ? await inSession(call, listening)
          : await overStream(call, listening);
    const other = attempt < 3 ? otherTransport(exchanged, transport, call.id) : undefined;
    if (other === undefined) return exchanged;
    known.transport = other;
    known.begun = undefined;
  }
}

/** The transport to try where the server has refused the message because of how it was sent; undefined where it has not. */
function otherTransport({ http, answer }: Exchanged, transport: McpTransport, id: string): McpTransport | undefined {
  const code = errorOf(http, answer)?.code;
  if (transport === 'stateless') {
    if (errorOf(http, answer, id)?.code === LACKS_CAPABILITY) return undefined;
    const isUnknown = http.status === 404 || http.status === 405;
    return isUnknown || isOfSession(http, answer) || code === -32022 || (http.status === 400 && code === undefined)
      ? 'http'
      : undefined;
  }
  return transport === 'http' && answer !== undefined && code === -32022 ? 'stateless' : undefined;
}

/** The server wants what we do not offer; in another version it would be refused as well. */
const LACKS_CAPABILITY = -32021;

/** @param id of the message; without it only an error that names none is read */
function errorOf(http: EgressResponse, answer: RpcAnswer | undefined, id = '') {
  if (answer !== undefined) return 'error' in answer ? answer.error : undefined;
  if (http.status < 400 || http.body.length === 0 || http.body.length > 64 * 1024) return undefined;
  // The id of a message that was refused may be null.
  const [message] = messagesOf(Buffer.from(http.body).toString(), id) ?? [];
  return message?.kind === 'answer' && 'error' in message.answer ? message.answer.error : undefined;
}

/** Whether the server refuses the message because it knows no such session. */
function isOfSession(http: EgressResponse, answer: RpcAnswer | undefined): boolean {
  if (http.status === 404) return true;
  if (http.status !== 400) return false;
  const error = errorOf(http, answer);
  return error !== undefined && REFUSED_CODES.has(error.code) && /session|not initialized/i.test(error.message);
}

/** With which SDKs refuse a message before they read it. Others, such as -32603, may come of a call that was carried out. */
const REFUSED_CODES: ReadonlySet<number> = new Set([-32000, -32001, -32600]);

const progressMeta = ({ id, following }: Pick<McpCall, 'id' | 'following'>): JsonObject =>
  following ? { progressToken: id } : {};

function stateless(call: McpCall, listening: Listening): Promise<Exchanged> {
  return checkedCall(call, (asked, id) => {
    const isCall = asked === call.asked;
    const own = statelessHeaders(asked);
    const headers = joinedHeaders(call.headers, own);
    const meta = statelessMeta(isCall && call.mayAsk);
    const text = messageText(asked, id, { ...meta, ...(isCall && progressMeta(call)) });
    return exchange({ url: call.url, headers, text, id, replyHeaders: headers }, call.post, listening);
  });
}

async function inSession(call: McpCall, listening: Listening): Promise<Exchanged> {
  const { known, url, post } = call;
  for (let attempt = 1; ; attempt++) {
    const isFresh = known.begun === undefined;
    known.begun ??= beginSession(url, call.headers, post);
    let begun: Begun;
    try {
      begun = await known.begun;
    } catch (error) {
      known.begun = undefined;
      // It was begun for another call, which may have been cancelled.
      if (!isFresh && attempt === 1) continue;
      throw error;
    }
    if (!('session' in begun)) {
      known.begun = undefined;
      return begun;
    }
    const { session } = begun;
    const used = known.begun;
    const ask = askIn(session, call, listening);
    const exchanged = await checkedCall(call, ask).catch((error: unknown) => {
      if (call.signal.aborted) cancelled(session, call);
      throw error;
    });
    if (attempt > 2 || session.id === undefined || !isOfSession(exchanged.http, exchanged.answer)) return exchanged;
    if (known.begun === used) known.begun = undefined;
  }
}

const askIn =
  (
    session: Session,
    call: Pick<McpCall, 'url' | 'headers' | 'post' | 'asked' | 'following' | 'id'>,
    listening: Listening,
  ): Ask =>
  (asked, id) => {
    const headers = headersOf(session, call.headers);
    const text = messageText(asked, id, asked === call.asked ? progressMeta(call) : {});
    return exchange({ url: call.url, headers, text, id, replyHeaders: headers }, call.post, listening);
  };

/** Says that nobody waits any more. The answer to it does not matter. */
function cancelled(session: Session, { url, headers, id, post }: McpCall): void {
  const body = Buffer.from(cancelledText(id));
  const request = { method: 'POST', url, headers: headersOf(session, headers), body };
  void post(request, AbortSignal.timeout(CANCEL_MS)).catch(() => undefined);
}

async function overStream(call: McpCall, listening: Listening): Promise<Exchanged> {
  const { url, headers, post, signal } = call;
  const streamed = await throughStream(url, headers, post, signal, listening, ({ ask }) => checkedCall(call, ask));
  return 'value' in streamed ? streamed.value : streamed;
}

/** Makes the call, but after the server has said that what it lists has changed only if it is still the one that was approved. */
async function checkedCall(call: McpCall, ask: Ask): Promise<Exchanged> {
  const { kind = 'tool', tool, digest } = call.program;
  const known = listOf(call.known, kind);
  // A list that could not be read, or is being read for another call, lets no call pass.
  const { changes } = known;
  if (changes > (known.read?.changes ?? 0)) {
    const read = await readList(ask, kind);
    if (!('list' in read)) return read;
    if (changes > (known.read?.changes ?? 0)) known.read = { changes, digests: digestsOf(read.list, kind) };
  }
  if (known.read && known.read.digests.get(tool) !== digest) throw toolChanged();
  return ask(call.asked, call.id);
}

const digestsOf = (list: readonly JsonValue[], kind: Listed): ReadonlyMap<string, string> =>
  new Map([...definitionsById(list, kind)].map(([id, one]) => [id, definitionDigest(one, kind)]));

const toolChanged = (): PortcullisError =>
  new PortcullisError(
    'tool_changed',
    'The MCP server has changed this tool, resource or prompt since its owner approved it, so it was not called. The owner has to import the server anew and to approve the change.',
  );
