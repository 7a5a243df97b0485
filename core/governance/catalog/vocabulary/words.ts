/** Field names as words: `billingEmailAddress`, `billing_email_address` and `Billing e-mail address` read the same. */

/** A list of the lexicon as folded phrases. */
export function phrases(list: string): string[] {
  return list.trim().split(/\s+/).filter(Boolean).map(fold);
}

export function phraseSet(list: string): ReadonlySet<string> {
  return new Set(phrases(list));
}

/** Words of a field name: camelCase, snake_case, kebab-case, dots, spaces and digits part them. */
export function wordsOf(key: string): string[] {
  // Fields that owners of a CRM add end in `__c`.
  const own = key.endsWith('c') || key.endsWith('r') ? key.replace(/__(?:p?c|pr|r)$/, '') : key;
  const separated = own.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return fold(separated)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}

export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is'))
    return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.endsWith('sses') || word.endsWith('xes') || word.endsWith('ches')) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** Whether a word or its singular is in the set. */
export function setHas(set: ReadonlySet<string>, word: string): boolean {
  return set.has(word) || set.has(singular(word));
}

/** Letters with marks written as two (`empfaenger`, `foedselsdato`), and long vowels of Japanese (`denwa_bangou`). */
export function respell(word: string): string {
  return /[aou]e|aa|ou|uu|oo/.test(word) ? word.replace(/([aou])e|aa|ou|uu|oo/g, (two) => two[0]!) : word;
}

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
