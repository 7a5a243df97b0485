/** One spelling for documents, field names and lexicon: lower case, without accents. */

const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ø: 'o', æ: 'ae', œ: 'oe', ı: 'i', đ: 'd' };

export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (!/[^\x00-\x7f]/.test(lower)) return lower;
  return lower
    .replace(/[ßłøæœıđ]/g, (letter) => LETTERS[letter]!)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}
