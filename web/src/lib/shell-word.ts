/** The text as one word to a POSIX shell, whatever it holds. */
export const shellWord = (text: string): string =>
  /^[\w.@%:/][\w.@%+:/-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
