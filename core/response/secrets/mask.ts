/**
 * Masks the credential wherever an upstream reflects it: in the bytes before parsing, and again in the finished text,
 * there also in any mixture of escapes and by its letters and digits alone (encodings.ts, alphanumerics.ts). A short
 * credential, or one of digits only, may be an ordinary word or number, so it is masked only as a whole value and never
 * as a member's name. JSON stays JSON.
 */
import { Buffer } from 'node:buffer';
import { type Credential, secretsOf } from '../../request/credential/index.ts';
import { finderOf, type Span } from './alphanumerics.ts';
import { alphanumericEncodings, exactEncodings } from './encodings.ts';
import { escapedReplacer, startOfEscape } from './escapedText.ts';
import { containsAny } from './literals.ts';

/** Masks one credential. */
export interface SecretMasker {
  /**
   * Masks a body.
   * @param options.isText a readable mark is used instead of asterisks of the same length
   * @param options.isCut the end may be the first part of a secret
   */
  bytes(body: Uint8Array, options: { readonly isText: boolean; readonly isCut: boolean }): Uint8Array;
  /**
   * Masks a text.
   * @param options.isJson the text is a JSON document and must remain one
   */
  text(value: string, options?: { readonly isJson: boolean }): string;
  /** Masks a short text that a parser may have lower-cased: a host name, an error message. */
  label(value: string): string;
  /** How often something was masked. */
  readonly hits: number;
}

/** From this length on a credential is not an ordinary word. */
const LONG = 8;
const MARK = '[CREDENTIAL]';
/** Shorter ones are ordinary words in a text and are masked only as JSON values. */
const MIN_WORD_LENGTH = 4;
/** When a body is cut inside a secret, at least this many bytes of the secret are removed. */
const MIN_CUT_LENGTH = 4;

const SCHEME = /^(?:bearer|basic|token|api-?key)[ =:]+/i;

interface Needle {
  readonly bytes: Buffer;
  /** The same as a string with one character for each byte. */
  readonly latin1: string;
}

interface Search {
  readonly forms: readonly string[];
  readonly needles: readonly Needle[];
  /** False when a text, or bytes as a string with one character for each, contain none. One search for both, as most secrets are ASCII. */
  mayHold(text: string): boolean;
}

function searchOf(forms: readonly string[], encodings: ReadonlyArray<'utf8' | 'utf16le'>): Search {
  const needles = encodings.flatMap((encoding) =>
    forms.map((form) => {
      const bytes = Buffer.from(form, encoding);
      return { bytes, latin1: bytes.toString('latin1') };
    }),
  );
  return { forms, needles, mayHold: containsAny([...new Set([...forms, ...needles.map(({ latin1 }) => latin1)])]) };
}

/** What may be replaced in one kind of text. */
interface Rules {
  /** Whether this part of the text may be replaced as a whole. */
  mayReplace(part: string): boolean;
  /** Where an occurrence at an offset is replaced from, given the characters or bytes around it and the end of the one before. */
  startOf(codeAt: (at: number) => number | undefined, at: number, from: number): number;
}

/** One kind of text, and what is masked in it. */
interface Medium extends Search {
  readonly startOf: Rules['startOf'];
  /** Masks the secrets in a text, also those that it escapes. */
  mask(text: string): string;
}

/** The text with a mark for every occurrence of `form`. */
function withMarks(text: string, form: string, mark: () => string, startOf: Rules['startOf']): string {
  let result = '';
  let last = 0;
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, last)) {
    result +=
      text.slice(
        last,
        startOf((each) => text.charCodeAt(each), at, last),
      ) + mark();
    last = at + form.length;
  }
  return last === 0 ? text : result + text.slice(last);
}

/** @param secrets which may be escaped in more ways than the forms that are searched */
function mediumOf(search: Search, secrets: readonly string[], mark: () => string, rules: Rules): Medium {
  const { startOf } = rules;
  const replaceEscaped = escapedReplacer(secrets, mark, rules.mayReplace);
  const replaceForms = (text: string): string =>
    search.mayHold(text) ? search.forms.reduce((result, form) => withMarks(result, form, mark, startOf), text) : text;
  return { ...search, startOf, mask: (text) => replaceEscaped(replaceForms(text)) };
}

const ANY_TEXT: Rules = { mayReplace: () => true, startOf: (_codeAt, at) => at };

/** Whether the text can stand inside a JSON string: it neither ends the string nor leaves half of an escape. */
function isInJsonString(text: string): boolean {
  try {
    JSON.parse(`"${text}"`);
    return true;
  } catch {
    return false;
  }
}

/** A document must remain one. */
const JSON_DOCUMENT: Rules = { mayReplace: isInJsonString, startOf: startOfEscape };

