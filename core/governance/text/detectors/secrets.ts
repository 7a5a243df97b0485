/**
 * Secrets by their published forms: provider prefixes with alphabet and length, JSON web tokens (RFC 7519), PEM private
 * keys (RFC 7468), credentials in URLs (user information of RFC 3986). Assignments to a name are in assigned.ts. High
 * entropy alone does not count: hashes, ids and cursors have it too.
 */
import { defineFindings } from '../../../model/governance/rule.ts';
import { type Span, spanOf } from '../../../model/governance/span.ts';
import { defineKeywords } from '../keywords.ts';
import type { Signs } from '../signs.ts';
import { hitsOf, type TextContext } from './detector.ts';

/** What is found, by rule. */
export const SECRET_RULES = defineFindings({
  'text.api-key': [
    'api-key',
    'A key in the form that its provider publishes: beginning, alphabet and length.',
    'AKIA…',
  ],
  'text.jwt': ['jwt', 'A JSON web token: three or five parts in base64url that begin with a header.', 'eyJ….eyJ….…'],
  'text.private-key': [
    'private-key',
    'A private key in PEM form, also without its end.',
    '-----BEGIN PRIVATE KEY-----',
  ],
  'text.url-credentials': [
    'url-credentials',
    'A user name and a password stand before the host of an address.',
    'https://ann:Hunter22@example.org',
  ],
});

interface Shape {
  /** A literal that all branches of the pattern have in common; it must occur before the pattern is tried. */
  readonly hint: string;
  /**
   * Three characters that a hit has, for `mayHaveSecret`: of the hint, or several, of each branch some. Unset for `pat`:
   * these begin many words, and nothing else of such a key is fixed, so that only long texts are searched for it.
   */
  readonly parts?: string;
  readonly pattern: RegExp;
}

/**
 * A key that is glued to other letters is one. Word boundaries are asked for only where the beginning ends words, too (`task-`), or occurs in
 * base64.
 */
