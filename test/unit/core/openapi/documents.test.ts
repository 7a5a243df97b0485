/**
 * Whole documents: every one gives one tool per path and verb, and nothing of a request is lost (test/support/importChecker.ts), and
 * some value satisfies every schema (test/support/instances.ts).
 * The long check over thousands of documents is `npm run bench -- directory`. A folder of further documents is checked as well when
 * PORTCULLIS_DOCUMENTS names one.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../core/lib/json/value.ts';
import { importDocument } from '../../../../core/openapi/index.ts';
import type { ImportResult } from '../../../../core/openapi/model/types.ts';
import { importFaults } from '../../../support/importChecker.ts';
import { largeDocument } from '../../../support/largeDocument.ts';
import { oneFile } from '../../../support/oneFile.ts';
import { satisfiability } from '../../../support/satisfiability.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const EXAMPLES = join(ROOT, 'node_modules/@readme/oas-examples');
/** Documents of several files, of ours. */
const OWN = join(ROOT, 'test/datasets/documents');
const FURTHER = process.env['PORTCULLIS_DOCUMENTS'];

const examples = globSync('{2.0,3.0,3.1}/**/*.{json,yaml}', { cwd: EXAMPLES }).sort();
const own = globSync('*/openapi.yaml', { cwd: OWN }).sort();
const further = FURTHER === undefined ? [] : globSync('*.{json,yaml}', { cwd: FURTHER }).sort();

/** Tools of one document whose schemas are compiled. */
const COMPILED = 60;

interface Imported {
  readonly document: JsonObject;
  readonly result: ImportResult;
}

const known = new Map<string, Promise<Imported>>();

/** The import of a file, which is made once. */
function imported(path: string): Promise<Imported> {
  const found = known.get(path) ?? importFile(path);
  known.set(path, found);
  return found;
}

async function importFile(path: string): Promise<Imported> {
  const url = pathToFileURL(path).href;
  const result = await importDocument(readFileSync(path), {
    url,
    fetchDocument: async (other) => ({ url: other, bytes: readFileSync(new URL(other)) }),
  });
  return { document: await oneFile(url), result };
}

async function faultsOf(path: string): Promise<string[]> {
  const { document, result } = await imported(path);
  return faultsIn(document, result);
}

/** Whether two files hold one document and give the same tools, so that what is lost in one is lost in the other. */
const isSame = (one: Imported, other: Imported) =>
  JSON.stringify([one.document, one.result.tools]) === JSON.stringify([other.document, other.result.tools]);

async function faultsIn(document: JsonObject, result: ImportResult): Promise<string[]> {
  const { unsatisfiable, dead } = satisfiability(result.tools, Math.ceil(result.tools.length / 10));
  const nothing = [...unsatisfiable, ...dead].map((place) => `nothing satisfies ${place}`);
  return [...importFaults(document, result, { compile: COMPILED }), ...nothing];
}

describe('the examples of every version', () => {
  test('are many', () => expect(examples.length).toBeGreaterThan(100));

  test.each(examples)('%s loses nothing', async (name) => {
    const example = await imported(join(EXAMPLES, name));
    // Most examples are there in both syntaxes; the long check takes one of them.
    const inJson = name.replaceAll('yaml', 'json');
    if (inJson !== name && examples.includes(inJson) && isSame(example, await imported(join(EXAMPLES, inJson)))) return;

    const faults = await faultsIn(example.document, example.result);

    expect(faults).toEqual([]);
  });
});

describe('documents of several files', () => {
  test.each(own)('%s loses nothing', async (name) => {
    expect(await faultsOf(join(OWN, name))).toEqual([]);
  });

  test('are two', () => expect(own).toHaveLength(2));
});

test('a document of 1.8 MB loses nothing', async () => {
  // Prepare
  const text = largeDocument();

  // Act
  const result = await importDocument(Buffer.from(text), {});

  // Assess
  expect(text.length).toBeGreaterThan(1_700_000);
  expect(result.tools).toHaveLength(600);
  expect(await faultsIn(JSON.parse(text) as JsonObject, result)).toEqual([]);
});

describe('further documents', () => {
  if (FURTHER === undefined) test.skip('are checked when PORTCULLIS_DOCUMENTS names their folder', () => {});
  else
    test.each(further)('%s loses nothing', async (name) => {
      expect(await faultsOf(join(FURTHER, name))).toEqual([]);
    });
});
