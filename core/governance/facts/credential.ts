/**
 * Whether the value of a field for a secret can be a secret, and is not a state, a sentence or an identifier in code.
 */
import { ISO_DATE, isUrl } from './traits.ts';

const STATE_WORD =
  /^(?:true|false|yes|no|on|off|required|optional|enabled|disabled|set|unset|present|missing|valid|invalid|active|inactive|expired|revoked|pending|changed|string|boolean|integer|number|object|array|header|query|bearer|basic|oauth2?|apikey|api_key|jwt|default|custom|auto|automatic|manual|success|failed|success(?:ful)?|strong|weak|medium|rotating|rotated|scheduled|locked|unlocked|verified|unverified|confirmed|unconfirmed|blocked|granted|denied|issued|stored|configured|not_set|submitted|approved|rejected|available|unavailable|password|passwort|write_only|sensitive|compromised|leaked|reset_required|must_change|not_required|never|weekly|rotation_due|encrypted|hashed|masked|redacted)$/i;
const VERSION = /^[~^<>=]{0,2}v?\d+\.\d+\.\d+(?:-[\w.]+)?$/;
/** Constants and templates: `PASSWORD_MESSAGE`, `{####}`. */
const CONSTANT = /^(?:[A-Z]+(?:_[A-Z]+)+|\{[#*x.]+\}?)$/;
const PASSWORD_KEY =
  /pass(?:word|wd|phrase|wort)|^(?:pwd|pass|pw)$|kennwort|motdepasse|contrasena|senha|wachtwoord|haslo|losenord|answer|cookie|parol|recoverycode|backupcode|seedphrase|mnemonic|secretword|memorable|codeword|securityword/;

/** Versions, modules and identifiers of code: `^1.2.3`, `aws-cdk-lib/aws-iam.CfnAccessKey`, `token__label`. */
const CODE = /^[~^<>=]{0,2}v?\d+\.\d+\.\d+[\w.-]{0,20}$|^[a-z-]{3,}(?:\/[A-Za-z][A-Za-z0-9.-]*)+$/;
const IDENTIFIER = /^[A-Za-z]{2,}(?:[._-]{1,2}[A-Za-z]+){1,6}$/;

/** What the field's name says of its value. `token` is also the name of cursors and counts. */
type Named = 'secret' | 'token';

function credentialLike(value: string, named: Named): boolean {
  const text = value.trim();
  if (/^(?:bearer|basic|token|digest|apikey|aws4-hmac-sha256)\s+\S/i.test(text)) return true;
  if (text.length < 8 || text.length > 16_384 || isUrl(text) || ISO_DATE.test(text)) return /-----BEGIN /.test(text);
  if (/\s/.test(text)) return /-----BEGIN |=/.test(text);
  // Words joined by dashes may be a passphrase when the field's name says "secret".
  if (CODE.test(text) || (IDENTIFIER.test(text) && (named === 'token' || text.length < 12))) return false;
  if (named === 'secret' && text.length >= 12) return true;
  return /\d/.test(text) || /[a-z][A-Z]/.test(text) || text.length >= 20;
}

/**
 * Whether the value of a field named `password`, `secret` and the like can be a secret.
 *
 * @param joined the field's name, its words joined
 */
export function plausibleSecret(value: string, joined: string): boolean {
  if (STATE_WORD.test(value) || (isUrl(value) && !/[?&=@]/.test(value))) return false;
  // `cookie: 'https://…/1f36a.png?v8'` is an image.
  if (joined.endsWith('cookie') && isUrl(value)) return false;
  return PASSWORD_KEY.test(joined) ? !VERSION.test(value) && !CONSTANT.test(value) : credentialLike(value, 'secret');
}

/** The same for `token`. */
export function plausibleToken(value: string): boolean {
  return !STATE_WORD.test(value) && credentialLike(value, 'token');
}
