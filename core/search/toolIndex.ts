/**
 * A full-text index of tools over names, titles, paths, tags, descriptions and argument names. Lexical search needs no
 * model and no service, and the index is built in milliseconds. With queries in the terms of APIs it finds more than
 * embeddings do (figures: design/exposition.md). The best tools by words (BM25F) are ranked again by what is known of
 * operations (traits.ts). Pure; the work of a search is limited by the number of words that it reads.
 */
import { isObject, type JsonSchema } from '../lib/json/value.ts';
import { isGeneric } from './actions.ts';
import { isAbout, MAX_QUERY_WORDS, type Vocabulary } from './evidence.ts';
import { Numbering, type Occurrences, occurrencesOf, rarityOf } from './occurrences.ts';
import { relatedTo } from './related.ts';
import { type Topic, topicOf } from './topics.ts';
import { TopScores } from './topScores.ts';
import { factorOf, requestOf, type Traits, traitsOf } from './traits.ts';
import { isSlight, meaningfulWords, singularOf, stemOf } from './words.ts';

/** A tool that can be indexed. */
export interface Searchable {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Text that is searched but not shown to clients (core/model/bundle.ts). */
  readonly findable?: {
    readonly tags?: readonly string[];
    readonly operationId?: string;
    /** Names of the arguments, where the schema does not have them. */
    readonly arguments?: string;
  };
  readonly inputSchema: JsonSchema;
  readonly program: { readonly verb: string; readonly path: string };
}

/** The result of a search. */
export interface Found<T> {
  /** Best first. */
  readonly tools: readonly T[];
  /** Number of tools with any of the words; 0 where no tool is about the query. */
  readonly matching: number;
  /** Words of the query that no tool has, unchanged. */
  readonly unknown: readonly string[];
}

/** Weight of a word by field. */
const WEIGHTS = { name: 3, title: 3, path: 2, tags: 1, description: 0.9, parameters: 0.5 } as const;
type FieldName = keyof typeof WEIGHTS;
const FIELDS = Object.keys(WEIGHTS) as FieldName[];
/** Fields that say what a tool is about. */
const NAMING: readonly FieldName[] = ['name', 'title', 'path', 'tags'];

/** In which forms words are compared, with their weights: the closer a word is to that of the query, the more it counts. */
const FORMS = [
  { formOf: stemOf, weight: 1 },
  // "play" is not "played".
  { formOf: singularOf, weight: 0.5 },
  { formOf: (word: string) => word, weight: 0.3 },
] as const;
/** Weight of a related word that stands for one that no tool has. */
const RELATED_WEIGHT = 0.4;
/** Weight of a slight word that no tool is named by. */
const SLIGHT_WEIGHT = 0.3;
/** Number of tools, the best by words, that are ranked by their traits too. */
const CANDIDATES = 100;

/** Limits for a query, and for the description of a tool. */
const MAX_QUERY_LENGTH = 1_000;
const MAX_DESCRIPTION_READ = 3_000;

/** A search index over tools, in memory. */
export class ToolIndex<T extends Searchable> implements Vocabulary {
  private readonly tools: readonly T[];
  /** Those of tools that were candidates, which most never are. */
  private readonly traits: (Traits | undefined)[] = [];
  /** The occurrences of words in each of the forms. */
  private readonly forms: readonly ReadonlyMap<string, Occurrences>[];
  /** Stems in a field that says what a tool is about. */
  private readonly named: ReadonlySet<string>;
  /** Reused by each search, which resets it to zero. */
  private readonly scores: Float32Array;
  readonly rarest: number;
  readonly topic: Topic | undefined;

  constructor(tools: readonly T[]) {
    const words = new Numbering();
    const fields = FIELDS.map((name) => ({
      name,
      weight: WEIGHTS[name],
      words: tools.map((tool) => meaningfulWords(textOf(tool, name)).map((word) => words.of(word))),
      // Because the operationId repeats most words of the name.
      isSet: name === 'name',
    }));
    this.tools = tools;
    this.forms = FORMS.map(({ formOf }) => occurrencesOf(fields, words.texts, formOf, tools.length));
    const naming = fields.filter(({ name }) => NAMING.includes(name)).flatMap((field) => field.words);
    this.named = new Set([...new Set(naming.flat())].map((word) => stemOf(words.texts[word]!)));
    this.scores = new Float32Array(tools.length);
    this.rarest = rarityOf(0, tools.length);
    this.topic = topicOf(this.counts());
  }

