/**
 * Whole documents: every one gives one tool per path and verb, and nothing of a request is lost (test/support/importChecker.ts).
 * The long check over thousands of documents is `npm run bench -- directory`.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { importDocument } from '../../../core/openapi/index.ts';
import { importFaults } from '../../support/importChecker.ts';
import { oneFile } from '../../support/oneFile.ts';

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

async function faultsOf(path: string): Promise<string[]> {
  const url = pathToFileURL(path).href;
  const result = await importDocument(readFileSync(path), {
    url,
    fetchDocument: async (other) => ({ url: other, bytes: readFileSync(new URL(other)) }),
  });
  return importFaults(await oneFile(url), result, { compile: 60 });
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
