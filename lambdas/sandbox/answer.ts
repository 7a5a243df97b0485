/**
 * Turns an upstream's answer into what a client gets: the credential is masked, the content governed, and the gateway's note added. If
 * something was cut and a continuation was offered, the whole answer is returned as well, governed too. Nothing here uses the network.
 */
import { Buffer } from 'node:buffer';
import type { GovernedBody, GovernOptions } from '../../core/governance/index.ts';
import { adviceFor, cutLines } from '../../core/governance/notice.ts';
import { toUtf8 } from '../../core/lib/charset.ts';
import type { JsonObject, JsonValue } from '../../core/lib/json/value.ts';
import { LIMITS } from '../../core/lib/limits.ts';
import { bareType, charsetOf, isTextType } from '../../core/lib/mediaType.ts';
import { estimateTokens } from '../../core/lib/tokenEstimate.ts';
import { visible, visibleText } from '../../core/lib/visible.ts';
import type { BundleTool } from '../../core/model/bundle.ts';
import { type AnswerContent, type AnswerRules, answerContent, isSuccess } from '../../core/response/content.ts';
import type { Continuation } from '../../core/response/continuation/notice.ts';
import { withNotes } from '../../core/response/notes.ts';
import { withPlaceholders } from '../../core/response/placeholders/mint.ts';
import type { Placeholders } from '../../core/response/placeholders/placeholder.ts';
import { type Restored, withoutRestored } from '../../core/response/placeholders/restore.ts';
import type { SecretMasker } from '../../core/response/secrets/mask.ts';
import { type Authorized, statusText } from '../../core/response/status.ts';
import type { AnswerParts, PackedAnswer } from '../../core/sandbox/protocol.ts';
import type { EgressResponse } from '../../egress/index.ts';
import { withinDeadline } from './deadline.ts';
import { NOT_LET_OUT, projectionOf, withoutUnbounded } from './projection.ts';
import type { LoadedServer } from './server.ts';
import { holdWhole } from './whole.ts';

/** Below this size, and without custom patterns, governance is fast for any content and runs without the watchdog. */
const WATCHED_BYTES = 32 * 1024;
/** Maximum of request and answer that an explained call shows, and that it reads for names in sentences; a result of a Lambda function has 6 MB. */
export const RAW_EXCERPT = 256 * 1024;
/** Characters that are counted; the rest of a longer answer is extrapolated. */
const COUNTED = 1024 * 1024;

/** What an answer is governed with. */
export interface AnswerContext {
  readonly server: LoadedServer;
  readonly tool: BundleTool;
  /** Method of the request. */
  readonly method: string;
  /** The arguments that were sent. */
  readonly sent: JsonObject;
  readonly blanker: SecretMasker;
  readonly authorizedBy: Authorized;
  readonly continuation: Continuation | undefined;
  /** Fields of a JSON answer that the call wants. */
  readonly fields: readonly string[] | undefined;
  /** Further notes after an answer that is not an error. */
  readonly notes: readonly string[];
  readonly placeholders: Placeholders | undefined;
  /** Values that were inserted for placeholders in the request. */
  readonly restored: Restored['values'];
  /** Collects what came, for an explained call. */
  readonly explain: { [key: string]: JsonValue } | undefined;
}

/** The governed answer, with the whole of it if something was cut and can be read on. */
export interface Answered
  extends Pick<AnswerContent, 'content' | 'isError' | 'errorCode' | 'redactions' | 'truncations'> {
  readonly whole?: PackedAnswer;
  readonly parts?: AnswerParts;
}

