/**
 * Identifiers by their form: UUIDs, ULIDs, hashes, whole numbers, and tokens in which letters and digits take turns. Nothing that could
 * spell a name is one, also not in base64 or hexadecimal.
 */

const UUID = /^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?$/i;
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
/** At least twelve digits, of which letters are two: shorter ones may be an official number with a letter. */
const HEX = /^(?:0x)?(?=[a-f]*\d)(?=\d*[a-f]\d*[a-f])(?:[0-9a-f]{12,128}|[0-9A-F]{12,128})$/i;
const WHOLE_NUMBER = /^-?\d{1,20}$/;

/** Whether a text is a UUID, a ULID, a hash or a whole number of at most 20 digits. */
export function isOpaqueId(text: string): boolean {
  if (WHOLE_NUMBER.test(text) || ULID.test(text)) return true;
  if (text.length < 8 || text.length > 130) return false;
  return UUID.test(text) || (HEX.test(text) && !isReadable(Buffer.from(text.replace(/^0x/, ''), 'hex')));
}

/** From this length on a token of letters and digits without a sign is one that a machine made. */
const MIN_TOKEN = 8;
const MAX_ID = 160;
/** The commonest form, `cus_9s6XKzkNRiz8i3`: digits within letters, at most five of which are together. */
const PREFIXED = /^[a-z]{2,8}_(?=.{8,40}$)[A-Za-z]{0,5}(?:\d+[A-Za-z]{1,5})+\d*$/;
const SEGMENTS = /[-_.:/#~|]/;

/**
 * Whether a text in a field for identifiers is one: `cus_9s6XKzkNRiz8i3`, `INV-2024-001`, `user:123`. Words in it must be such that a field
 * name has, or too short for a name.
 *
 * @param isWord whether letters are a word of field names
 */
export function isIdentifier(text: string, isWord: (letters: string) => boolean): boolean {
  if (text.length > MAX_ID) return false;
  if (isOpaqueId(text)) return true;
  if (PREFIXED.test(text) && isWord(text.slice(0, text.indexOf('_')))) return true;
  if (!/^[\w\-.:/#~|=+]+$/.test(text)) return false;
  const inBase64 = text.length >= MIN_TOKEN ? readable(text) : undefined;
  if (inBase64 !== undefined)
    return /^[\w:/-]+$/.test(inBase64) && /\d/.test(inBase64) && segmentsPass(inBase64, isWord);
  return /\d/.test(text) && segmentsPass(text.replace(/=+$/, ''), isWord);
}

const segmentsPass = (text: string, isWord: (letters: string) => boolean): boolean =>
  text.split(SEGMENTS).every((segment) => isSegment(segment, isWord));

function isSegment(segment: string, isWord: (letters: string) => boolean): boolean {
  if (/^\d*$/.test(segment)) return segment.length <= 20;
  if (HEX.test(segment)) return isOpaqueId(segment);
  if (isOpaqueId(segment)) return true;
  const letters = /^([A-Za-z]+)\d*$/.exec(segment)?.[1];
  // `T1042`, `INV`, `user17`
  if (letters !== undefined)
    return letters.length <= 3
      ? isWord(letters.toLowerCase()) || (letters.length < 3 && letters === letters.toUpperCase())
      : isWord(letters.toLowerCase());
  return segment.length >= MIN_TOKEN && turns(segment) >= 2 && !/[a-z]{6}|[A-Z]{6}/.test(segment);
}

/** How often a digit follows a letter or a letter a digit. */
const turns = (text: string): number => (text.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g) ?? []).length;

/** What a text says in base64, when it says something. */
function readable(text: string): string | undefined {
  if (!/^[\w+/-]+={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  return isReadable(bytes) ? bytes.toString('latin1') : undefined;
}

/** Six letters or spaces in a row, which of a thousand hashes of 32 bytes two have by chance; of every second byte in UTF-16. */
const LETTERS = /[A-Za-z ]{6}|(?:[A-Za-z ]\0){4}|(?:\0[A-Za-z ]){4}/;
const CONTROL = /\p{C}/u;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Whether bytes are a text with letters in UTF-8, or hold one among others. */
function isReadable(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (LETTERS.test(text)) return true;
  // Random bytes of a hash are never a text, and most of them are ruled out by the first control character.
  if (/[\0-\x1f\x7f]/.test(text)) return false;
  try {
    const decoded = utf8.decode(bytes);
    return !CONTROL.test(decoded) && (decoded.match(/\p{L}/gu)?.length ?? 0) >= 3;
  } catch {
    return false;
  }
}
