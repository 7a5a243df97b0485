/**
 * E-mail addresses: each `@` is extended to both sides. Not found: `git@host:owner/repo`, `@scope/pkg@1.2.3`,
 * `icon@2x.png` and the user information of a URL, which is a credential.
 */

import { defineFindings } from '../../../model/governance/rule.ts';
import { type Span, spanOf } from '../../../model/governance/span.ts';
import { looksLikePersonName } from '../../facts/personName.ts';
import { defineKeywords } from '../keywords.ts';
import type { Signs } from '../signs.ts';
import { hitsOf, type TextContext } from './detector.ts';

/** What is found, by rule. */
export const EMAIL_RULES = defineFindings({
  'text.email': ['email', 'A mailbox and the domain that it is at.', 'ann@example.org'],
  'text.email-spelled': [
    'email',
    'An e-mail address whose signs are written as words in brackets.',
    'ann [at] example [dot] org',
  ],
  'text.mailbox-name': [
    'name',
    'A name of a person before an e-mail address in angle brackets.',
    'Ann Lee <ann@example.org>',
  ],
});

const LOCAL = new Uint8Array(128);
const DOMAIN = new Uint8Array(128);
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.!#$%&'*+/=?^_`{|}~-")
  LOCAL[char.charCodeAt(0)] = 1;
for (const char of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-') DOMAIN[char.charCodeAt(0)] = 1;

const FILE_ENDING =
  /\.(?:png|jpe?g|gif|svg|webp|css|js|mjs|ts|tsx|json|html?|xml|ya?ml|txt|exe|dll|jar|gz|tgz|bz2|zip|tar|7z|rar|pdf|csv|log|lock|service|socket|timer|target|local)$/i;
/** Top-level domains that do not occur in file names before the extension. */
const COMMON_DOMAIN = /[^.]\.(?:com|org|net|edu|gov|info|eu|de|fr|uk|es|it|nl|pl|ch|at|be|se|dk|fi|br|ca|au|jp)$/i;
/** Addresses of services, which belong to no person and are needed for further calls. */
const SERVICE =
  /(?:\.iam\.gserviceaccount\.com|\.calendar\.google\.com|noreply\.github\.com)$|^(?:odata|microsoft\.dynamics)\./i;

/** Processes and nodes of a cluster: `celery@host.example.org`, `sync_worker-0@host.example.org`. */
const PROCESS = /^(?:celery|rabbit|ejabberd|emqx|riak)\d*$|(?:^|[._-])worker[._-]?\d{1,4}$/i;

/** Git over SSH: `org-1234@github.com:owner/repo.git`. */
const REPOSITORY = /^:[\w~.-]{1,80}\/[\w~./-]{1,80}\.git(?![\w.-])/;

/** Finds e-mail addresses and the display names before them. */
export function findEmails(context: TextContext, spans: Span[]): void {
  const { text } = context;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at;
    let floor = Math.max(0, at - 64);
    while (start > floor && isLocal(text.charCodeAt(start - 1))) start--;
    start = trimLocal(text, start, at);
    if (start === at) {
      const quoted = quotedLocal(text, at);
      if (quoted < 0) continue;
      start = quoted;
    }
    let end = at + 1;
    floor = Math.min(text.length, at + 256);
    while (end < floor && isDomain(text.charCodeAt(end))) end++;
    while (end > at + 1 && (text.charCodeAt(end - 1) === 46 || text.charCodeAt(end - 1) === 45)) end--;
    // `invoice_ann@example.org.pdf`: a file named after a mailbox.
    const file = FILE_ENDING.exec(text.slice(at + 1, end));
    if (file !== null && COMMON_DOMAIN.test(text.slice(at + 1, at + 1 + file.index))) end = at + 1 + file.index;
    const domain = text.slice(at + 1, end);
    if (!isMailDomain(domain) || SERVICE.test(domain)) continue;
    // `user:password@host` in a URL is found as a credential; `git@host:path` is the location of a repository.
    if (
      text.charCodeAt(end) === 58 &&
      /^:(?!\s|$|\d{2,5}\b)[\w~/.-]/.test(text.slice(end, end + 8)) &&
      (text.slice(start, at) === 'git' || REPOSITORY.test(text.slice(end, end + 160)))
    )
      continue;
    if (isUserInfo(text, start) || PROCESS.test(text.slice(start, at))) continue;
    spans.push(spanOf(start, end, EMAIL_RULES['text.email']));
    if (text[start - 1] === '<' && text[end] === '>') findDisplayName(text, start - 1, spans);
  }
}

