/**
 * Finds credentials in a recorded request: in headers, cookies and query parameters by their names; in texts that a tool adopts (a name,
 * a description, part of the path) by the patterns that the product redacts in answers.
 */
import { secret } from '../../../core/governance/catalog/secret.ts';
import { findSecrets, findUrlCredentials } from '../../../core/governance/text/detectors/secrets.ts';
import type { Span } from '../../../core/model/governance/span.ts';

const NAMES = new Set(
  `${secret.fields.secret.names} ${secret.fields.token.names} key sig sid auth signature`.split(/\s+/),
);
const ENDINGS = /(?:apikey|accesskey|secretkey|token|secret|password|signature|sessionid|jwt|credential)$/;
/** Tokens of paging are no credentials. */
const PAGING = /(?:page|next|previous|prev|cursor|continuation|sync|skip|pagination)token$/;
/** A secret in a header or assignment, as descriptions write it. */
const ASSIGNED =
  /\b((?:bearer|basic|token)\s+|[\w-]{0,40}(?:key|token|secret|password|authorization)["']?\s{0,3}[=:]\s{0,3}["']?(?:(?:bearer|basic)\s+)?)(?=[\w.~+/=-]{0,200}\d)[\w.~+/=-]{8,}/gi;

export function isCredentialName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return !PAGING.test(plain) && (NAMES.has(plain) || ENDINGS.test(plain));
}

/** The parts of a credential by which it is found in other places; short ones would match unrelated words. */
export const valuesIn = (credential: string): readonly string[] =>
  credential.split(/[\s;=,]+/).filter((word) => word.length >= (/\d/.test(word) ? 8 : 16));

const PLACEHOLDER = '[credential]';

/** The text with a placeholder for each secret in it, and for each of the known values. */
export function withoutCredentials(text: string, known: readonly string[] = []): string {
  const spans: Span[] = [];
  findSecrets({ text, signs: 1 }, spans);
  findUrlCredentials({ text, ats: 1 }, spans);
  let clean = '';
  let at = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start >= at) clean += text.slice(at, start) + PLACEHOLDER;
    at = Math.max(at, end);
  }
  clean += text.slice(at);
  for (const value of known) clean = clean.replaceAll(value, PLACEHOLDER);
  return clean.replace(ASSIGNED, `$1${PLACEHOLDER}`);
}