/** Whether bytes as a string with one character for each look like a JSON document. */
const looksLikeJson = (seen: string): boolean => /^\s*[[{]/.test(seen);

/** Whether a text is no ordinary word or number. */
const isLong = (form: string): boolean => form.length >= LONG && /[^\d.+-]/.test(form);

/** Returns the masker of a credential; without one it changes nothing. */
export function secretMasker(credential: Credential | undefined): SecretMasker {
  if (!credential) return { bytes: (body) => body, text: (value) => value, label: (value) => value, hits: 0 };
  const secrets = secretsOf(credential);
  const all = [...new Set(secrets.flatMap(exactEncodings))].sort((a, b) => b.length - a.length);
  const forms = all.filter(isLong);
  const wholes = new Set(all.filter((form) => !isLong(form)));
  const writtenWholes = [...wholes].map((form) => JSON.stringify(form).slice(1, -1));
  const find = finderOf(secrets.filter(({ length }) => length >= LONG).flatMap(alphanumericEncodings));
  let inBinary: Medium | undefined;
  let hits = 0;
  const mark = (): string => {
    hits++;
    return MARK;
  };

  const long = secrets.filter(isLong);
  const search = searchOf(forms, ['utf8']);
  const inText = mediumOf(search, long, mark, ANY_TEXT);
  // The rest would break a document: a secret with a quote, as it is, reaches over the end of a string.
  const jsonForms = forms.filter(isInJsonString);
  const jsonSearch = jsonForms.length === forms.length ? search : searchOf(jsonForms, ['utf8']);
  const inJson = mediumOf(jsonSearch, long, mark, JSON_DOCUMENT);

  const plain = (value: string): string => {
    const loose = withoutSpans(value, find(value), mark);
    const held = [...wholes].filter((form) => form.length >= MIN_WORD_LENGTH && loose.includes(form));
    if (held.length === 0) return loose;
    const words = held.map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
    return loose.replace(new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words})(?![\\p{L}\\p{N}_])`, 'gu'), mark);
  };

  /** Masks whole strings and numbers. */
  const json = (value: string): string => {
    const spans = find(value);
    const mayHoldWhole =
      wholes.size > 0 && (value.includes('\\') || writtenWholes.some((form) => value.includes(form)));
    if (spans.length === 0 && !mayHoldWhole) return value;
    let next = 0;
    return value.replace(
      /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*/gs,
      (token, colon: string | undefined, at: number) => {
        while ((spans[next]?.[1] ?? Number.POSITIVE_INFINITY) <= at) next++;
        const isHit = (spans[next]?.[0] ?? Number.POSITIVE_INFINITY) < at + token.length;
        if (!isHit && (colon !== undefined || !isWhole(token))) return token;
        return `"${mark()}"${colon ?? ''}`;
      },
    );
  };
  const isWhole = (token: string): boolean => {
    if (!token.startsWith('"')) return wholes.has(token);
    if (!isInJsonString(token.slice(1, -1))) return false;
    const text = JSON.parse(token) as string;
    return wholes.has(text) || wholes.has(text.replace(SCHEME, ''));
  };

  return {
    get hits() {
      return hits;
    },
    bytes(body, { isText, isCut }) {
      let current = Buffer.from(body.buffer, body.byteOffset, body.length);
      // As a string with one character for each byte, which is searched twice as fast as the bytes.
      const seen = current.toString('latin1');
      if (!isText) inBinary ??= mediumOf(searchOf(forms, ['utf8', 'utf16le']), [], mark, ANY_TEXT);
      const { needles, mayHold, startOf } = (isText ? undefined : inBinary) ?? (looksLikeJson(seen) ? inJson : inText);
      const found = mayHold(seen) ? needles.filter(({ latin1 }) => seen.includes(latin1)) : [];
      for (const { bytes: needle } of found) {
        const searched = current;
        const parts: Buffer[] = [];
        let last = 0;
        // The length of binary data must not change, so that its structure stays valid.
        const instead = isText ? Buffer.from(MARK) : Buffer.alloc(needle.length, '*');
        for (let at = searched.indexOf(needle); at >= 0; at = searched.indexOf(needle, last)) {
          const start = startOf((each) => searched[each], at, last);
          parts.push(searched.subarray(last, start), instead);
          last = at + needle.length;
          hits++;
        }
        if (last > 0) current = Buffer.concat([...parts, searched.subarray(last)]);
      }
      return isCut ? withoutCutSecret(current, inText.needles) : current;
    },
    text: (value, { isJson } = { isJson: false }) => (isJson ? json(inJson.mask(value)) : plain(inText.mask(value))),
    label(value) {
      const found = plain(inText.mask(value));
      const lower = found.toLowerCase();
      if (!forms.some((form) => lower.includes(form.toLowerCase()))) return found;
      hits++;
      return forms.reduce((text, form) => text.replaceAll(form.toLowerCase(), MARK), lower);
    },
  };
}

function withoutSpans(text: string, spans: readonly Span[], mark: () => string): string {
  let result = '';
  let from = 0;
  for (const [start, end] of spans) {
    result += text.slice(from, start) + mark();
    from = end;
  }
  return from === 0 ? text : result + text.slice(from);
}

/** The body without the beginning of a secret at its end, where the limit split the secret. */
function withoutCutSecret(body: Buffer, needles: readonly Needle[]): Buffer {
  for (const { bytes: needle } of needles) {
    for (let length = Math.min(needle.length - 1, body.length); length >= MIN_CUT_LENGTH; length--) {
      if (body.subarray(body.length - length).equals(needle.subarray(0, length)))
        return body.subarray(0, body.length - length);
    }
  }
  return body;
}
