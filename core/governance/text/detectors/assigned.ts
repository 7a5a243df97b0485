/**
 * Secrets that a text assigns to a name (`Authorization: Bearer …`, `password=…`), and passwords and codes in prose.
 * The value must look like a secret; words, program code and placeholders do not count.
 */

import { lazy } from '../../../lib/lazy.ts';
import { defineFindings } from '../../../model/governance/rule.ts';
import { type Span, spanOf } from '../../../model/governance/span.ts';
import { isMarker } from '../../catalog/marker.ts';
import { kindOf } from '../../fieldName/matching.ts';
import { wordsOf } from '../../vocabulary/words.ts';
import { defineKeywords } from '../keywords.ts';
import { isWord, type Signs } from '../signs.ts';
import { hitsOf, type TextContext } from './detector.ts';

/** What is found, by rule. */
export const ASSIGNED_RULES = defineFindings({
  'text.auth-header': [
    'secret',
    'Characters with a digit follow the word Bearer or Basic.',
    'Authorization: Bearer 9f3ka82hd0s1',
  ],
  'text.command-password': ['secret', 'A command line passes a password.', 'curl -u ann:Hunter22'],
  'text.assigned-secret': [
    'secret',
    'The text assigns a value to a name for passwords, keys or tokens.',
    'password=Hunter22',
  ],
  'text.cookie': ['secret', 'A cookie in a header has a long value of letters and digits.', 'Cookie: sid=4f9a8d7c3b'],
  'text.told-password': ['secret', 'A sentence tells a password.', 'the password is Hunter22!'],
  'text.told-code': ['secret', 'A sentence tells a code of a few digits.', 'your verification code is 482913'],
});

const SCHEME =
  /\b(?:bearer|basic)\s+(?=[0-9A-Za-z+/._~-]{12,4096}={0,2}(?![0-9A-Za-z]))([0-9A-Za-z+/._~-]{12,4096}={0,2})/gi;
