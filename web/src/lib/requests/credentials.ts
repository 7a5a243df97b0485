/**
 * Credentials in a recorded request. Headers, cookies and query parameters are told by their names; texts that a tool takes over (a
 * name, a description, a part of the path) by what the product itself redacts as a secret in answers.
 */
import { secret } from '../../../../core/governance/catalog/secret.ts';
import type { Span } from '../../../../core/governance/span.ts';
import { findSecrets, findUrlCredentials } from '../../../../core/governance/text/detectors/secrets.ts';

const NAMES = new Set(
  `${secret.fields.secret.names} ${secret.fields.token.names} key sig sid auth signature`.split(/\s+/),
);
const ENDINGS = /(?:apikey|accesskey|secretkey|token|secret|password|signature|sessionid|jwt|credential)$/;
/** Tokens that lead to the next page. */
const PAGING = /(?:page|next|previous|prev|cursor|continuation|sync|skip|pagination)token$/;
/** As an example of a header or an assignment in a description writes it. */
const ASSIGNED =
  /\b((?:bearer|basic|token)\s+|[\w-]{0,40}(?:key|token|secret|password|authorization)["']?\s{0,3}[=:]\s{0,3}["']?(?:(?:bearer|basic)\s+)?)(?=[\w.~+/=-]{0,200}\d)[\w.~+/=-]{8,}/gi;

export function isCredentialName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return !PAGING.test(plain) && (NAMES.has(plain) || ENDINGS.test(plain));
}

/** Words of a credential's value by which it is found again elsewhere; short ones would be found in other words. */
export const valuesIn = (credential: string): readonly string[] =>
  credential.split(/[\s;=,]+/).filter((word) => word.length >= (/\d/.test(word) ? 8 : 16));

const PLACEHOLDER = '[credential]';

/** The text with a placeholder for each secret that stands in it, and for each of the values that are known to be one. */
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