/** Governs the upstream's answer. Throws PortcullisError or `pattern_too_slow` when governance takes too long. */
export function answerOf(received: EgressResponse, context: AnswerContext): Answered {
  const { server, tool, method, blanker, continuation, fields, explain, placeholders, restored } = context;
  const type = bareType(received.headers.get('content-type') ?? 'text/plain');
  const whole = blanker.bytes(received.body, { isText: isTextType(type), isCut: received.truncated });
  if (explain) explain['response'] = explained(received, whole, type, blanker);
  const answer = tool.fields ? withoutUnbounded({ ...received, body: whole }) : received;
  const body = tool.fields ? answer.body : whole;
  const { governance } = server.bundle;
  const options: GovernOptions = {
    ...(tool.maxItems === undefined ? {} : { maxItems: tool.maxItems }),
    totalBytes: answer.totalBytes,
    truncatedInput: answer.truncated,
    tool,
    ...(governance.pseudonyms && { sent: context.sent }),
    ...(explain && { explain: true }),
  };
  const shape = { inputSchema: tool.inputSchema, parameters: tool.program.parameters };
  const kinds = new Set(governance.placeholders);
  /** With placeholders, if they fit the limit of bytes. */
  const marked = (body: GovernedBody, bytes: Uint8Array, maxBytes: number): GovernedBody => {
    if (!placeholders || !body.json) return body;
    const text = withPlaceholders(body.text, bytes, kinds, placeholders);
    const bytesOut = Buffer.byteLength(text);
    return bytesOut > maxBytes ? body : { ...body, text, bytesOut };
  };
  /** The governed texts of the body: one, except for a body of several parts. */
  const texts: Array<{ readonly bytes: Uint8Array; readonly type: string; readonly shown: GovernedBody }> = [];
  const noticeOf = (shown: GovernedBody, advice: readonly string[]): string | undefined =>
    [...cutLines(shown), ...advice, ...streamNotice(server, tool, answer)].join('\n') || undefined;
  const projection = isSuccess(answer.status) ? projectionOf(server.bundle, tool, fields) : undefined;
  const governOne = (bytes: Uint8Array, contentType: string): GovernedBody => {
    if (projection?.isChoosing) {
      const body = server.listGovernor(tool).governBytes(bytes, contentType, options);
      if (body.json) return projection.apply(marked(body, bytes, LIMITS.heldAnswers.each));
    }
    const body = marked(server.governor(tool).governBytes(bytes, contentType, options), bytes, governance.maxBytes);
    return projection && body.json ? projection.apply(body) : body;
  };
  const rules: AnswerRules = {
    govern: (bytes, contentType) => {
      const shown = governOne(bytes, contentType);
      texts.push({ bytes, type: contentType, shown });
      // Pointers into several parts would not say into which.
      if (explain && shown.explanation) {
        const reasons: unknown = texts.length === 1 ? shown.explanation : null;
        explain['reasons'] = reasons as JsonValue;
        const isNamed = texts.length === 1 && bytes.length <= RAW_EXCERPT;
        explain['names'] = isNamed ? namesIn(server, tool, bytes, contentType, options) : null;
      }
      return shown;
    },
    redact: (value) => server.governor(tool).redact(value, options.sent),
    notice: (shown) => noticeOf(shown, isCut(shown) ? [adviceFor(shown, shape)] : []),
    systemRules: governance.systemRules,
    declaredHeaders: tool.program.answerHeaders ?? [],
    finish: (text, { isJson }) => visible(withoutRestored(blanker.text(text, { isJson }), restored), { isJson }),
    isClosed:
      governance.pii &&
      !(tool.redaction?.dryRun ?? governance.dryRun) &&
      (tool.redaction?.mode ?? governance.mode) === 'closed',
    maxBytes: governance.maxBytes,
  };
  // Searching the finished text for the credential counts as governance: it has the same deadline.
  const authorizedBy = answer.isElsewhere ? 'elsewhere' : context.authorizedBy;
  const made = governed(server, body.length, () => answerContent({ ...answer, method, body, authorizedBy }, rules));
  if (tool.fields && whole.length > 0 && !(made.body.isJson && texts.length === 1)) {
    return notLetOut(made, answer.status, tool, governance.outputSchemas);
  }
  const { content, notes, openFrom, body: _blocks, headers: _headers, ...result } = made;
  if (projection?.isUnknown())
    return unknownFields(
      result,
      projection.lines().map((line) => blanker.text(line)),
    );
  const [text] = texts;
  const held =
    continuation && text && !type.startsWith('multipart/') && !result.isError && isCut(text.shown)
      ? holdWhole(
          {
            shown: { ...text.shown, text: textOf(content[0]) },
            govern: () =>
              governed(server, text.bytes.length, () => {
                const all = marked(
                  server.wholeGovernor(tool).governBytes(text.bytes, text.type, options),
                  text.bytes,
                  LIMITS.heldAnswers.each,
                );
                const limited = projection && all.json ? projection.whole(all.text) : all.text;
                return { ...all, text: rules.finish(limited, { isJson: all.json }) };
              }),
          },
          continuation,
        )
      : undefined;
  // The notice is the first note, because something was cut.
  const gatewayNotes = held
    ? [noticeOf((text as { shown: GovernedBody }).shown, held.lines) as string, ...notes.slice(1)]
    : notes;
  const isChoiceLost = fields !== undefined && projection !== undefined && !texts.some(({ shown }) => shown.json);
  const all = result.isError
    ? gatewayNotes
    : [...gatewayNotes, ...(projection?.lines() ?? []), ...(isChoiceLost ? [NO_FIELDS] : []), ...context.notes];
  const blanked = all.map((note) => blanker.text(note));
  return {
    ...result,
    content: withNotes(content, blanked, { openFrom }),
    ...(held && { whole: held.whole }),
    ...((governance.outputSchemas || tool.program.mcp?.kind) && !result.isError && { parts: partsOf(made, blanked) }),
  };
}