const SPELLED =
  /(?<![\p{L}\d.+_-])[A-Za-z0-9][\w.+-]{0,63} ?[[({<] ?at ?[\])}>] ?[A-Za-z0-9-]{1,63}(?:(?:\.| ?[[({<] ?(?:dot|punkt|point) ?[\])}>] ?)[A-Za-z0-9-]{1,63}){0,4}(?:\.| ?[[({<] ?(?:dot|punkt|point) ?[\])}>] ?)[A-Za-z]{2,24}(?![\w-])/giu;

const AT = defineKeywords('(at');

/** Whether a text may hold addresses whose `@` is written as a word in brackets. */
export const mayBeSpelled = ({ brackets, keywords }: Readonly<Signs>): boolean => brackets > 0 || (keywords & AT) !== 0;

/** Finds addresses whose `@` is written as a word in brackets: `ann [at] example [dot] org`. */
export function findSpelledEmails({ text }: TextContext, spans: Span[]): void {
  for (const hit of hitsOf(SPELLED, text))
    spans.push(spanOf(hit.index, hit.index + hit[0].length, EMAIL_RULES['text.email-spelled']));
}

/** The display name of a mailbox (RFC 5322) when it is a person's: `Ann Lee <ann@example.org>`. */
function findDisplayName(text: string, bracket: number, spans: Span[]): void {
  const before = text.slice(Math.max(0, bracket - 64), bracket);
  const hit = /"([^"\n<>@]{3,60})"\s*$/.exec(before) ?? /(?:^|[,;:\n"'>])\s*([^,;:\n"'<>@]{3,60}?)\s*$/.exec(before);
  const name = hit?.[1];
  if (!hit || name === undefined || !looksLikePersonName(name)) return;
  const start = bracket - before.length + hit.index + hit[0].indexOf(name);
  spans.push(spanOf(start, start + name.length, EMAIL_RULES['text.mailbox-name']));
}

function isLocal(code: number): boolean {
  return code < 128
    ? LOCAL[code] === 1
    : code > 0xbf &&
        code !== 0x3000 &&
        !isSurrogate(code) &&
        !(code >= 0x2000 && code <= 0x206f) &&
        !(code >= 0x3001 && code <= 0x303f) &&
        !(code >= 0xff00 && code <= 0xff0f) &&
        !(code >= 0xff1a && code <= 0xff20) &&
        !isCjk(code);
}

/**
 * Whether a code unit is a surrogate. No mailbox in use has such characters, and a lone surrogate must not hide an
 * address beside it.
 */
function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

function isCjk(code: number): boolean {
  return (code >= 0x3040 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7af);
}

function isDomain(code: number): boolean {
  return code < 128
    ? DOMAIN[code] === 1
    : code > 0xbf &&
        !isSurrogate(code) &&
        !(code >= 0x2000 && code <= 0x206f) &&
        !(code >= 0x3000 && code <= 0x303f) &&
        !(code >= 0xff00 && code <= 0xffef) &&
        !isCjk(code);
}

/**
 * The start of the local part, without punctuation of the text around it: `key=ann@x.org`, `'ann@x.org`,
 * `/users/ann@x.org`.
 */
function trimLocal(text: string, start: number, at: number): number {
  const local = text.slice(start, at);
  const cut = Math.max(
    local.lastIndexOf('='),
    local.lastIndexOf('/'),
    local.lastIndexOf('?'),
    local.lastIndexOf('&'),
    local.lastIndexOf('|'),
    local.lastIndexOf('{'),
    local.lastIndexOf('}'),
    local.lastIndexOf('`'),
    local.lastIndexOf('#'),
    local.lastIndexOf('*'),
  );
  let first = start + cut + 1;
  while (first < at && /['.!~^$%_-]/.test(text.charAt(first)) && text[first] !== '_') first++;
  return first;
}

function quotedLocal(text: string, at: number): number {
  if (text[at - 1] !== '"') return -1;
  const open = text.lastIndexOf('"', at - 2);
  return open >= 0 && at - open < 66 && !text.slice(open, at).includes('\n') && open < at - 2 ? open : -1;
}

function isMailDomain(domain: string): boolean {
  const dot = domain.lastIndexOf('.');
  if (dot <= 0 || domain.includes('..')) return false;
  const last = domain.slice(dot + 1);
  if (!/^(?:\p{L}{2,24}|xn--[a-z0-9-]{2,59})$/iu.test(last)) return false;
  if (/^\d+(?:\.\d+)?x\.|^v?\d+\.\d+/i.test(domain)) return false;
  return !FILE_ENDING.test(domain);
}

function isUserInfo(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 160), start);
  const scheme = before.lastIndexOf('://');
  return scheme > 0 && !/[\s/?#<>"']/.test(before.slice(scheme + 3)) && /[a-z0-9+.-]$/i.test(before.slice(0, scheme));
}
