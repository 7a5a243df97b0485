/**
 * A full-text index of tools: BM25F (Robertson, Zaragoza, Taylor 2004) over names, titles, paths, tags, descriptions and
 * argument names. Lexical search needs no model and no service, and the index is built in milliseconds. With queries in the
 * terms of APIs it finds more than embeddings do (figures: design/exposition.md). Pure; the work of a search is limited by
 * the number of words that it reads.
 */
import { isObject, type JsonSchema } from '../json/value.ts';
import { relatedTo } from './related.ts';
import { rawWords, wordsOf } from './words.ts';

/** A tool that can be indexed. */
export interface Searchable {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Text that is searched but not shown to clients (core/bundle/model.ts). */
  readonly findable?: { readonly tags?: readonly string[]; readonly operationId?: string };
  readonly inputSchema: JsonSchema;
  readonly program: { readonly verb: string; readonly path: string };
}

/** The result of a search. */
export interface Found<T> {
  /** Best first. */
  readonly tools: readonly T[];
  /** Number of tools with any of the words. */
  readonly matching: number;
  /** Words of the query that no tool has, unchanged. */
  readonly unknown: readonly string[];
}

/** Weight of a word by field. */
const WEIGHTS = { name: 3, title: 3, path: 2, tags: 1, description: 1, parameters: 0.4 } as const;
type Field = keyof typeof WEIGHTS;
const FIELDS = Object.keys(WEIGHTS) as Field[];

/** Parameters of BM25: saturation of repeated words, and normalization by length. */
const K1 = 1.2;
const B = 0.75;
/** Weight of a related word that replaces one that no tool has. */
const RELATED_WEIGHT = 0.4;
/** Bonus for tools with a method that the first verb of the query means. */
const METHOD_BONUS = 0.3;
/** Penalty per path segment beyond the third, because most queries do not mean nested resources. */
const NESTING_PENALTY = 0.03;
const SEGMENTS = 3;

/** Limits for a query, and for the description of a tool. */
const MAX_QUERY_LENGTH = 1_000;
const MAX_QUERY_WORDS = 60;
const MAX_DESCRIPTION_READ = 3_000;

/** Verbs by the HTTP methods that they mean. */
const VERBS: Readonly<Record<string, string>> = {
  GET: 'get list show find fetch read view see look search check download retrieve tell display which what who whose where when count',
  POST: 'create add new make send post start upload buy invite register generate open assign enable run',
  PUT: 'update change set edit rename replace modify put move switch',
  PATCH: 'update change set edit rename modify patch',
  DELETE: 'delete remove erase cancel drop revoke unassign kick destroy clear unlink',
};
const METHODS = new Map<string, string[]>();
for (const [method, verbs] of Object.entries(VERBS)) {
  for (const verb of verbs.split(' ')) METHODS.set(verb, [...(METHODS.get(verb) ?? []), method]);
}

/** The tools with a word, by index, and the score of the word in each. */
interface Occurrences {
  readonly tools: Int32Array;
  readonly scores: Float32Array;
}

/** A search index over tools, in memory. */
export class ToolIndex<T extends Searchable> {
  private readonly tools: readonly T[];
  private readonly words: ReadonlyMap<string, Occurrences>;
  private readonly nesting: Float32Array;
  /** Reused by each search, which resets it to zero. */
  private readonly scores: Float32Array;

  constructor(tools: readonly T[]) {
    this.tools = tools;
    this.words = occurrencesOf(tools);
    this.scores = new Float32Array(tools.length);
    this.nesting = Float32Array.from(
      tools,
      ({ program }) => 1 + NESTING_PENALTY * Math.max(0, program.path.split('/').length - 1 - SEGMENTS),
    );
  }

