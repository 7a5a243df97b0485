/**
 * Reads the answers in a recording: an HTTP archive (HAR 1.2, w3c.github.io/web-performance/specs/HAR) of a browser or a proxy, the saved examples of a
 * Postman collection (2.0, 2.1, schema.postman.com), or an answer as it is. Of a request only its method and its address without the query are read:
 * headers, cookies and bodies, which hold credentials, stay where the recording is. Runs in browsers, too.
 */
import { parsedJson } from '../lib/json/parsed.ts';
import { LIMITS } from '../lib/limits.ts';
import { bareType, isTextType } from '../lib/mediaType.ts';

/** An answer of a recording. */
export interface RecordedAnswer {
  /** Upper case; absent where the recording is a mere answer. */
  readonly method?: string;
  /** Without its query; may be relative. */
  readonly url?: string;
  readonly contentType: string;
  readonly text: string;
}

/** Why an answer of a recording is left out. */
export const LEFT_OUT = {
  page: 'parts of a page, such as images and scripts',
  failed: 'answers with an error',
  empty: 'answers whose body was not recorded',
  large: `answers over ${LIMITS.recordedAnswers.bytes / 1024 / 1024} MB`,
  many: `answers behind the first ${LIMITS.recordedAnswers.read.toLocaleString('en')}`,
} as const;
export type LeftOut = keyof typeof LEFT_OUT;

/** What a recording has. */
export interface Recording {
  readonly answers: readonly RecordedAnswer[];
  /** How many others it has, by why they are left out. */
  readonly leftOut: Readonly<Partial<Record<LeftOut, number>>>;
}

/** A recording that cannot be read; the message says why. */
export class UnreadableRecording extends Error {
  override readonly name = 'UnreadableRecording';
}

type Json = Readonly<Record<string, unknown>>;

const objectIn = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Deeper folders of a collection are not read. */
const MAX_FOLDERS = 20;
const { bytes: MAX_BYTES, file: MAX_FILE, read: MAX_ANSWERS } = LIMITS.recordedAnswers;

/** Throws UnreadableRecording. */
export function readRecording(text: string): Recording {
  if (text.length > MAX_FILE)
    throw new UnreadableRecording(`The recording is larger than ${MAX_FILE / 1024 / 1024} MB. Take a part of it.`);
  if (text.trim() === '') throw new UnreadableRecording('The recording is empty.');
  const document = objectIn(parsed(text));
  if (Array.isArray(objectIn(document['log'])['entries'])) return collected(entriesIn(document), answerOfEntry);
  if ('info' in document && Array.isArray(document['item']))
    return collected(examplesIn(document['item'], 0), answerOfExample);
  return collected([text], () => ({ contentType: '', text }));
}

/** Most that is no JSON is told by its first sign. */
const parsed = (text: string): unknown => (/^\s*[{[]/.test(text) ? parsedJson(text) : undefined);

/** An answer, or why it is left out. */
type Read = RecordedAnswer | LeftOut;

function collected<Entry>(entries: Iterable<Entry>, read: (entry: Entry) => Read | undefined): Recording {
  const answers: RecordedAnswer[] = [];
  const leftOut: Partial<Record<LeftOut, number>> = {};
  for (const entry of entries) {
    const found = answers.length < MAX_ANSWERS ? read(entry) : 'many';
    if (found === undefined) continue;
    const answer = typeof found === 'string' ? found : bounded(found);
    if (typeof answer === 'string') leftOut[answer] = (leftOut[answer] ?? 0) + 1;
    else answers.push(answer);
  }
  return { answers, leftOut };
}

/** Bytes of a request in which an answer may be the only one; JSON escapes some signs. */
export const MAX_BODY = 4 * 1024 * 1024;

const bounded = (answer: RecordedAnswer): Read => {
  const { text } = answer;
  if (text.trim() === '') return 'empty';
  // A character has three bytes at most, six when it is escaped; most have one.
  if (text.length > MAX_BYTES || (text.length * 3 > MAX_BYTES && bytesOf(text) > MAX_BYTES)) return 'large';
  return text.length * 6 > MAX_BODY && bytesOf(JSON.stringify(answer)) > MAX_BODY ? 'large' : answer;
};

/** Bytes of a text in UTF-8. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).byteLength;

const entriesIn = (document: Json): readonly unknown[] => listIn(objectIn(document['log'])['entries']);

function answerOfEntry(entry: unknown): Read | undefined {
  const request = objectIn(objectIn(entry)['request']);
  const response = objectIn(objectIn(entry)['response']);
  const content = objectIn(response['content']);
  const method = textIn(request['method']).toUpperCase();
  // Requests that a browser makes on its own (CORS preflight, Fetch Standard).
  if (method === 'OPTIONS' || method === 'CONNECT') return undefined;
  const contentType = textIn(content['mimeType']).slice(0, MAX_TYPE);
  return answerOf({ method, url: textIn(request['url']), status: response['status'], contentType }, () => {
    const text = textIn(content['text']);
    return content['encoding'] === 'base64' ? decoded(text) : text;
  });
}

const MAX_TYPE = 200;

function* examplesIn(items: unknown, depth: number): Generator<Json> {
  if (depth > MAX_FOLDERS) return;
  for (const item of listIn(items).map(objectIn)) {
    yield* listIn(item['response']).map(objectIn);
    yield* examplesIn(item['item'], depth + 1);
  }
}

function answerOfExample(example: Json): Read | undefined {
  const request = objectIn(example['originalRequest']);
  const address = request['url'];
  const headers = listIn(example['header']).map(objectIn);
  const type = headers.find((header) => textIn(header['key']).toLowerCase() === 'content-type');
  return answerOf(
    {
      method: textIn(request['method']).toUpperCase() || 'GET',
      // A variable is the address of the API, with which its paths begin.
      url: (typeof address === 'string' ? address : textIn(objectIn(address)['raw'])).replace(/^\{\{[^{}]*\}\}/, ''),
      status: example['code'],
      contentType: textIn(type?.['value']).slice(0, MAX_TYPE),
    },
    () => textIn(example['body']),
  );
}

const PAGE_PART = /^(?:text\/(?:css|javascript)|application\/(?:x-)?javascript)$/;

interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly status: unknown;
  readonly contentType: string;
}

function answerOf({ method, url, status, contentType }: Exchange, textOf: () => string | undefined): Read {
  const type = bareType(contentType);
  if (PAGE_PART.test(type) || (type !== '' && !isTextType(type))) return 'page';
  if (typeof status === 'number' && (status < 200 || status > 299)) return 'failed';
  const text = textOf();
  return text === undefined ? 'page' : { method, url: url.split(/[?#]/)[0] ?? '', contentType, text };
}

/** The text in base64; undefined if it is none. */
function decoded(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
