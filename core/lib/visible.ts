/**
 * Shows characters that nobody sees: tags, zero-width and filler characters, bidirectional controls and variation selectors, which a model
 * reads, control characters (C0, C1), which a terminal obeys, and private ones, which mean what somebody agreed on. In JSON they become
 * escapes, which parse to the same value; in other texts `<U+200B>`. They are kept where words need them: joiners in joining scripts and
 * emoji, a selector that changes how the character before it looks, a direction mark beside a sign near right-to-left letters, soft
 * hyphens, blanks of braille, a carriage return before a line feed. It is the rule for every text that a model or a terminal gets.
 */

import { isPlainObject } from './json/lossless.ts';
import type { JsonObject, JsonValue } from './json/value.ts';
import { lazy } from './lazy.ts';

/** All control, private and default ignorable characters but tab and line breaks (Unicode 16), the fillers that look like a blank, separators of lines, U+FFF9 to U+FFFB and noncharacters of the first plane. */
const NARROW =
  '\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u2028-\\u202E\\u2060-\\u206F\\u2800\\u3164\\uE000-\\uF8FF\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFDD0-\\uFDEF\\uFFF0-\\uFFFB\\uFFFE\\uFFFF';
const WIDE =
  '\\u{16FE4}\\u{1BCA0}-\\u{1BCA3}\\u{1D159}\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E0FFF}\\u{F0000}-\\u{FFFFD}\\u{100000}-\\u{10FFFD}';
/** A run of them. */
export const INVISIBLE = new RegExp(`[${NARROW}${WIDE}]+|\\r(?!\\n)`, 'gu');
/** Finds all of them and, because that is faster, what shares the first unit of a pair with one. */
const PERHAPS = new RegExp(`[${NARROW}\\uD81B\\uD82F\\uD834\\uDB40-\\uDBFF]|\\r(?!\\n)`);
const RIGHT_TO_LEFT = /[\u0590-\u061B\u061D-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
const JOINS = lazy(
  () =>
    /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{1F1E6}-\u{1F1FF}\uFE0F\u0590-\u061B\u061D-\u08FF\u0900-\u0DFF\u0E00-\u0FFF\u1000-\u109F\u1780-\u17FF\u1800-\u18AF]$/u,
);
/**
 * What takes each variation selector (Unicode 16, StandardizedVariants, emoji-variation-sequences; UTS #37 for ideographs): text and emoji
 * style after pictographs that have both, so not after 😀, and in keycaps; glyphs of ideographs, of Mongolian, of mathematical signs.
 */
const TAKES = lazy<ReadonlyArray<readonly [selector: RegExp, base: RegExp]>>(() => [
  [
    /^[\uFE0E\uFE0F]\u200D?$/,
    /(?:(?=\p{Extended_Pictographic})[\u0000-\uFFFF]|(?!\p{Emoji_Presentation})\p{Extended_Pictographic})$/u,
  ],
  [/^(?:[\uFE00-\uFE02]|[\u{E0100}-\u{E011F}])$/u, /\p{Script=Han}$/u],
  [/^\uFE00$/, /\p{Sm}$/u],
  [/^[\u180B-\u180D\u180F]$/, /\p{Script=Mongolian}$/u],
]);
const LETTERS = /\p{L}$/u;
const BRAILLE = /[\u2801-\u28FF]/;
/** The flags of England, Scotland and Wales: a black flag and up to six tag characters. */
const FLAG = /^[\u{E0020}-\u{E007E}]{2,6}\u{E007F}$/u;
/** Of a longer run only the length is shown. */
const MAX_SHOWN = 8;
/** How a JSON text may hold them, too. */
const ESCAPED = /\\[ubfr]/;
/** What stands for them in a text. */
export const SHOWN = /<(?:U\+[0-9A-F]{4,6}|\d+ invisible characters)>/;

/** The text with its invisible characters shown; the same text when it has none. */
export function visible(text: string, { isJson }: { readonly isJson: boolean }): string {
  if (!PERHAPS.test(text)) return text;
  return text.replace(INVISIBLE, (run, at: number) => {
    // Between the values of a JSON text it is a blank, and in them there is none.
    const isKept = isJson ? run === '\r' || isNeeded(run, text, at) : isNeeded(run, text, at);
    return isKept ? run : escapeRun(run, isJson);
  });
}

/** A text that is no JSON, with its invisible characters shown. */
export const visibleText = (text: string): string => visible(text, { isJson: false });

/** Whether a text may have any of them. */
export const mayBeInvisible = (text: string): boolean => PERHAPS.test(text);

/** Whether the values of a JSON text may hold any of them. */
export const mayHide = (json: string): boolean => PERHAPS.test(json) || ESCAPED.test(json);

/** Whether a text may be what is shown of another one. */
export const mayBeShown = (text: string): boolean => SHOWN.test(text);

/** A value with the texts and names in it shown; the same value when nothing is to be shown. */
export function visibleValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return visibleText(value);
  if (Array.isArray(value)) {
    const items = value.map(visibleValue);
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  if (!isPlainObject(value)) return value;
  const names = Object.keys(value);
  const out = Object.create(null) as JsonObject;
  let isSame = true;
  for (const name of names) {
    const shown = visibleText(name);
    const inner = value[name] as JsonValue;
    const made = visibleValue(inner);
    isSame &&= shown === name && made === inner;
    if (!(shown in out)) out[shown] = made;
  }
  return isSame ? value : out;
}

/** How far from a direction mark the letters are that it is for: digits, brackets or a short word in another script stand between. */
const MARK_REACH = 16;

/** Whether a mark is near right-to-left letters and not inside of a word, where it would change nothing. */
function directs(text: string, at: number): boolean {
  const [before, after] = [text.slice(Math.max(0, at - MARK_REACH), at), text.slice(at + 1, at + 1 + MARK_REACH)];
  return !(LETTERS.test(before) && /^\p{L}/u.test(after)) && RIGHT_TO_LEFT.test(before + after);
}

function isNeeded(run: string, text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  if (run === '\u00AD') return LETTERS.test(before);
  if (run === '\u200D' || run === '\u200C') return JOINS().test(before);
  if (run === '\u200E' || run === '\u200F' || run === '\u061C') return directs(text, at);
  if (/^\u2800+$/.test(run)) return BRAILLE.test(before) || BRAILLE.test(text.charAt(at + run.length));
  if (TAKES().some(([selector, base]) => selector.test(run) && base.test(before))) return true;
  // A digit takes a selector in a keycap alone.
  if (run === '\uFE0F' && text.charAt(at + 1) === '\u20E3') return /[0-9#*]$/.test(before);
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
