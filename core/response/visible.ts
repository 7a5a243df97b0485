/**
 * Shows characters that nobody sees: tags, zero-width and filler characters, bidirectional controls and runs of variation selectors, which
 * a model reads, and control characters (C0, C1), which a terminal obeys. In JSON they become escapes, which parse to the same value; in
 * other texts `<U+200B>`. They are kept where a script needs them: joiners in joining scripts and emoji, one selector after an emoji or
 * ideograph, direction marks in right-to-left text, soft hyphens.
 */

const CLASS =
  '\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF9-\\uFFFB\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E0FFF}';
const RUN = new RegExp(`[${CLASS}]+`, 'gu');
const ANY = new RegExp(`[${CLASS}]`, 'u');
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
const JOINS =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{1F1E6}-\u{1F1FF}\uFE0F\u0590-\u08FF\u0900-\u0DFF\u0E00-\u0FFF\u1000-\u109F\u1780-\u17FF\u1800-\u18AF]$/u;
const TAKES_SELECTOR =
  /[\p{Extended_Pictographic}\p{Script=Han}\p{Script=Mongolian}0-9#*\u2600-\u27BF\u00A9\u00AE]$|\u200D$/u;
const LETTERS = /\p{L}$/u;
/** The flags of England, Scotland and Wales: a black flag and up to six tag characters. */
const FLAG = /^[\u{E0020}-\u{E007E}]{2,6}\u{E007F}$/u;
/** Of a longer run only the length is shown. */
const MAX_SHOWN = 8;

/** The text with its invisible characters shown; the same text when it has none. */
export function visible(text: string, { isJson }: { readonly isJson: boolean }): string {
  if (!ANY.test(text)) return text;
  const hasRightToLeft = RIGHT_TO_LEFT.test(text);
  return text.replace(RUN, (run, at: number) =>
    isNeeded(run, text, at, hasRightToLeft) ? run : escapeRun(run, isJson),
  );
}

function isNeeded(run: string, text: string, at: number, hasRightToLeft: boolean): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  // A byte order mark at the beginning of a file.
  if (run === '\uFEFF') return at === 0;
  if (run === '\u00AD') return LETTERS.test(before);
  if (run === '\u200D' || run === '\u200C') return JOINS.test(before);
  if (run === '\u200E' || run === '\u200F' || run === '\u061C') return hasRightToLeft;
  if (/^[\uFE00-\uFE0F]\u200D?$/.test(run) || /^[\u{E0100}-\u{E01EF}]$/u.test(run)) return TAKES_SELECTOR.test(before);
  return before.endsWith('\u{1F3F4}') && FLAG.test(run);
}

function escapeRun(run: string, isJson: boolean): string {
  if (isJson) return run.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const characters = [...run];
  if (characters.length > MAX_SHOWN) return `<${characters.length} invisible characters>`;
  return characters
    .map((character) => `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`)
    .join('');
}