const SHAPES: readonly Shape[] = [
  { hint: 'AKIA', parts: 'aki', pattern: /AKIA[0-9A-Z]{16}/g },
  { hint: 'ASIA', parts: 'sia', pattern: /ASIA[0-9A-Z]{16}/g },
  { hint: 'AIza', parts: 'aiz', pattern: /AIza[0-9A-Za-z_-]{35}/g },
  { hint: 'ya29.', parts: 'ya2', pattern: /ya29\.[0-9A-Za-z_-]{20,400}/g },
  { hint: 'GOCSPX-', parts: 'csp', pattern: /GOCSPX-[0-9A-Za-z_-]{20,40}/g },
  { hint: 'gh', parts: 'ghp gho ghu ghs ghr', pattern: /gh[pousr]_[0-9A-Za-z]{36,251}/g },
  { hint: 'github_pat_', parts: 'b_p', pattern: /github_pat_[0-9A-Za-z_]{22,255}/g },
  {
    hint: 'gl',
    parts: 'glp gld glr cbt gla gls glf imt',
    pattern: /gl(?:pat|ptt|dt|rt|cbt|agent|soat|ft|imt)-[0-9A-Za-z_-]{20,50}/g,
  },
  { hint: 'xox', parts: 'xox', pattern: /xox[abeoprs]-[0-9A-Za-z-]{10,250}/g },
  { hint: 'xapp-', parts: 'xap', pattern: /xapp-\d-[0-9A-Za-z-]{10,250}/g },
  {
    hint: 'hooks.slack.com/',
    parts: 'ks.',
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/[0-9A-Za-z/_-]{20,100}/g,
  },
  { hint: '_live_', parts: '_li', pattern: /\b(?:sk|rk|pk_secret|whsec)_live_[0-9A-Za-z]{10,250}/g },
  { hint: '_test_', parts: '_te', pattern: /\b(?:sk|rk)_test_[0-9A-Za-z]{10,250}/g },
  { hint: 'whsec_', parts: 'hse', pattern: /whsec_[0-9A-Za-z+/=]{20,100}/g },
  { hint: 'sk-', parts: 'sk-', pattern: /\bsk-(?:ant-|proj-|svcacct-|admin-|or-v1-|lf-)?[0-9A-Za-z_-]{20,250}/g },
  { hint: 'prv', parts: 'prv', pattern: /[xyztuv]prv[1-9A-HJ-NP-Za-km-z]{100,112}/g },
  { hint: 'hf_', parts: 'hf_', pattern: /\bhf_[0-9A-Za-z]{30,50}\b/g },
  { hint: 'r8_', parts: 'r8_', pattern: /\br8_[0-9A-Za-z]{36,44}\b/g },
  { hint: 'gsk_', parts: 'gsk', pattern: /gsk_[0-9A-Za-z]{40,60}/g },
  { hint: 'pplx-', parts: 'plx', pattern: /pplx-[0-9A-Za-z]{40,60}/g },
  { hint: 'npm_', parts: 'pm_', pattern: /npm_[0-9A-Za-z]{36}/g },
  { hint: 'pypi-', parts: 'pyp', pattern: /pypi-AgE[0-9A-Za-z_-]{40,250}/g },
  { hint: '_v1_', parts: 'v1_', pattern: /do[oprt]_v1_[0-9a-f]{64}/g },
  {
    hint: 'SG.',
    parts: 'sg.',
    pattern:
      /(?:\bSG\.[0-9A-Za-z_-]{16,32}\.[0-9A-Za-z_-]{30,64}|SG\.[0-9A-Za-z_-]{22}\.[0-9A-Za-z_-]{43}(?![0-9A-Za-z_-]))/g,
  },
  { hint: 'key-', parts: 'ey-', pattern: /\bkey-[0-9a-f]{32}\b/g },
  { hint: 'shp', parts: 'shp', pattern: /shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/g },
  { hint: 'sq0', parts: 'sq0', pattern: /sq0(?:atp|csp)-[0-9A-Za-z_-]{22,43}/g },
  { hint: 'EAAA', parts: 'eaa', pattern: /\bEAAA[0-9A-Za-z_-]{56,64}\b/g },
  { hint: 'EAAC', parts: 'eaa', pattern: /\bEAAC[0-9A-Za-z]{30,250}\b/g },
  { hint: 'lin_api_', parts: 'n_a', pattern: /lin_api_[0-9A-Za-z]{32,48}/g },
  { hint: 'ntn_', parts: 'ntn', pattern: /ntn_[0-9A-Za-z]{40,60}/g },
  { hint: 'secret_', parts: 'et_', pattern: /secret_[0-9A-Za-z]{43}/g },
  { hint: 'pat', pattern: /pat[0-9A-Za-z]{14}\.[0-9a-f]{64}/g },
  { hint: 'dp.', parts: 'dp.', pattern: /\bdp\.(?:pt|st|ct|sa|scim|audit)\.[0-9A-Za-z._-]{40,60}/g },
  { hint: 'hv', parts: 'hvs hvb hvr', pattern: /\bhv[sbr]\.[0-9A-Za-z_-]{24,250}/g },
  { hint: 'PMAK-', parts: 'pma', pattern: /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/g },
  { hint: 'NRAK-', parts: 'nra', pattern: /NRAK-[0-9A-Z]{27}/g },
  { hint: 'glsa_', parts: 'sa_', pattern: /glsa_[0-9A-Za-z]{32}_[0-9a-f]{8}/g },
  { hint: 'sntry', parts: 'snt', pattern: /sntry[su]_[0-9A-Za-z+/=_-]{40,250}/g },
  { hint: 'figd_', parts: 'gd_', pattern: /figd_[0-9A-Za-z_-]{38,50}/g },
  { hint: 'AGE-SECRET-KEY-1', parts: 'ge-', pattern: /AGE-SECRET-KEY-1[0-9A-Z]{58}/g },
  { hint: 'dckr_pat_', parts: 'dck', pattern: /dckr_pat_[0-9A-Za-z_-]{27}/g },
  { hint: 'pcl_', parts: 'cl_', pattern: /pcl_[0-9A-Za-z]{50,80}/g },
  { hint: 'rubygems_', parts: 'yge', pattern: /rubygems_[0-9a-f]{48}/g },
  { hint: 'AccountKey=', parts: 'tke', pattern: /(?<=AccountKey=)[0-9A-Za-z+/]{60,100}={0,2}/g },
  { hint: 'SharedAccessKey=', parts: 'ssk', pattern: /(?<=SharedAccessKey=)[0-9A-Za-z+/]{30,60}={0,2}/g },
  { hint: 'T3BlbkFJ', parts: 'kfj', pattern: /\b[0-9A-Za-z_-]{20,80}T3BlbkFJ[0-9A-Za-z_-]{20,80}/g },
  { hint: 'discord', parts: 'sco', pattern: /discord(?:app)?\.com\/api\/webhooks\/\d{15,20}\/[0-9A-Za-z_-]{40,90}/g },
  // Private keys of wallets (BIP 32).
  { hint: 'prv', parts: 'prv', pattern: /[xyzt]prv[1-9A-HJ-NP-Za-km-z]{100,110}/g },
  { hint: ':AA', parts: ':aa', pattern: /\b\d{8,10}:AA[0-9A-Za-z_-]{33}\b/g },
];

