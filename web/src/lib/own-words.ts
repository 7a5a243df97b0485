/** Words that an owner types or pastes: one a line, or the cells of a table. Pure. */

/** The words, each once. Cells are divided by tabs, semicolons or commas; a quoted cell may hold them. */
export function wordsIn(text: string): string[] {
  const cells = text.split(/\r?\n/).flatMap((line) => line.match(/"(?:[^"]|"")*"|[^\t;,]+/g) ?? []);
  const words = cells.map((cell) =>
    /^\s*".*"\s*$/.test(cell) ? cell.trim().slice(1, -1).replaceAll('""', '"') : cell,
  );
  return [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))];
}