const ASSIGNED = lazy(
  () =>
    /(?<![\p{L}\p{N}])((?:[\p{L}\p{N}]{1,20}[_.-]){0,3}(?:(?:pg|db|root|admin|smtp)?(?:password|passwd|pwd)|passphrase|passcode|passord|adgangskode|lösenord|salasana|şifre|jelszó|parola|heslo|secret|secret[_-]?key|client[_-]?secret|api[_-]?key|apikey|access[_-]?key|access[_-]?token|auth[_-]?token|refresh[_-]?token|private[_-]?key|token|passwort|kennwort|contraseña|senha|wachtwoord|hasło|mot de passe|пароль|密码|パスワード))["']?\s{0,2}(?:[:=：]|=>|\b(?:is|was|ist|lautet|war|es|est|jest)\b|(?<=\s)(?:è|é|är|er|on)(?=\s))\s{0,2}(["'`]?)([^\s"'`,;<>&]{4,256})\2/giu,
);

/** Passwords in command lines: `curl -u ann:Hunter22`, `mysql -u root -pHunter22`. */
const COMMAND =
  /\b(?:curl\b[^\n|;&]{0,160}?\s(?:-u|--user)[ =]?["']?[^\s:"'$]{1,64}:|(?:mysql(?:dump|admin)?|mariadb|sshpass)\b[^\n|;&]{0,160}?\s-p["']?)(?![$<{%*])([^\s"']{4,64})/g;

/** The pairs of a request's header, and the first one of an answer's, whose others are attributes (RFC 6265 section 4). */
const COOKIES = /\b(?:set-cookie|(cookie))["']?\s{0,2}[:=]\s{0,2}["']?(?=[^\s=;"',]{1,128}=)([^\r\n"']{3,4096})/gi;
const PAIR = /[^\s=;]{1,128}=([^\s;]{8,4096})/g;

/** Parts of the words in SCHEME, ASSIGNED, COMMAND and COOKIES. */
const NAME_PARTS = defineKeywords('ook bea sic pas pwd dga asa aro esl ecr key tok nnw enh htw');
const COMMAND_PARTS = defineKeywords('cur ysq iad hpa');

/** Whether a text may assign a secret to a name; a single word does not. */
export const mayAssignSecret = (signs: Readonly<Signs>): boolean =>
  ((signs.keywords & NAME_PARTS) !== 0 ||
    ((signs.keywords & COMMAND_PARTS) !== 0 && signs.dashes > 0 && signs.spaces > 0)) &&
  !isWord(signs);

/** Finds `Authorization: Bearer …` and `password=…`. */
export function findAssignedSecrets(context: TextContext, spans: Span[]): void {
  const { text } = context;
  // A single word contains no assignment.
  if (text.length < 10 || context.word) return;
  if (/bearer|basic/i.test(text)) {
    for (const hit of hitsOf(SCHEME, text)) {
      const value = hit[1] ?? '';
      if (!/\d/.test(value) || /^\w+\.\w+$/.test(value)) continue;
      const start = hit.index + hit[0].length - value.length;
      spans.push(spanOf(start, start + value.length, ASSIGNED_RULES['text.auth-header']));
    }
  }
  if (/cookie/i.test(text)) findCookies(text, spans);
  if (text.includes(' -') && /curl|mysql|mariadb|sshpass/.test(text)) {
    for (const hit of hitsOf(COMMAND, text)) {
      const end = hit.index + hit[0].length;
      spans.push(spanOf(end - (hit[1]?.length ?? 0), end, ASSIGNED_RULES['text.command-password']));
    }
  }
  if (!NAMED.test(text)) return;
  for (const hit of hitsOf(ASSIGNED(), text)) {
    const [whole, name, quote, value] = hit as unknown as [string, string, string, string];
    // A name inside a longer path (`arn:…:secret:db-1`) is not assigned to.
    if (text[hit.index - 1] === ':') continue;
    const clean = value.replace(/\)\].*$/, '').replace(/[.)!?\]}]+$/, '');
    if (clean.length < 4 || isMarkerStart(clean) || !isSecretValue(name, clean, quote !== '')) continue;
    const start = hit.index + whole.length - quote.length - value.length;
    spans.push(spanOf(start, start + clean.length, ASSIGNED_RULES['text.assigned-secret']));
  }
}

/** Values of cookies that look like a session's: long, with a digit and a letter. */
function findCookies(text: string, spans: Span[]): void {
  for (const header of hitsOf(COOKIES, text)) {
    const [whole, isRequest, pairs = ''] = header;
    const begin = header.index + whole.length - pairs.length;
    for (const pair of hitsOf(PAIR, isRequest ? pairs : (pairs.split(';')[0] ?? ''))) {
      const value = pair[1] ?? '';
      if (!/\d/.test(value) || !/\p{L}/u.test(value)) continue;
      const end = begin + pair.index + pair[0].length;
      spans.push(spanOf(end - value.length, end, ASSIGNED_RULES['text.cookie']));
    }
  }
}

/** One test for all names, since most texts have none. */
const NAMED =
  /pass|pwd|\bpw\b|pin|otp|code|secret|key|token|kennwort|contrase|senha|wachtwoord|has[lł]o|heslo|mot de passe|adgangsk|l[oö]senord|salasana|[şs]ifre|jelsz|parola|пароль|密码|パスワード/iu;

/** Words for "password" that further words may follow before the value. */
const PASSWORD =
  '(?:password|passwd|pwd|pw|passphrase|passcode|passwort|kennwort|contraseña|senha|wachtwoord|hasło|heslo|passord|adgangskode|lösenord|salasana|şifre|jelszó|parola|mot de passe|пароль)';
/** A verb before the value: `The password for the portal is …`, `das Passwort zum Portal lautet …`. */
const AFTER_VERB = lazy(
  () =>
    new RegExp(
      `(?<![\\p{L}\\p{N}])${PASSWORD}(?:et|en|n|a)?(?:\\s(?:provisoire|temporaire|temporal|temporaria|temporária|provisional|provisória|provvisoria|temporanea|tymczasowe|actual|actuel|nueva|nova|nouveau))?(?:\\s(?:for|to|of|on|für|zum|zur|vom|pour|du|de|del|para|do|da|per|voor|van|till|til|dla|k)(?:\\s[\\p{L}\\p{N}'-]{1,20}){1,3}?)?(?:\\s?[:：]|\\s(?:is|was|(?:was |has been |is now )?(?:changed|set|reset|updated) to|ist|lautet|war|es|est|era|é|è|to|jest|je|är|er|on))\\s(?:now\\s|set to\\s)?(["'\`]?)([^\\s"'\`,;<>]{6,64})\\1`,
      'giu',
    ),
);
/**
 * The value directly beside the word: `use password Hunter99! to log in`, `pass: Hunter99!`, `password "Sunrise-42" was
 * set`.
 */
const DIRECTLY_AFTER = lazy(
  () => new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${PASSWORD}|pass)(?::\\s?|\\s)(["'\`]?)([^\\s"'\`,;<>]{6,64})\\1`, 'giu'),
);
/** Codes of a few digits after their name. */
const CODE = lazy(
  () =>
    /(?<![\p{L}\p{N}])(?:pin|otp|passcode|one-time (?:code|password)|verification code|security code|login code|bestätigungscode|sicherheitscode|code de vérification|código de verificación)(?:\s(?:code|number))?(?:\s(?:for|to|of)(?:\s\p{L}{1,16}){1,3}?)?(?:\s(?:is|ist|lautet|est|es|é|è)|\s?[:=])\s?(\d{4,8})(?![\d.,]?\d)/giu,
);

/** Parts of the words in AFTER_VERB, DIRECTLY_AFTER and CODE. */
const PROSE_PARTS = defineKeywords('pas pwd pw dga asa aro esl nnw enh htw pin otp cod');

/** Whether a text may tell a password or a code. */
export const maySpellSecret = (signs: Readonly<Signs>): boolean =>
  signs.digits > 0 && (signs.keywords & PROSE_PARTS) !== 0 && !isWord(signs);

/** Finds passwords and codes in prose. */
export function findProseSecrets(context: TextContext, spans: Span[]): void {
  const { text } = context;
  if (text.length < 10 || context.word || context.digits === 0 || !LIKELY.test(text)) return;
  for (const pattern of [AFTER_VERB(), DIRECTLY_AFTER()]) {
    for (const hit of hitsOf(pattern, text)) {
      const [whole, quote = '', written = ''] = hit;
      const value = written.replace(/[.)!?\]}]+$/, (end) => (end.startsWith('!') ? '!' : ''));
      const quoted = quote !== '';
      if (quoted ? !/\d/.test(value) || !/\p{L}/u.test(value) : !isMixed(value, pattern === AFTER_VERB())) continue;
      const start = hit.index + whole.length - quote.length - written.length;
      spans.push(spanOf(start, start + value.length, ASSIGNED_RULES['text.told-password']));
    }
  }
  for (const hit of hitsOf(CODE(), text)) {
    const end = hit.index + hit[0].length;
    spans.push(spanOf(end - (hit[1]?.length ?? 0), end, ASSIGNED_RULES['text.told-code']));
  }
}

const LIKELY =
  /pass|pwd|pw|pin|otp|code|c[oó]digo|kennwort|contrase|senha|wachtwoord|has[lł]o|heslo|mot de|adgangsk|l[oö]senord|salasana|[şs]ifre|jelsz|parola|парол/iu;

/**
 * Whether a value has letters and digits, and also a sign or both cases.
 *
 * @param afterVerb a verb precedes the value; otherwise it must have a sign that program code does not have
 */
function isMixed(value: string, afterVerb: boolean): boolean {
  if (value.length < 6 || !/\d/.test(value) || !/\p{Ll}/u.test(value) || EXPRESSION.test(value)) return false;
  if (/[!@#$%^&*?+=~]/.test(value)) return !/^https?:/.test(value) && !isMarkerStart(value);
  return (
    afterVerb &&
    (/\p{Lu}/u.test(value) || /[^\p{L}\p{N}]/u.test(value)) &&
    !/^v?\d+\.\d|^[\p{L}]+-?\d{1,2}(?:\.\d+)?$/u.test(value)
  );
}

/** Whether a value begins with a marker, which may be cut off. */
function isMarkerStart(value: string): boolean {
  return isMarker(value) || isMarker(`${value}]`);
}

const NOT_A_VALUE =
  /^(?:null|none|true|false|undefined|required|optional|expired|invalid|missing|reset|changed|empty|string|number|your\S*|the|not|now|too|set|stored|incorrect|correct|wrong|weak|strong|valid|sent|updated|given|needed|being|been|never|always|only|very|also|type|count|process\.\S*|\$\{?\S*|<\S*|%\S*|\{[A-Za-z][A-Za-z_.-]*\d?\}?|\*+|x+|\.+)$/i;

/** A call or a member access in a program. */
const EXPRESSION = /\($|^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+(?:\(|$)/;

function isSecretValue(name: string, value: string, quoted: boolean): boolean {
  if (EXPRESSION.test(value)) return false;
  // `next_page_token=…` is a cursor.
  if (/token$/i.test(name) && kindOf(wordsOf(name)).kind === undefined) return false;
  if (NOT_A_VALUE.test(value) || /^https?:\/\//i.test(value)) return false;
  const strong = /\d/.test(value) || /[^\p{L}\p{N}]/u.test(value) || /\p{Ll}\p{Lu}/u.test(value);
  if (/pass|pwd|kennwort|contrase|senha|wachtwoord|has|пароль|密码|パスワード/iu.test(name)) return strong || quoted;
  return value.length >= 8 && /\d/.test(value) && /[\p{L}_-]/u.test(value);
}
