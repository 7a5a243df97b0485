/**
 * HTTP answer → MCP content. Text in any form goes through governance; images and audio keep their bytes; other binary
 * becomes an embedded resource; the parts of a multipart answer are treated one by one. Anything but 2xx is an error result with the status, advice and a governed excerpt.
 * Order: the data, then the notice on what was cut, then the system rules. Does not touch the network or the credential.
 */
import { Buffer } from 'node:buffer';
import type { GovernedBody, RedactionReport, Truncation } from '../governance/report.ts';
import type { JsonValue } from '../json.ts';
import type { Content } from './call.ts';
import { readsAsText, toUtf8 } from './charset.ts';
import { bareType, isTextType } from './mediaType.ts';
import { partsOf } from './parts.ts';
import { adviceFor, retryAfterSeconds, statusText } from './status.ts';

export interface Answer {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: Uint8Array;
  /** Bytes that the upstream sent in all; more than the body's length when reading stopped at the cap. */
  readonly totalBytes: number;
  readonly truncated: boolean;
}

/** What governance contributes; bound to one tool's settings by the caller. */
export interface AnswerRules {
  readonly govern: (bytes: Uint8Array, contentType: string) => GovernedBody;
  readonly redact: (value: JsonValue) => JsonValue;
  /** Text on what was cut and how to get the rest; undefined when nothing was. */
  readonly notice: (governed: GovernedBody) => string | undefined;
  /** The finished block, or undefined for none. */
  readonly systemRules: string | undefined;
  /** Limit for answers that cannot be cut (images, files). */
  readonly maxBytes: number;
}

export interface AnswerContent {
  readonly content: Content[];
  readonly isError: boolean;
  readonly errorCode?: string;
  readonly redactions: RedactionReport;
  readonly truncations: readonly Truncation[];
}

const NOTHING: RedactionReport = { count: 0, byType: {}, pointers: [] };
/** Characters of an error's body that are shown. */
const EXCERPT = 4_096;

const text = (value: string): Content => ({ type: 'text', text: value });

/** Turns an answer into content. Pure; `now` dates a Retry-After. */
export function answerContent(answer: Answer, rules: AnswerRules, now = Date.now()): AnswerContent {
  const result = isSuccess(answer.status) ? success(answer, rules) : failure(answer, rules, now);
  if (rules.systemRules !== undefined) result.content.push(text(rules.systemRules));
  return result;
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Multipart inside of multipart is split as deep as this. */
const MOST_NESTED = 4;

function success(answer: Answer, rules: AnswerRules, depth = 0): AnswerContent {
  const none = { isError: false, redactions: NOTHING, truncations: [] };
  if (answer.body.length === 0) return { ...none, content: [text(emptyText(answer, rules))] };
  const parts = isDivisible(answer, rules, depth) ? partsOf(answer.body, declaredType(answer)) : undefined;
  if (parts) {
    const answers = parts.map((part) => ({ ...answer, ...part, totalBytes: part.body.length }));
    return joined(answers.map((part) => success(part, rules, depth + 1)));
  }
  const type = typeOf(answer);
  if (isTextType(type)) {
    const governed = governText(answer, type, rules);
    const notice = rules.notice(governed);
    const content = [text(governed.text)];
    if (notice !== undefined) content.push(text(notice));
    return { isError: false, content, redactions: governed.redactions, truncations: governed.truncations };
  }
  if (answer.truncated || answer.body.length > rules.maxBytes) {
    const size = answer.truncated ? `more than ${answer.totalBytes}` : String(answer.body.length);
    return {
      ...none,
      isError: true,
      errorCode: 'answer_too_large',
      content: [
        text(
          `The upstream sent ${type} data of ${size} bytes; at most ${rules.maxBytes} bytes are passed on, and such data cannot be cut. The server's owner can raise this (limit maxBytes).`,
        ),
      ],
    };
  }
  return { ...none, content: [binary(answer, type)] };
}

/** One answer of many parts: their content in order, what governance did to any of them. */
function joined(parts: readonly AnswerContent[]): AnswerContent {
  const byType: Record<string, number> = {};
  for (const { redactions } of parts) {
    for (const [type, hits] of Object.entries(redactions.byType)) byType[type] = (byType[type] ?? 0) + hits;
  }
  return {
    content: parts.flatMap(({ content }) => content),
    isError: false,
    redactions: {
      count: parts.reduce((sum, { redactions }) => sum + redactions.count, 0),
      byType,
      pointers: parts.flatMap(({ redactions }) => redactions.pointers).slice(0, 100),
    },
    truncations: parts.flatMap(({ truncations }) => truncations),
  };
}

/** Each part is governed by itself, so the limit is on the whole. */
const isDivisible = (answer: Answer, rules: AnswerRules, depth: number): boolean =>
  /^\s*multipart\//i.test(declaredType(answer)) &&
  depth < MOST_NESTED &&
  !answer.truncated &&
  answer.body.length <= rules.maxBytes;

const declaredType = (answer: Answer): string => answer.headers.get('content-type') ?? '';

function failure(answer: Answer, rules: AnswerRules, now: number): AnswerContent {
  const advice = adviceFor(answer.status, retryAfterSeconds(answer.headers.get('retry-after'), now));
  const head = `The upstream answered ${statusText(answer.status)}.${advice === '' ? '' : ` ${advice}`}`;
  const content = [text(head)];
  const base = { isError: true, errorCode: 'upstream_status', redactions: NOTHING, truncations: [] };
  if (answer.body.length === 0) return { ...base, content };
  const type = typeOf(answer);
  if (!isTextType(type)) {
    content.push(text(`Its body is ${answer.totalBytes} bytes of ${type}.`));
    return { ...base, content };
  }
  const governed = governText(answer, type, rules);
  content.push(text(excerptOf(governed.text)));
  return { ...base, content, redactions: governed.redactions, truncations: governed.truncations };
}

function excerptOf(body: string): string {
  if (body.length <= EXCERPT) return body;
  const cut = body.slice(0, EXCERPT).replace(/[\ud800-\udbff]$/, '');
  return `${cut}… (the first ${cut.length} of ${body.length} characters)`;
}

function governText(answer: Answer, type: string, rules: AnswerRules): GovernedBody {
  const declared = answer.headers.get('content-type') ?? type;
  const bytes = toUtf8(answer.body, declared, type, answer.truncated);
  return rules.govern(bytes, `${type}; charset=utf-8`);
}

/**
 * The declared media type. An undeclared one is told by its bytes, and so is text under the name of something else: a table
 * that is sent for download must be cleaned like any other.
 */
function typeOf(answer: Answer): string {
  const declared = bareType(answer.headers.get('content-type') ?? '');
  if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(declared)) return sniff(answer.body);
  if (isTextType(declared) || magicOf(answer.body) !== undefined || !readsAsText(answer.body)) return declared;
  return sniff(answer.body);
}