  find(query: string, limit: number): Found<T> {
    const text = query.slice(0, MAX_QUERY_LENGTH);
    const terms = new Map<string, number>();
    const unknown: string[] = [];
    for (const word of new Set(rawWords(text))) {
      const [stem] = wordsOf(word);
      if (stem === undefined || terms.size >= MAX_QUERY_WORDS) continue;
      if (this.words.has(stem)) terms.set(stem, 1);
      else {
        unknown.push(word);
        for (const other of relatedTo(stem)) {
          if (!terms.has(other) && this.words.has(other)) terms.set(other, RELATED_WEIGHT);
        }
      }
    }
    const touched = this.add(terms);
    const wanted = METHODS.get(rawWords(text).find((word) => METHODS.has(word)) ?? '') ?? [];
    const best = new TopScores(limit);
    for (const at of touched) {
      const { verb } = this.tools[at]!.program;
      best.offer(at, (this.scores[at]! * (wanted.includes(verb) ? 1 + METHOD_BONUS : 1)) / this.nesting[at]!);
      this.scores[at] = 0;
    }
    return { tools: best.indexes.map((at) => this.tools[at]!), matching: touched.length, unknown };
  }

  private add(terms: ReadonlyMap<string, number>): number[] {
    const touched: number[] = [];
    for (const [word, weight] of terms) {
      const { tools, scores } = this.words.get(word)!;
      for (let at = 0; at < tools.length; at++) {
        const tool = tools[at]!;
        if (this.scores[tool] === 0) touched.push(tool);
        this.scores[tool]! += weight * scores[at]!;
      }
    }
    return touched;
  }
}

/** Collects the indexes with the highest scores; with equal scores, the lower index comes first. */
class TopScores {
  readonly indexes: number[] = [];
  private readonly scores: number[] = [];
  private readonly capacity: number;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  offer(place: number, score: number): void {
    if (this.indexes.length === this.capacity && !this.isBehind(this.capacity - 1, place, score)) return;
    let at = this.indexes.length;
    while (at > 0 && this.isBehind(at - 1, place, score)) at--;
    this.indexes.splice(at, 0, place);
    this.scores.splice(at, 0, score);
    if (this.indexes.length <= this.capacity) return;
    this.indexes.pop();
    this.scores.pop();
  }

  private isBehind(at: number, place: number, score: number): boolean {
    return this.scores[at]! < score || (this.scores[at] === score && this.indexes[at]! > place);
  }
}

function occurrencesOf(tools: readonly Searchable[]): Map<string, Occurrences> {
  const weights = new Map<string, Map<number, number>>();
  for (const field of FIELDS) {
    const lists = tools.map((tool) => {
      const words = wordsOf(textOf(tool, field));
      // Without duplicates, because the operationId repeats most words of the name.
      return field === 'name' ? [...new Set(words)] : words;
    });
    const mean = lists.reduce((sum, list) => sum + list.length, 0) / tools.length || 1;
    for (const [tool, list] of lists.entries()) {
      const weight = WEIGHTS[field] / (1 - B + (B * list.length) / mean);
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
    const rarity = Math.log(1 + (tools.length - toolWeights.size + 0.5) / (toolWeights.size + 0.5));
    found.set(word, {
      tools: Int32Array.from(toolWeights.keys()),
      scores: Float32Array.from(toolWeights.values(), (weight) => (rarity * weight * (K1 + 1)) / (weight + K1)),
    });
  }
  return found;
}

function textOf({ name, title, description, findable, inputSchema, program }: Searchable, field: Field): string {
  switch (field) {
    case 'name':
      return findable?.operationId === undefined ? name : `${name} ${findable.operationId}`;
    case 'title':
      return title;
    case 'path':
      return program.path;
    case 'tags':
      return findable?.tags?.join(' ') ?? '';
    case 'description':
      return description.slice(0, MAX_DESCRIPTION_READ);
    case 'parameters':
      return isObject(inputSchema['properties']) ? Object.keys(inputSchema['properties']).join(' ') : '';
  }
}

/** The `findable` part of a tool; with the operationId only if it has words that the name does not have. */
export function findableOf({
  name,
  tags,
  operationId,
}: {
  readonly name: string;
  readonly tags: readonly string[];
  readonly operationId?: string | undefined;
}): NonNullable<Searchable['findable']> {
  const known = new Set(wordsOf(name));
  const isLost = operationId !== undefined && wordsOf(operationId).some((word) => !known.has(word));
  return { ...(tags.length > 0 && { tags }), ...(isLost && { operationId }) };
}
