/**
 * Blanks the credential wherever an upstream reflects it: in its plain form and in every form that encoding it for
 * transport gives (base64, hex, percent, JSON, HTML, CSV). Works on bytes before anything is parsed, and once more on the
 * finished text, there in any mixture of escapes.
 */
import { Buffer } from 'node:buffer';
import { type Credential, credentialHeader } from './auth.ts';
import { encodeStrict } from './encode.ts';
import { mayHoldEscapes, replaceEscaped } from './escaped.ts';

export interface Blanker {
  /** `isText`: a readable mark instead of asterisks of the same length. `isCut`: the end may be half a secret. */
  bytes(body: Uint8Array, isText: boolean, isCut: boolean): Uint8Array;
  text(value: string): string;
  /** For short texts that a parser may have lower-cased: media types, host names, messages of errors. */
  label(value: string): string;
  /** How often something was blanked so far. */
  readonly hits: number;
}

/** Shorter secrets would blank ordinary words and digits; they stay covered by their encoded forms. */
const SHORTEST = 4;
const MARK = '[CREDENTIAL]';

/** All texts under which a secret may come back. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const hex = bytes.toString('hex');
  return [
    ...(secret.length < SHORTEST ? [] : writtenForms(secret)),
    ...base64Forms(bytes),
    hex,
    hex.toUpperCase(),
  ].filter((form) => form.length >= SHORTEST);
}

function writtenForms(secret: string): string[] {
  // Hexadecimal keys and UUIDs mean the same in either case.
  if (/^[0-9a-f-]{8,}$/i.test(secret)) return [secret, secret.toLowerCase(), secret.toUpperCase()];
  // Nothing in it that any of the encodings would change.
  if (/^[\w.~-]*$/.test(secret)) return [secret];
  const json = JSON.stringify(secret).slice(1, -1);
  const html = secret.replace(
    /[&<>"']/g,
    (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c]!,
  );
  return [
    secret,
    json,
    json.replaceAll('/', '\\/'),
    escapeNonAscii(json),
    html,
    secret.replaceAll('"', '""'),
    encodeURIComponent(secret),
    encodeStrict(secret),
  ];
}

/** Shorter parts of base64 would be found by chance in a large file. */
const SHORTEST_CORE = 6;

/**
 * The secret in base64: alone, and what a longer text (`Bearer …`, a document) has of it, by how many bytes over a multiple
 * of three stand before it: the characters that no neighbouring byte has a part in.
 */
function base64Forms(secret: Buffer): string[] {
  const forms = [secret.toString('base64')];
  const shifted = Buffer.concat([Buffer.alloc(2), secret]);
  for (const offset of [0, 1, 2]) {
    const end = Math.floor(((secret.length + offset) * 8) / 6);
    const core = shifted.toString('base64', 2 - offset).slice(offset === 0 ? 0 : offset + 1, end);
    if (core.length >= SHORTEST_CORE) forms.push(core);
  }
  forms.push(forms[0]!.replace(/=+$/, ''));
  return forms.flatMap((form) =>
    /[+/]/.test(form) ? [form, form.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')] : [form],
  );
}

const escapeNonAscii = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A blanker for one credential; without one it passes everything through. */
export function blankerFor(credential: Credential | undefined): Blanker {
  if (!credential) return { bytes: (body) => body, text: (value) => value, label: (value) => value, hits: 0 };
  const secrets = new Set<string>();
  if (credential.type === 'bearer') secrets.add(credential.token);
  if (credential.type === 'header') {
    secrets.add(credential.value);
    // `Token abc`, `ApiKey abc`, `sid=abc`: the part that matters is the secret, not its scheme.
    const bare = /^(?:[\w-]+[ =])(\S{8,})$/.exec(credential.value)?.[1];
    if (bare) secrets.add(bare);
  }
  if (credential.type === 'basic') {
    secrets.add(credential.password);
    secrets.add(`${credential.username}:${credential.password}`);
    secrets.add(credentialHeader(credential)[1].slice('Basic '.length));
  }
  const forms = [...new Set([...secrets].filter((secret) => secret !== '').flatMap(formsOf))].sort(
    (a, b) => b.length - a.length,
  );
  const needles = forms.map((form) => Buffer.from(form, 'utf8'));
  let hits = 0;
  return {
    get hits() {
      return hits;
    },
    bytes(body, isText, isCut) {
      let current = Buffer.from(body.buffer, body.byteOffset, body.length);
      const wanted = isText ? needles : [...needles, ...forms.map((form) => Buffer.from(form, 'utf16le'))];
      for (const needle of wanted) {
        let at = current.indexOf(needle);
        if (at < 0) continue;
        const parts: Buffer[] = [];
        let last = 0;
        // Binary data keeps its length, so that its structure survives.
        const mark = isText ? Buffer.from(MARK) : Buffer.alloc(needle.length, '*');
        for (; at >= 0; at = current.indexOf(needle, last)) {
          parts.push(current.subarray(last, at), mark);
          last = at + needle.length;
          hits++;
        }
        current = Buffer.concat([...parts, current.subarray(last)]);
      }
      return isCut ? withoutCutSecret(current, needles) : current;
    },
    text(value) {
      let result = value;
      for (const form of forms) {
        if (!result.includes(form)) continue;
        hits += result.split(form).length - 1;
        result = result.replaceAll(form, MARK);
      }
      if (!mayHoldEscapes(result)) return result;
      for (const secret of secrets) {
        if (secret.length < SHORTEST) continue;
        const replaced = replaceEscaped(result, secret, MARK);
        hits += replaced.count;
        result = replaced.text;
      }
      return result;
    },
    label(value) {
      const found = this.text(value);
      const lower = found.toLowerCase();
      if (!forms.some((form) => lower.includes(form.toLowerCase()))) return found;
      hits++;
      return forms.reduce((text, form) => text.replaceAll(form.toLowerCase(), MARK), lower);
    },
  };
}

/** A body cut at a cap may end in the first half of a secret. */
function withoutCutSecret(body: Buffer, needles: readonly Buffer[]): Buffer {
  for (const needle of needles) {
    for (let length = Math.min(needle.length - 1, body.length); length >= SHORTEST; length--) {
      if (body.subarray(body.length - length).equals(needle.subarray(0, length)))
        return body.subarray(0, body.length - length);
    }
  }
  return body;
}
