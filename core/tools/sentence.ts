/** The first sentence of a text that somebody else wrote, in one line and bounded. */

/** Characters that are looked at. */
const MAX_READ = 1_000;

/** Without its full stop; cut at a word, with an ellipsis, where it has more than `length` characters. */
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