const MAGIC: ReadonlyArray<readonly [type: string, hex: string]> = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '47494638'],
  ['application/pdf', '255044462d'],
  ['application/zip', '504b0304'],
  ['application/gzip', '1f8b'],
];

const headOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 512));

function magicOf(bytes: Uint8Array): string | undefined {
  const start = headOf(bytes).toString('hex', 0, 16);
  return MAGIC.find(([, hex]) => start.startsWith(hex))?.[0];
}

function sniff(bytes: Uint8Array): string {
  const magic = magicOf(bytes);
  if (magic !== undefined) return magic;
  const head = headOf(bytes);
  const start = head.toString('hex', 0, 2);
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return 'image/webp';
  if (head.includes(0) && !/^(?:fffe|feff)/.test(start)) return 'application/octet-stream';
  return /^\s*[[{]/.test(head.toString('latin1')) ? 'application/json' : 'text/plain';
}

function binary(answer: Answer, type: string): Content {
  const data = Buffer.from(answer.body.buffer, answer.body.byteOffset, answer.body.length).toString('base64');
  if (type.startsWith('image/')) return { type: 'image', data, mimeType: type };
  if (type.startsWith('audio/')) return { type: 'audio', data, mimeType: type };
  return { type: 'resource', resource: { uri: answer.url.replace(/[?#].*$/s, ''), mimeType: type, blob: data } };
}

/** Headers that carry the result of an answer without a body. */
const TELLING = ['location', 'content-location', 'etag', 'last-modified'];
const HEAD_TELLING = [...TELLING, 'content-type', 'content-length', 'cache-control', 'link', 'allow', 'accept-ranges'];

function emptyText(answer: Answer, rules: AnswerRules): string {
  const lines = (answer.method === 'HEAD' ? HEAD_TELLING : TELLING).flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [`${name}: ${String(rules.redact(value))}`];
  });
  const first = `The upstream answered ${statusText(answer.status)} with ${answer.method === 'HEAD' ? 'these headers' : 'an empty body'}`;
  if (lines.length > 0) return `${first}:\n${lines.join('\n')}`;
  return answer.method === 'HEAD' ? `The upstream answered ${statusText(answer.status)}.` : `${first}.`;
}
