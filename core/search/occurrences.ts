/**
 * Where words occur in the fields of tools, with their scores: BM25F (Robertson, Zaragoza, Taylor 2004), which adds the
 * weighted frequencies of the fields before it saturates them. Pure; time and memory are linear in the number of words.
 */

/** Parameters of BM25: saturation of repeated words, and normalization by length. */
const K1 = 1.6;
const B = 0.75;

/** The tools with a word, by index, and the score of the word in each. */
export interface Occurrences {
  readonly tools: Int32Array;
  readonly scores: Float32Array;
  /** The inverse document frequency of the word, a factor of its scores. */
  readonly rarity: number;
}

/** The words of one field, by tool. */
export interface Field {
  readonly weight: number;
  readonly words: readonly (readonly string[])[];
}

/** The occurrences of each word. */
export function occurrencesOf(fields: readonly Field[], tools: number): Map<string, Occurrences> {
  const weights = new Map<string, Map<number, number>>();
  for (const { weight: fieldWeight, words } of fields) {
    const mean = words.reduce((sum, list) => sum + list.length, 0) / tools || 1;
    for (const [tool, list] of words.entries()) {
      const weight = fieldWeight / (1 - B + (B * list.length) / mean);
      for (const word of list) {
        let toolWeights = weights.get(word);
        if (!toolWeights) {
          toolWeights = new Map();
          weights.set(word, toolWeights);
        }
        toolWeights.set(tool, (toolWeights.get(tool) ?? 0) + weight);
      }
    }
  }
  const found = new Map<string, Occurrences>();
  for (const [word, toolWeights] of weights) {
    const rarity = rarityOf(toolWeights.size, tools);
    found.set(word, {
      tools: Int32Array.from(toolWeights.keys()),
      scores: Float32Array.from(toolWeights.values(), (weight) => (rarity * weight * (K1 + 1)) / (weight + K1)),
      rarity,
    });
  }
  return found;
}

/** The inverse document frequency of a word that `count` of the tools have. */
export const rarityOf = (count: number, tools: number): number => Math.log(1 + (tools - count + 0.5) / (count + 0.5));
