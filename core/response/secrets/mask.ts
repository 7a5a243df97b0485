/**
 * Masks the credential wherever an upstream reflects it: in the bytes before parsing, and again in the finished text,
 * there also in any mixture of escapes and by its letters and digits alone (encodings.ts, alphanumerics.ts). A short
 * credential, or one of digits only, may be an ordinary word or number, so it is masked only as a whole value and never
 * as a member's name. JSON stays JSON.
 */
import { Buffer } from 'node:buffer';
import { ofBytes } from '../../lib/secretBytes.ts';
import { type Credential, secretsOf } from '../../request/credential/index.ts';
import { finderOf, type Span } from './alphanumerics.ts';
import { alphanumericEncodings, exactEncodings, isLong, LONG } from './encodings.ts';
import { escapedReplacer, startOfEscape } from './escapedText.ts';
import type { Fingerprints } from './fingerprints.ts';
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

const MARK = '[CREDENTIAL]';
/** Shorter ones are ordinary words in a text and are masked only as JSON values. */
const MIN_WORD_LENGTH = 4;
/** When a body is cut inside a secret, at least this many bytes of the secret are removed. */
const MIN_CUT_LENGTH = 4;

const SCHEME = /^(?:bearer|basic|token|api-?key)[ =:]+/i;

interface Search {
  readonly forms: readonly string[];
  /** Their bytes, as strings with one character for each. */
  readonly needles: readonly string[];
  /** False when a text, or bytes as a string with one character for each, contain none. One search for both, as most secrets are ASCII. */
  mayHold(text: string): boolean;
}

function searchOf(forms: readonly string[], encodings: ReadonlyArray<'utf8' | 'utf16le'>): Search {
  const needles = encodings.flatMap((encoding) =>
    forms.map((form) => ofBytes(form, encoding, (bytes) => bytes.toString('latin1'))),
  );
  return { forms, needles, mayHold: containsAny([...new Set([...forms, ...needles])]) };
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

/** What is masked wherever it stands. */
interface Patterns {
  readonly forms: readonly string[];
  readonly inText: Medium;
  readonly inJson: Medium;
  readonly inBinary: () => Medium;
  readonly find: (text: string) => Span[];
}

function patternsOf(secrets: readonly string[], mark: () => string): Patterns {
  const all = [...new Set(secrets.flatMap(exactEncodings))].sort((a, b) => b.length - a.length);
  const forms = all.filter(isLong);
  const long = secrets.filter(isLong);
  const search = searchOf(forms, ['utf8']);
  // The rest would break a document: a secret with a quote, as it is, reaches over the end of a string.
  const jsonForms = forms.filter(isInJsonString);
  const jsonSearch = jsonForms.length === forms.length ? search : searchOf(jsonForms, ['utf8']);
  return {
    forms,
    inText: mediumOf(search, long, mark, ANY_TEXT),
    inJson: mediumOf(jsonSearch, long, mark, JSON_DOCUMENT),
    inBinary: once(() => mediumOf(searchOf(forms, ['utf8', 'utf16le']), [], mark, ANY_TEXT)),
    find: finderOf(secrets.filter(({ length }) => length >= LONG).flatMap(alphanumericEncodings)),
  };
}

/** What is masked as a whole value only. */
interface Wholes {
  readonly forms: ReadonlySet<string>;
  readonly written: readonly string[];
}

const NO_WHOLES: Wholes = { forms: new Set(), written: [] };

function wholesOf(secrets: readonly string[]): Wholes {
  const short = secrets.flatMap(exactEncodings).filter((form) => !isLong(form));
  const forms = new Set(short.sort((a, b) => b.length - a.length));
  return { forms, written: [...forms].map((form) => JSON.stringify(form).slice(1, -1)) };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/**
 * Returns the masker of a credential; without one it changes nothing. It is for one call, because it contains the credential.
 * @param known of the same credential: what they rule out is not searched for, so that mostly nothing is compiled
 * @param derived what was made of its secrets for a request, such as a signature
 */
export function secretMasker(
  credential: Credential | undefined,
  known?: Fingerprints,
  derived: readonly string[] = [],
): SecretMasker {
  if (!credential) return { bytes: (body) => body, text: (value) => value, label: (value) => value, hits: 0 };
  let hits = 0;
  const mark = (): string => {
    hits++;
    return MARK;
  };
  const secrets = once(() => [...secretsOf(credential), ...derived]);
  const patterns = once(() => patternsOf(secrets(), mark));
  const wholes = once(() => (known?.hasWholes === false ? NO_WHOLES : wholesOf(secrets())));
  const mayHold = (text: string): boolean => known?.mayBeIn(text) ?? true;

  const plain = (value: string): string => {
    const loose = mayHold(value) ? looselyMasked(patterns(), value) : value;
    const held = [...wholes().forms].filter((form) => form.length >= MIN_WORD_LENGTH && loose.includes(form));
    if (held.length === 0) return loose;
    const words = held.map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
    return loose.replace(new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words})(?![\\p{L}\\p{N}_])`, 'gu'), mark);
  };
  const looselyMasked = ({ inText, find }: Patterns, value: string): string => {
    const masked = inText.mask(value);
    return withoutSpans(masked, find(masked), mark);
  };

  /** Masks whole strings and numbers. */
  const wholeValues = (value: string, spans: readonly Span[]): string => {
    const { forms, written } = wholes();
    const mayHoldWhole = forms.size > 0 && (value.includes('\\') || written.some((form) => value.includes(form)));
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
    const { forms } = wholes();
    if (!token.startsWith('"')) return forms.has(token);
    if (!isInJsonString(token.slice(1, -1))) return false;
    const text = JSON.parse(token) as string;
    return forms.has(text) || forms.has(text.replace(SCHEME, ''));
  };
  const json = (value: string): string => {
    if (!mayHold(value)) return wholeValues(value, []);
    const { inJson, find } = patterns();
    const masked = inJson.mask(value);
    return wholeValues(masked, find(masked));
  };

  return {
    get hits() {
      return hits;
    },
    bytes(body, { isText, isCut }) {
      const given = Buffer.from(body.buffer, body.byteOffset, body.length);
      if (known && !isCut && !known.mayBeInBytes(given, { isText })) return body;
      // As a string with one character for each byte, which is searched twice as fast as the bytes.
      const seen = given.toString('latin1');
      const { inText, inJson, inBinary } = patterns();
      const medium = isText ? (looksLikeJson(seen) ? inJson : inText) : inBinary();
      const found = medium.mayHold(seen) ? medium.needles : [];
      let masked = seen;
      for (const needle of found) {
        // The length of binary data must not change, so that its structure stays valid.
        const instead = isText ? MARK : '*'.repeat(needle.length);
        masked = withMarks(masked, needle, () => mark() && instead, medium.startOf);
      }
      if (isCut) masked = withoutCutSecret(masked, inText.needles);
      return masked === seen ? body : Buffer.from(masked, 'latin1');
    },
    text: (value, { isJson } = { isJson: false }) => (isJson ? json(value) : plain(value)),
    label(value) {
      const found = plain(value);
      const lower = found.toLowerCase();
      if (!mayHold(lower)) return found;
      const { forms } = patterns();
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
function withoutCutSecret(body: string, needles: readonly string[]): string {
  for (const needle of needles) {
    for (let length = Math.min(needle.length - 1, body.length); length >= MIN_CUT_LENGTH; length--) {
      if (body.endsWith(needle.slice(0, length))) return body.slice(0, -length);
    }
  }
  return body;
}
