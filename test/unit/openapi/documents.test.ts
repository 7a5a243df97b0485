/**
 * Whole documents: every one gives one tool per path and verb, and nothing of a request is lost (test/support/importChecker.ts), and
 * some value satisfies every schema (test/support/instances.ts).
 * The long check over thousands of documents is `npm run bench -- directory`.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { importDocument } from '../../../core/openapi/index.ts';
import { importFaults } from '../../support/importChecker.ts';
import { oneFile } from '../../support/oneFile.ts';
import { satisfiability } from '../../support/satisfiability.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const EXAMPLES = join(ROOT, 'node_modules/@readme/oas-examples');
/** Real documents that are not part of the project; looked at where they are present. */
const NEIGHBOURS = join(ROOT, '..', 'shared', 'openapi');

const examples = globSync('{2.0,3.0,3.1}/**/*.{json,yaml}', { cwd: EXAMPLES }).sort();
const neighbours = existsSync(NEIGHBOURS)
  ? [
      ...globSync('*.{json,yaml}', { cwd: NEIGHBOURS }),
      'cafe-split/cafe.yaml',
      'circular-external/circular.yaml',
      'recursive-ref/openapi.yml',
    ].sort()
  : [];

/** Tools of one document whose schemas are compiled. */
const COMPILED = 60;

async function faultsOf(path: string): Promise<string[]> {
  const url = pathToFileURL(path).href;
  const result = await importDocument(readFileSync(path), {
    url,
    fetchDocument: async (other) => ({ url: other, bytes: readFileSync(new URL(other)) }),
  });
  const { unsatisfiable, dead } = satisfiability(result.tools, Math.ceil(result.tools.length / 10));
  const nothing = [...unsatisfiable, ...dead].map((place) => `nothing satisfies ${place}`);
  return [...importFaults(await oneFile(url), result, { compile: COMPILED }), ...nothing];
}

describe('the examples of every version', () => {
  test('are many', () => expect(examples.length).toBeGreaterThan(100));

  test.each(examples)('%s loses nothing', async (name) => {
    expect(await faultsOf(join(EXAMPLES, name))).toEqual([]);
  });
});

(neighbours.length > 0 ? describe : describe.skip)('real documents', () => {
  test.each(neighbours)('%s loses nothing', async (name) => {
    expect(await faultsOf(join(NEIGHBOURS, name))).toEqual([]);
  });
});
