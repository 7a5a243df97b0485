/**
 * Finds the tools that a few words are about: BM25F (Robertson, Zaragoza, Taylor 2004) over names, titles, paths, tags, descriptions
 * and argument names. Lexical on purpose: it needs no model and no service, is made in milliseconds, and a model that is told to
 * say what APIs say finds more with it than embeddings find for a person's sentence (design/exposition.md has the figures).
 * Pure; a search costs the occurrences of its words, of which a bounded number is looked at.
 */
import { isObject, type JsonSchema } from '../json/value.ts';
import { relatedTo } from './related.ts';
import { rawWords, wordsOf } from './words.ts';

/** What the index reads of a tool. */
export interface Searchable {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What clients are not told of it (core/bundle/model.ts). */
  readonly findable?: { readonly tags?: readonly string[]; readonly operationId?: string };
  readonly inputSchema: JsonSchema;
  readonly program: { readonly verb: string; readonly path: string };
}

/** A tool with its score. */
export interface Found<T> {
  /** Best first. */
  readonly tools: readonly T[];
  /** How many tools have any of the words. */
  readonly matching: number;
  /** Words of the query, as they stand there, that no tool has. */
  readonly unknown: readonly string[];
}

/** What a word counts for, by where it stands. */
const WEIGHTS = { name: 3, title: 3, path: 2, tags: 1, description: 1, parameters: 0.4 } as const;
type Field = keyof typeof WEIGHTS;
const FIELDS = Object.keys(WEIGHTS) as Field[];

/** How soon a word that stands there again counts for nothing more, and how much a long text is held against it. */
const K1 = 1.2;
const B = 0.75;
/** A word that stands for one that no tool knows. */
const RELATED = 0.4;
/** More for tools whose method is the one that the first verb asks for. */
const METHOD = 0.3;
/** Less for each segment of the path beyond the third: what is asked for is mostly not the nested one. */
const NESTING = 0.03;
const SEGMENTS = 3;

/** Of a query; it is somebody else's text. */
const QUERY_LENGTH = 1_000;
const QUERY_WORDS = 60;
const DESCRIPTION_READ = 3_000;

/** Verbs of people and of APIs, by the methods that they mean. */
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

/** Where a word stands: tools by their place, with what the word counts for there. */
interface Occurrences {
  readonly tools: Int32Array;
  readonly scores: Float32Array;
}

/** A search index over tools, in memory. */
export class ToolIndex<T extends Searchable> {
  private readonly tools: readonly T[];
  private readonly words: ReadonlyMap<string, Occurrences>;
  private readonly nesting: Float32Array;
  /** Used again by each search, which leaves it at zero. */
  private readonly scores: Float32Array;

  constructor(tools: readonly T[]) {
    this.tools = tools;
    this.words = occurrencesOf(tools);
    this.scores = new Float32Array(tools.length);
    this.nesting = Float32Array.from(
      tools,
      ({ program }) => 1 + NESTING * Math.max(0, program.path.split('/').length - 1 - SEGMENTS),
    );
  }

  find(query: string, limit: number): Found<T> {
    const text = query.slice(0, QUERY_LENGTH);
    const terms = new Map<string, number>();
    const unknown: string[] = [];
    for (const word of new Set(rawWords(text))) {
      const [stem] = wordsOf(word);
      if (stem === undefined || terms.size >= QUERY_WORDS) continue;
      if (this.words.has(stem)) terms.set(stem, 1);
      else {
        unknown.push(word);
        for (const other of relatedTo(stem)) {
          if (!terms.has(other) && this.words.has(other)) terms.set(other, RELATED);
        }
      }
    }
    const touched = this.add(terms);
    const wanted = METHODS.get(rawWords(text).find((word) => METHODS.has(word)) ?? '') ?? [];
    const best = new TopScores(limit);
    for (const at of touched) {
      const { verb } = this.tools[at]!.program;
      best.offer(at, (this.scores[at]! * (wanted.includes(verb) ? 1 + METHOD : 1)) / this.nesting[at]!);
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

/** The indexes of the highest scores, highest first; equal scores keep the order of the indexes. */
class TopScores {
  readonly indexes: number[] = [];
  private readonly scores: number[] = [];
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  offer(place: number, score: number): void {
    if (this.indexes.length === this.most && !this.isBehind(this.most - 1, place, score)) return;
    let at = this.indexes.length;
    while (at > 0 && this.isBehind(at - 1, place, score)) at--;
    this.indexes.splice(at, 0, place);
    this.scores.splice(at, 0, score);
    if (this.indexes.length <= this.most) return;
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
      // An operationId repeats most of the name that was made of it.
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
      return description.slice(0, DESCRIPTION_READ);
    case 'parameters':
      return isObject(inputSchema['properties']) ? Object.keys(inputSchema['properties']).join(' ') : '';
  }
}

/** What search reads of a tool beside what clients are told: an operationId only where its name has lost some of its words. */
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
