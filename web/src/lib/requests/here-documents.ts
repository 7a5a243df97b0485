/**
 * Takes here-documents (`<<EOF` … `EOF`) out of a shell text, because shell-quote reads words only. A word takes the place of each, so
 * that the command that it belongs to finds it again.
 */

/** A text without here-documents, and these by number. */
export interface WithoutHereDocuments {
  readonly text: string;
  readonly documents: readonly string[];
}

const MARK = '\u0001here';

/** The number of the here-document that a word stands for. */
export const hereDocumentOf = (word: string): number | undefined =>
  word.startsWith(MARK) ? Number(word.slice(MARK.length)) : undefined;

const START = /(?<!<)<<(?!<)(-?)[ \t]*(?:'([^'\n]{1,100})'|"([^"\n]{1,100})"|\\?([\w.-]{1,100}))/;

/** Takes out all that are closed; what is not closed stays. */
export function withoutHereDocuments(text: string): WithoutHereDocuments {
  const documents: string[] = [];
  let done = '';
  let left = text.replaceAll(MARK, '');
  for (let found = START.exec(left); found; found = START.exec(left)) {
    const [operator, dash = '', single, double, bare] = found;
    const after = found.index + operator.length;
    const lineEnd = endOfLine(left, after);
    const tag = single ?? double ?? bare ?? '';
    const lines = lineEnd < 0 ? [] : left.slice(lineEnd + 1).split('\n');
    const end = lines.findIndex((line) => (dash === '' ? line : line.replace(/^\t+/, '')).trimEnd() === tag);
    if (end < 0) {
      done += left.slice(0, after);
      left = left.slice(after);
      continue;
    }
    const body = lines.slice(0, end).map((line) => (dash === '' ? line : line.replace(/^\t+/, '')));
    done += `${left.slice(0, found.index)} ${MARK}${documents.length} `;
    const content = body.join('\n');
    // Without quotes around the word, the shell joins continued lines.
    documents.push(bare === undefined ? content : content.replaceAll('\\\n', ''));
    // The rest of the line still belongs to the command.
    left = [left.slice(after, lineEnd), ...lines.slice(end + 1)].join('\n');
  }
  return { text: done + left, documents };
}

/** The end of the line that continued lines (`\\` at their end) are joined to; -1 when the text ends with it. */
function endOfLine(text: string, from: number): number {
  let at = text.indexOf('\n', from);
  while (at > 0 && text[at - 1] === '\\') at = text.indexOf('\n', at + 1);
  return at;
}
