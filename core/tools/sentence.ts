/** The first sentence of a text. */

/** How many characters of the text are read. */
const MAX_READ = 1_000;

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