  find(query: string, limit: number): Found<T> {
    const text = query.slice(0, MAX_QUERY_LENGTH);
    const terms = this.termsOf(text);
    const { stems, unknown } = terms;
    const touched = this.add(terms);
    const candidates = new TopScores(CANDIDATES);
    for (const at of touched) candidates.offer(at, this.scores[at]!);
    const request = requestOf(text);
    const best = new TopScores(limit);
    for (const at of candidates.indexes) {
      this.traits[at] ??= traitsOf(this.tools[at]!);
      const traits = this.traits[at];
      best.offer(at, this.scores[at]! * factorOf(traits, request, this.titleShare(traits, stems)));
    }
    for (const at of touched) this.scores[at] = 0;
    if (!isAbout(best.indexes, text, this)) return { tools: [], matching: 0, unknown };
    return { tools: best.indexes.map((at) => this.tools[at]!), matching: touched.length, unknown };
  }

  /** Each stem that says something of the API, with the number of its tools. */
  private *counts(): Iterable<[string, number]> {
    for (const [stem, { from, to }] of this.forms[0] ?? []) {
      if (!isGeneric(stem)) yield [stem, to - from];
    }
  }

  /** The words to look up with their weights, and those that no tool has. */
  private termsOf(text: string): Terms {
    const stems = new Map<string, number>();
    const known: string[] = [];
    const unknown: string[] = [];
    for (const word of new Set(meaningfulWords(text))) {
      if (stems.size >= MAX_QUERY_WORDS) break;
      const stem = stemOf(word);
      if (this.occurrences(stem)) {
        stems.set(stem, isSlight(word) && !this.isNamed(stem) ? SLIGHT_WEIGHT : 1);
        known.push(word);
        continue;
      }
      unknown.push(word);
      for (const other of relatedTo(stem)) {
        if (!stems.has(other) && this.occurrences(other)) stems.set(other, RELATED_WEIGHT);
      }
    }
    return { stems, known, unknown };
  }

  /** Adds up the scores of the words. Returns the tools that have any. */
  private add({ stems, known }: Terms): number[] {
    const touched: number[] = [];
    for (const [at, { formOf, weight }] of FORMS.entries()) {
      // A related word is no other form of the word that it replaces.
      const words = formOf === stemOf ? stems : new Map(known.map((word) => [formOf(word), 1]));
      for (const [word, share] of words) {
        const found = this.forms[at]?.get(word);
        if (found) this.addWord(found, weight * share, touched);
      }
    }
    return touched;
  }

  private addWord({ from, to, tools, scores }: Occurrences, weight: number, touched: number[]): void {
    for (let at = from; at < to; at++) {
      const tool = tools[at]!;
      if (this.scores[tool] === 0) touched.push(tool);
      this.scores[tool]! += weight * scores[at]!;
    }
  }

  /** The tools with a stem. */
  occurrences(stem: string): Occurrences | undefined {
    return this.forms[0]?.get(stem);
  }

  isNamed(stem: string): boolean {
    return this.named.has(stem);
  }

  /** How much of a title was asked for, by the rarity of its words. */
  private titleShare({ titleStems }: Traits, stems: ReadonlyMap<string, number>): number {
    let asked = 0;
    let all = 0;
    for (const stem of titleStems) {
      const rarity = this.occurrences(stem)?.rarity ?? 0;
      all += rarity;
      asked += rarity * (stems.get(stem) ?? 0);
    }
    return all > 0 ? asked / all : 0;
  }
}

/** Words of a query to look up, with their weights. */
interface Terms {
  readonly stems: ReadonlyMap<string, number>;
  /** Words that a tool has, as they were written. */
  readonly known: readonly string[];
  /** Words that no tool has, as they were written. */
  readonly unknown: readonly string[];
}

function textOf({ name, title, description, findable, inputSchema, program }: Searchable, field: FieldName): string {
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
      if (findable?.arguments !== undefined) return findable.arguments;
      return isObject(inputSchema['properties']) ? Object.keys(inputSchema['properties']).join(' ') : '';
  }
}
