/**
 * Converts an HTTP response to MCP content. Text of any form is governed; images and audio are reduced to pixels and
 * samples; other binary data becomes an embedded resource; the parts of a multipart response are converted one by one.
 * Any status but 2xx gives an error result with status, advice and a governed excerpt. Data comes first, then useful
 * headers. Notes (what was cut, the owner's rules) are returned separately and appended by notes.ts. Does not use the
 * network or the credential.
 */
import { Buffer } from 'node:buffer';
import { toUtf8 } from '../lib/charset.ts';
import type { JsonValue } from '../lib/json/value.ts';
import { bareType, charsetOf, isTextType } from '../lib/mediaType.ts';
import {
  addHits,
  type GovernedBody,
  mostOf,
  type RedactionReport,
  type RuleCount,
  type Truncation,
} from '../model/governance/report.ts';
import { type Shape, shapeOf } from './binary.ts';
import { type AnswerHeaders, headerLines } from './headers.ts';
import { partsOf } from './multipart.ts';
import { type Authorized, adviceFor, isScopeMissing, retryAfterSeconds, SCOPE_MISSING, statusText } from './status.ts';

/** The MCP content blocks of an answer (MCP 2025-11-25, server/tools). */
export type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource';
      readonly resource: { readonly uri: string; readonly mimeType: string; readonly blob: string };
    };

/** A response, as far as it was read. */
export interface Answer {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Uint8Array;
  /** Bytes that the upstream sent in total; more than the body's length when reading stopped at the cap. */
  readonly totalBytes: number;
  readonly truncated: boolean;
  /** What the request had to authenticate. */
  readonly authorizedBy?: Authorized;
  /** The status of the redirect that made another method GET. */
  readonly becameGet?: number;
}

/** Governance and limits of one tool. */
export interface AnswerRules {
  readonly govern: (bytes: Uint8Array, contentType: string) => GovernedBody;
  readonly redact: (value: JsonValue) => JsonValue;
  /** Says what was cut and how to get the rest; undefined when nothing was. */
  readonly notice: (governed: GovernedBody) => string | undefined;
  /** The owner's rules for the model; '' for none. */
  readonly systemRules: string;
  /** Response headers that the API description declares (`declaredHeaders`). */
  readonly declaredHeaders: readonly string[];
  /** The last step for a text of the upstream. JSON stays JSON. */
  readonly finish: (text: string, options: { readonly isJson: boolean }) => string;
  /** Only what is known to be harmless passes, so no picture and no file. */
  readonly isClosed: boolean;
  /** Maximum size of answers that cannot be cut (images, files). */
  readonly maxBytes: number;
}

/** The blocks of a body: one of JSON, `blocks` of anything else, or none. */
export interface AnswerBody {
  readonly blocks: number;
  readonly isJson: boolean;
}

/** Governed content of a response. */
export interface AnswerContent {
  readonly content: readonly Content[];
  /** Texts of the gateway, which go into a block of their own. */
  readonly notes: readonly string[];
  /**
   * Index of the first block with text of the upstream without a recognizable end (unlike JSON), in which a note could
   * be imitated; undefined where there is none.
   */
  readonly openFrom: number | undefined;
  /** Of a success: what the first blocks are. */
  readonly body: AnswerBody;
  /** Lines of headers that stand behind the body. */
  readonly headers: readonly string[];
  readonly isError: boolean;
  readonly errorCode?: string;
  readonly redactions: RedactionReport;
  readonly truncations: readonly Truncation[];
}

const NOTHING: RedactionReport = { count: 0, byType: {}, pointers: [] };
/** Maximum characters of an error's body. */
const MAX_EXCERPT = 4_096;

const text = (value: string): Content => ({ type: 'text', text: value });

/**
 * Converts a response to content. Pure.
 * @param now milliseconds since 1970, for a Retry-After date
 */
export function answerContent(answer: Answer, rules: AnswerRules, now = Date.now()): AnswerContent {
  const result = isSuccess(answer.status) ? success(answer, rules) : failure(answer, rules, now);
  return { ...result, notes: [...result.notes, ...redirectNotes(answer, rules), ...ownersNotes(rules.systemRules)] };
}

