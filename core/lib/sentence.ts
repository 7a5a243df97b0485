/** The first sentences of a text. */

/** How many characters of the text are read. */
const MAX_READ = 1_000;

/** The first sentences on one line, as they are; as many as have at most `length` characters together, or the first one cut at a word. */
export function firstSentences(
  text: string,
  { sentences, length }: { readonly sentences: number; readonly length: number },
): string {
  const line = text.slice(0, MAX_READ).replace(/\s+/g, ' ').trim();
  let end = 0;
  for (const { index, 0: mark } of line.matchAll(/[.!?\u3002]+(?=\s|$)|$/g)) {
    if (index + mark.length > length || sentences-- === 0) break;
    end = index + mark.length;
  }
  const whole = line.slice(0, end);
  return whole === '' && line !== '' ? firstSentence(line, length) : whole.toWellFormed();
}

/** The first sentence on one line, without its full stop; if it has more than `length` characters, cut at a word. */
export function firstSentence(text: string, length: number): string {
  const line = text.slice(0, MAX_READ).replace(/\s+/g, ' ').trim();
  const sentence = /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
  const bare = sentence.replace(/[.\s]+$/, '');
  if (bare.length <= length) return bare.toWellFormed();
  return `${bare
    .slice(0, length - 1)
    .replace(/\s+\S*$/, '')
    .toWellFormed()}…`;
}