/** Where names in sentences are or would be redacted: at most {@link MAX_NAMED} values, by pointer. */
function namesIn(
  server: LoadedServer,
  tool: BundleTool,
  bytes: Uint8Array,
  contentType: string,
  options: GovernOptions,
): JsonValue {
  const { explanation } = server.proseGovernor(tool).governBytes(bytes, contentType, options);
  return (explanation?.leaves ?? [])
    .map(({ pointer, found }) => ({
      pointer,
      count: found.reduce((sum, { rule, count }) => sum + (rule.startsWith(PROSE) ? count : 0), 0),
    }))
    .filter(({ count }) => count > 0)
    .slice(0, MAX_NAMED);
}
const PROSE = 'prose.';
const MAX_NAMED = 100;

const NO_FIELDS = 'The answer is not JSON, so no fields were selected.';

/** The blocks of the body come first; a text body has a line above it. */
function partsOf({ content, body, headers, openFrom }: AnswerContent, notes: readonly string[]): AnswerParts {
  const shift = openFrom === undefined ? 0 : 1;
  return {
    body: Array.from({ length: body.blocks }, (_, at) => at + shift),
    isJson: body.isJson,
    headers,
    // Without a body, the content is the gateway's note that says so.
    notices: body.blocks === 0 ? [...content.map(textOf), ...notes] : notes,
  };
}

/** The result when an answer has none of the wanted fields. */
function unknownFields({ redactions }: Pick<AnswerContent, 'redactions'>, lines: readonly string[]): Answered {
  const text = `${visibleText(lines.join('\n'))}\nNothing of it is shown. Call again with fields that are there, or without the argument. (field_unknown)`;
  return {
    content: [{ type: 'text', text }],
    isError: true,
    errorCode: 'field_unknown',
    redactions,
    truncations: [],
  };
}

/** What is said of an answer that the owner's fields cannot be taken from. A call that changed something has worked nevertheless. */
function notLetOut(made: AnswerContent, status: number, { annotations }: BundleTool, hasParts: boolean): Answered {
  const { isError, errorCode, content } = made;
  const first = isError ? textOf(content[0]) : `The upstream answered ${statusText(status)}.`;
  const text = `${first} ${NOT_LET_OUT}`;
  const isRead = !isError && annotations.readOnlyHint;
  return {
    content: [{ type: 'text', text }],
    isError: isError || isRead,
    ...(isRead ? { errorCode: 'answer_not_let_out' } : errorCode !== undefined && { errorCode }),
    redactions: { count: 0, byType: {}, pointers: [] },
    truncations: [],
    ...(hasParts && !isError && !isRead && { parts: { body: [], isJson: false, headers: [], notices: [text] } }),
  };
}

const isCut = ({ truncations, capped }: GovernedBody): boolean => truncations.length > 0 || capped;

const textOf = (block: AnswerContent['content'][number] | undefined): string =>
  block?.type === 'text' ? block.text : '';

function explained(answer: EgressResponse, body: Uint8Array, type: string, blanker: SecretMasker): JsonValue {
  const isText = isTextType(type);
  const bytes = isText ? body : body.subarray(0, RAW_EXCERPT);
  const charset = charsetOf(answer.headers.get('content-type') ?? '');
  const text = Buffer.from(toUtf8(bytes, { charset, mediaType: type, isCut: true })).toString();
  return {
    status: answer.status,
    contentType: blanker.label(type),
    raw: blanker.text(text.slice(0, RAW_EXCERPT)),
    ...(isText && { tokens: tokensOf(text) }),
  };
}

/** An event stream may never end; what arrived within the time of a call is its answer. */
const streamNotice = (
  { bundle }: LoadedServer,
  { longMs = bundle.upstream.timeoutMs }: BundleTool,
  answer: EgressResponse,
) =>
  answer.unfinished
    ? [`The upstream's stream of events did not end within ${longMs} ms; these are the events until then.`]
    : [];

/** Runs governance, under the watchdog if the input could make it slow. */
export function governed<T>(server: LoadedServer, bytes: number, task: () => T): T {
  if (bytes < WATCHED_BYTES && server.bundle.governance.customPatterns.length === 0) return task();
  try {
    return withinDeadline(LIMITS.governanceMs, task);
  } catch (error) {
    server.dropGovernor();
    throw error;
  }
}

function tokensOf(text: string): number {
  const counted = text.slice(0, COUNTED);
  return Math.round(estimateTokens(counted) * (text.length / Math.max(1, counted.length)));
}