/** Parts in base64url between dots, each read once: a search from each `eyJ` would read the same part again and again. */
const DOTTED = /[0-9A-Za-z_.-]+/g;
/** Beginning of a part with at least eight more characters; of a JWE it is not glued to letters. */
const JWT_HEAD = /eyJ[0-9A-Za-z_-]{8}/;
const JWE_HEAD = /\beyJ[0-9A-Za-z_-]{8}/;
const JWT_CLAIMS = /^eyJ[0-9A-Za-z_-]{4}/;
const PEM_BEGIN = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;

/**
 * The text after the first line of a truncated key: headers or key data, on the same line or after a line break that
 * may be written as an escape.
 */
const KEY_BODY = /^\s*$|^(?:\s|\\+[nrt])*(?:[0-9A-Za-z+/]{16}|[A-Z][A-Za-z-]{2,20}: )/;

/** One test for all prefixes, since most strings have none. A word without signs can match only a few of them. */
const anyOf = (hints: readonly string[]): RegExp =>
  new RegExp(hints.map((hint) => hint.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|'));
const ANY_HINT = anyOf(SHAPES.map(({ hint }) => hint));
const PLAIN_HINT = anyOf(SHAPES.map(({ hint }) => hint).filter((hint) => /^\w+$/.test(hint) && !hint.includes('_')));

/** Parts of the hints, of `eyJ` and of `PRIVATE KEY`. */
const HINT_PARTS = defineKeywords(`${SHAPES.map(({ parts = '' }) => parts).join(' ')} eyj e@k`);
const PAT = defineKeywords('pat');
const MIN_PAT = 82;

/** Whether a text may hold secrets in one of the published forms. */
export const mayHaveSecret = ({ length, keywords }: Readonly<Signs>): boolean =>
  length >= 16 && ((keywords & HINT_PARTS) !== 0 || (length >= MIN_PAT && (keywords & PAT) !== 0));

/** Finds keys of providers, JSON web tokens and private keys. */
export function findSecrets(context: Pick<TextContext, 'text' | 'signs'>, spans: Span[]): void {
  const { text } = context;
  if (text.length < 16) return;
  if ((context.signs === 0 ? PLAIN_HINT : ANY_HINT).test(text)) findKeys(text, spans);
  if (text.includes('eyJ')) findTokens(text, spans);
  if (text.includes('PRIVATE KEY')) findPrivateKeys(text, spans);
}

/** Whether a text has one, for callers that look for nothing else. */
export function hasSecret(text: string): boolean {
  const spans: Span[] = [];
  findSecrets({ text, signs: 1 }, spans);
  return spans.length > 0;
}

/** Whether a key has what words between dashes have not (`sk-bratislava-review-2023`, of a language): after its kind, digits and letters in turns. */
const isRandom = (key: string): boolean =>
  /^sk-(?:ant|proj|svcacct|admin|or-v1|lf)-/.test(key)
    ? /[\dA-Z]/.test(key)
    : /[0-9A-Za-z]{16}/.test(key) && /\d[A-Za-z]|[A-Z][a-z]+[A-Z\d]|[A-Za-z]\d/.test(key);

/** By the name of the parameter before it, or the date of its scope behind it, where a decoder has read the parameter alone. */
const isOfSignedUrl = (text: string, start: number, end: number): boolean =>
  /[?&](?:X-Amz-Credential|AWSAccessKeyId)=$/i.test(text.slice(Math.max(0, start - 24), start)) ||
  /^(?:\/|%2F)\d{8}(?:\/|%2F)/i.test(text.slice(end, end + 14));

/** Characters before a key without any that base64 has not. */
const MAX_GLUED = 200;

/** Whether a place is in the midst of data in base64, such as a picture: in one of forty megabytes is the beginning of a key by chance. */
const isInData = (text: string, at: number): boolean =>
  at >= MAX_GLUED && /^[0-9A-Za-z+/_-]*$/.test(text.slice(at - MAX_GLUED, at));

function findKeys(text: string, spans: Span[]): void {
  for (const { hint, pattern } of SHAPES) {
    if (!text.includes(hint)) continue;
    for (const hit of hitsOf(pattern, text)) {
      if (hint === 'sk-' && !isRandom(hit[0])) continue;
      // A signed URL contains its access key id. Without it the link would break, and the id alone gives no access.
      const end = hit.index + hit[0].length;
      if ((hint === 'AKIA' || hint === 'ASIA') && isOfSignedUrl(text, hit.index, end)) continue;
      if (!isInData(text, hit.index)) spans.push(spanOf(hit.index, end, SECRET_RULES['text.api-key']));
    }
  }
}

/** Finds a JWS (three parts) and a JWE (five) in compact form. */
function findTokens(text: string, spans: Span[]): void {
  for (const dotted of text.matchAll(DOTTED)) {
    if (!dotted[0].includes('eyJ')) continue;
    const parts = dotted[0].split('.');
    let start = dotted.index;
    for (let index = 0; index + 2 < parts.length; ) {
      const { head, length } = tokenAt(parts, index);
      const end = start + parts.slice(index, index + length).join('.').length;
      if (head >= 0) spans.push(spanOf(start + head, end, SECRET_RULES['text.jwt']));
      start = end + 1;
      index += length;
    }
  }
}

/** Where in this part a token begins, -1 for nowhere, and how many parts are read by that. */
function tokenAt(parts: readonly string[], index: number): { readonly head: number; readonly length: number } {
  const [first = '', second = ''] = [parts[index], parts[index + 1]];
  if (!first.includes('eyJ')) return { head: -1, length: 1 };
  const jws = JWT_CLAIMS.test(second) ? first.search(JWT_HEAD) : -1;
  const jwe = index + 4 < parts.length ? first.search(JWE_HEAD) : -1;
  return { head: jws < 0 ? jwe : jws, length: jwe >= 0 ? 5 : jws >= 0 ? 3 : 1 };
}

function findPrivateKeys(text: string, spans: Span[]): void {
  let end = 0;
  let footer: number | undefined;
  for (const { index, 0: first } of text.matchAll(PEM_BEGIN)) {
    // It is inside of the one before.
    if (index < end) continue;
    if (footer === undefined || (footer >= 0 && footer < index)) footer = text.indexOf('-----END ', index);
    // The first line alone, as quoted in manuals and alerts.
    if (footer < 0 && !KEY_BODY.test(text.slice(index + first.length, index + first.length + 80))) continue;
    const close = footer < 0 ? -1 : text.indexOf('-----', footer + 9);
    end = close < 0 ? text.length : close + 5;
    spans.push(spanOf(index, end, SECRET_RULES['text.private-key']));
  }
}

const USER_INFO = /(?<=[a-z0-9+.-]:\/\/)[^\s/?#@:"'<>]{0,128}:[^\s/?#@"'<>]{1,256}(?=@[^\s/?#@"'<>])/gi;

/** Finds `user:password` in front of the host of a URL. */
export function findUrlCredentials(context: Pick<TextContext, 'text' | 'ats'>, spans: Span[]): void {
  if (context.ats === 0 || !context.text.includes('://')) return;
  for (const hit of hitsOf(USER_INFO, context.text)) {
    spans.push(spanOf(hit.index, hit.index + hit[0].length, SECRET_RULES['text.url-credentials']));
  }
}
