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
  /** How often something was blanked so far. */
  readonly hits: number;
}

/** Shorter secrets would blank ordinary words and digits; they stay covered by their encoded forms. */
const SHORTEST = 4;
const MARK = '[CREDENTIAL]';

/** All texts under which a secret may come back. */
function formsOf(secret: string): string[] {
  const base64 = Buffer.from(secret, 'utf8').toString('base64');
  const json = JSON.stringify(secret).slice(1, -1);
  const html = secret.replace(
    /[&<>"']/g,
    (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c]!,
  );
  const plain =
    secret.length < SHORTEST
      ? []
      : [secret, json, json.replaceAll('/', '\\/'), escapeNonAscii(json), html, secret.replaceAll('"', '""')];
  return [
    ...plain,
    ...(secret.length < SHORTEST ? [] : [encodeURIComponent(secret), encodeStrict(secret)]),
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(secret, 'utf8').toString('base64url'),
    Buffer.from(secret, 'utf8').toString('hex'),
  ].filter((form) => form.length >= SHORTEST);
}

const escapeNonAscii = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A blanker for one credential; without one it passes everything through. */
export function blankerFor(credential: Credential | undefined): Blanker {
  if (!credential) return { bytes: (body) => body, text: (value) => value, hits: 0 };
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
      for (const needle of needles) {
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