/** What the answer to a GET says of the request that a redirect made one (RFC 9110, sections 15.4.2 to 15.4.4). */
function redirectNotes({ method, url, becameGet }: Answer, { finish, isClosed }: AnswerRules): string[] {
  if (becameGet === undefined) return [];
  const place = isClosed ? 'another address' : finish(url.replace(/[?#].*$/s, ''), { isJson: false });
  const what = `The API answered the ${method} with ${statusText(becameGet)}, and this is what a GET of ${place} returned then.`;
  const meaning =
    becameGet === 303
      ? 'By that status the API has taken the request and shows its result here; nothing but the answer itself says that it succeeded.'
      : `That status mostly means that the address has moved, so the ${method} may not have been carried out. Check that before you rely on it; the owner can correct the address.`;
  return [`${what} ${meaning}`];
}

/** The owner's rules as a note; empty when there are none. */
export function ownersNotes(systemRules: string): string[] {
  const owners = systemRules.trim();
  return owners === '' ? [] : [`The owner of this server asks:\n${owners}`];
}

/** Whether the upstream did what it was asked. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Maximum levels of nested multipart bodies that are split. */
const MAX_NESTING = 4;

const PLAIN = {
  isError: false,
  notes: [],
  openFrom: undefined,
  body: { blocks: 0, isJson: false },
  headers: [],
  redactions: NOTHING,
  truncations: [],
} as const;
const ONE_BLOCK: AnswerBody = { blocks: 1, isJson: false };

function success(answer: Answer, rules: AnswerRules): AnswerContent {
  if (answer.body.length === 0) return { ...PLAIN, content: [text(emptyText(answer, rules))] };
  const result = bodyContent(answer, rules, 0);
  const headers = headersOf(answer, rules);
  return headers.length === 0
    ? result
    : { ...result, headers, content: [...result.content, text(`Headers of the answer:\n${headers.join('\n')}`)] };
}

function bodyContent(answer: Answer, rules: AnswerRules, depth: number): AnswerContent {
  const parts = isDivisible(answer, rules, depth) ? partsOf(answer.body, declaredType(answer)) : undefined;
  if (parts) {
    return joined(
      parts.map((part) => {
        if (part.body.length === 0) return { ...PLAIN, content: [text('(an empty part)')] };
        return bodyContent({ ...answer, ...part, totalBytes: part.body.length }, rules, depth + 1);
      }),
    );
  }
  const source = sourceOf(answer, rules);
  if (!('kind' in source)) {
    const governed = governText(answer, source, rules);
    const { redactions, truncations } = governed;
    const notice = rules.notice(governed);
    return {
      ...PLAIN,
      content: [text(rules.finish(governed.text, { isJson: governed.json }))],
      notes: notice === undefined ? [] : [notice],
      openFrom: governed.json ? undefined : 0,
      body: { blocks: 1, isJson: governed.json },
      redactions,
      truncations,
    };
  }
  if (rules.isClosed) {
    const said = `The upstream sent ${answer.totalBytes} bytes of ${source.type}. They are withheld: this tool passes on only what is known to be harmless, and no pictures, sounds or files.`;
    return { ...PLAIN, content: [text(said)], redactions: { count: 1, byType: { withheld: 1 }, pointers: [''] } };
  }
  if (answer.truncated || answer.body.length > rules.maxBytes) {
    const size = answer.truncated ? `more than ${answer.totalBytes}` : String(answer.body.length);
    return {
      ...PLAIN,
      isError: true,
      errorCode: 'answer_too_large',
      content: [
        text(
          `The upstream sent ${source.type} data of ${size} bytes; at most ${rules.maxBytes} bytes are passed on, and such data cannot be cut. The server's owner can raise this (limit maxBytes).`,
        ),
      ],
    };
  }
  return { ...PLAIN, body: ONE_BLOCK, content: [binary(answer, source, rules)] };
}

/** Joins the contents of several parts. */
function joined(parts: readonly AnswerContent[]): AnswerContent {
  const byRule = new Map<string, RuleCount>();
  for (const { redactions } of parts)
    for (const { type, rule, count } of redactions.rules ?? [])
      byRule.set(`${type} ${rule}`, { type, rule, count: count + (byRule.get(`${type} ${rule}`)?.count ?? 0) });
  const byType = sumOf(parts.map(({ redactions }) => redactions.byType));
  const wouldRedact = sumOf(parts.map(({ redactions }) => redactions.wouldRedact ?? {}));
  const content = parts.flatMap((part) => part.content);
  return {
    ...PLAIN,
    content,
    body: { blocks: content.length, isJson: false },
    notes: parts.flatMap(({ notes }, index) => notes.map((note) => `Part ${index + 1}: ${note}`)),
    // When JSON follows JSON, the border between them is not visible.
    openFrom: parts.length > 1 || parts.some(({ openFrom }) => openFrom !== undefined) ? 0 : undefined,
    redactions: {
      count: parts.reduce((sum, { redactions }) => sum + redactions.count, 0),
      byType,
      ...(Object.keys(wouldRedact).length > 0 && { wouldRedact }),
      pointers: parts.flatMap(({ redactions }) => redactions.pointers).slice(0, 100),
      ...(byRule.size > 0 && { rules: mostOf([...byRule.values()]) }),
    },
    truncations: parts.flatMap(({ truncations }) => truncations),
  };
}

/** The counts of all, by type. */
function sumOf(counts: ReadonlyArray<Readonly<Record<string, number>>>): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const one of counts) for (const [type, hits] of Object.entries(one)) addHits(sum, type, hits);
  return sum;
}

/**
 * Whether a multipart body may be split. Each part is governed separately, so the size limit must hold for the whole.
 */
const isDivisible = (answer: Answer, rules: AnswerRules, depth: number): boolean =>
  /^\s*multipart\//i.test(declaredType(answer)) &&
  depth < MAX_NESTING &&
  !answer.truncated &&
  answer.body.length <= rules.maxBytes;

const declaredType = (answer: Answer): string => answer.headers.get('content-type') ?? '';

function failure(answer: Answer, rules: AnswerRules, now: number): AnswerContent {
  const wait = retryAfterSeconds(answer.headers.get('retry-after'), now);
  const lacksScope = isScopeMissing(answer.status, answer.headers.get('www-authenticate'));
  const advice = lacksScope ? SCOPE_MISSING : adviceFor(answer.status, wait, answer.authorizedBy);
  const head = `The upstream answered ${statusText(answer.status)}.${advice === '' ? '' : ` ${advice}`}`;
  // The advice gives the wait in seconds.
  const headers = headersOf(answer, rules).filter((line) => wait === undefined || !line.startsWith('retry-after:'));
  const content = [text([head, ...headers].join('\n'))];
  const base = { ...PLAIN, isError: true, errorCode: lacksScope ? 'oauth_scope_missing' : 'upstream_status', content };
  if (answer.body.length === 0) return base;
  const source = sourceOf(answer, rules);
  if ('kind' in source) {
    content.push(text(`Its body is ${answer.totalBytes} bytes of ${source.type}.`));
    return base;
  }
  const governed = governText(answer, source, rules);
  const whole = rules.finish(governed.text, { isJson: governed.json });
  const excerpt = excerptOf(whole);
  content.push(text(excerpt));
  const { redactions, truncations } = governed;
  // The first block is the gateway's, but for what headers say.
  return { ...base, openFrom: governed.json && excerpt === whole ? undefined : 1, redactions, truncations };
}

function excerptOf(body: string): string {
  if (body.length <= MAX_EXCERPT) return body;
  const cut = body.slice(0, MAX_EXCERPT).replace(/[\ud800-\udbff]$/, '');
  return `${cut}… (the first ${cut.length} of ${body.length} characters)`;
}

function governText(answer: Answer, { type, contentType }: TextSource, rules: AnswerRules): GovernedBody {
  const bytes = toUtf8(answer.body, { charset: charsetOf(contentType), mediaType: type, isCut: answer.truncated });
  return rules.govern(bytes, `${type}; charset=utf-8`);
}

/** The declared media type; '' when there is none or it is malformed. */
function bareTypeOf(answer: Answer): string {
  const declared = bareType(declaredType(answer));
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(declared) ? declared : '';
}

/** A body that is text by its type or its content, with its charset. */
interface TextSource {
  readonly type: string;
  readonly contentType: string;
}

/** How to read the body: as a text, or as what binary.ts recognizes. */
function sourceOf(answer: Answer, rules: AnswerRules): TextSource | Exclude<Shape, { kind: 'text' }> {
  const declared = bareTypeOf(answer);
  if (isTextType(declared)) return { type: declared, contentType: declaredType(answer) };
  const shape = shapeOf(answer.body, declared, rules.maxBytes);
  if (shape.kind !== 'text') return shape;
  const start = Buffer.from(answer.body.buffer, answer.body.byteOffset, Math.min(answer.body.length, 512));
  const type = /^\s*[[{]/.test(start.toString('latin1').replaceAll('\0', '')) ? 'application/json' : 'text/plain';
  return { type, contentType: shape.script === 'narrow' ? type : `${type}; charset=${shape.script}` };
}

function binary(answer: Answer, { kind, type, bytes }: Exclude<Shape, { kind: 'text' }>, rules: AnswerRules): Content {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
  if (kind !== 'file') return { type: kind, data, mimeType: type };
  const uri = rules.finish(answer.url.replace(/[?#].*$/s, ''), { isJson: false });
  return { type: 'resource', resource: { uri, mimeType: type, blob: data } };
}

const headersOf = ({ method, status, headers, body }: Answer, rules: AnswerRules): string[] =>
  headerLines(
    { method, status, headers, isEmpty: body.length === 0, declared: rules.declaredHeaders },
    rules.redact,
  ).map((line) => rules.finish(line, { isJson: false }));

function emptyText(answer: Answer, rules: AnswerRules): string {
  const lines = headersOf(answer, rules);
  const first = `The upstream answered ${statusText(answer.status)} with ${answer.method === 'HEAD' ? 'these headers' : 'an empty body'}`;
  if (lines.length > 0) return `${first}:\n${lines.join('\n')}`;
  return answer.method === 'HEAD' ? `The upstream answered ${statusText(answer.status)}.` : `${first}.`;
}
