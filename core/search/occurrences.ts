/**
 * Where words occur in the fields of tools, with their scores: BM25F (Robertson, Zaragoza, Taylor 2004), which adds the
 * weighted frequencies of the fields before it saturates them. Pure; time and memory are linear in the number of words.
 */

/** Parameters of BM25: saturation of repeated words, and normalization by length. */
const K1 = 1.6;
const B = 0.75;

/** The tools with a word, by index, and the score of the word in each: from one place to before another of what is of all words. */
export interface Occurrences {
  readonly from: number;
  readonly to: number;
  readonly tools: Int32Array;
  readonly scores: Float32Array;
  /** The inverse document frequency of the word, a factor of its scores. */
  readonly rarity: number;
}

/** The words of one field, by tool, as numbers. */
export interface Field {
  readonly weight: number;
  readonly words: readonly (readonly number[])[];
  /** Whether a word counts once for a tool, however often it stands there. */
  readonly isSet: boolean;
}

/** Gives each distinct text a number, in the order in which they come. */
export class Numbering {
  readonly texts: string[] = [];
  private readonly numbers = new Map<string, number>();

  of(text: string): number {
    let number = this.numbers.get(text);
    if (number === undefined) {
      number = this.texts.length;
      this.texts.push(text);
      this.numbers.set(text, number);
    }
    return number;
  }
}

/**
 * The occurrences of each form of the words, by form. Works on numbers, and tool by tool, because maps of maps of texts of 20,000 tools
 * are 300 MB of garbage.
 * @param vocabulary the words by number
 */
export function occurrencesOf(
  fields: readonly Field[],
  vocabulary: readonly string[],
  formOf: (word: string) => string,
  tools: number,
): Map<string, Occurrences> {
  const forms = new Numbering();
  const formsOf = vocabulary.map((word) => forms.of(formOf(word)));
  const places: number[][] = forms.texts.map(() => []);
  const weights: number[][] = forms.texts.map(() => []);
  // The last tool in whose set of words a form stood, counted from 1.
  const seen = new Int32Array(forms.texts.length);
  const lengths = fields.map(({ words, isSet }) =>
    words.map((list) => (isSet ? new Set(list.map((word) => formsOf[word])).size : list.length)),
  );
  const means = lengths.map((each) => each.reduce((sum, length) => sum + length, 0) / tools || 1);
  for (let tool = 0; tool < tools; tool++) {
    for (const [at, { weight: fieldWeight, words, isSet }] of fields.entries()) {
      const weight = fieldWeight / (1 - B + (B * lengths[at]![tool]!) / means[at]!);
      for (const word of words[tool]!) {
        const form = formsOf[word]!;
        if (isSet && seen[form] === tool + 1) continue;
        if (isSet) seen[form] = tool + 1;
        const own = places[form]!;
        const last = own.length - 1;
        if (own[last] === tool) weights[form]![last]! += weight;
        else {
          own.push(tool);
          weights[form]!.push(weight);
        }
      }
    }
  }
  const all = places.reduce((sum, own) => sum + own.length, 0);
  // Of all words together: a typed array of its own costs as much as ten occurrences.
  const [toolsOf, scoresOf] = [new Int32Array(all), new Float32Array(all)];
  const found = new Map<string, Occurrences>();
  let from = 0;
  for (const [form, text] of forms.texts.entries()) {
    const own = places[form]!;
    const rarity = rarityOf(own.length, tools);
    toolsOf.set(own, from);
    for (const [at, weight] of weights[form]!.entries())
      scoresOf[from + at] = (rarity * weight * (K1 + 1)) / (weight + K1);
    const to = from + own.length;
    found.set(text, { from, to, tools: toolsOf, scores: scoresOf, rarity });
    from = to;
  }
  return found;
}

/** The inverse document frequency of a word that `count` of the tools have. */
export const rarityOf = (count: number, tools: number): number => Math.log(1 + (tools - count + 0.5) / (count + 0.5));
