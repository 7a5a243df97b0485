/** The catalogue of error codes against the code that raises them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { CATALOGUE, STATUS_OF } from '../../../../core/errorCatalog/index.ts';

const root = join(import.meta.dirname, '../../../..');
const sources = globSync('{core,aws,lambdas,egress,cli,local}/**/*.ts', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.startsWith('core/errorCatalog/'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const listed = new Set(CATALOGUE.flatMap(({ codes }) => codes.map(({ code }) => code)));
/** Codes that egress, the local stack and the CLI raise are told with their own messages where they are met, or become others. */
const told = sources.filter(({ file }) => /^(core|aws|lambdas)\//.test(file));
/**
 * No errors: warnings of an import, a grant of OAuth (RFC 6749), and what is not found in `oauth_client_not_found`; and codes of egress that the
 * sandbox raises itself, which become others.
 */
const NO_ERRORS = [
  ...['more_warnings', 'annotation_not_taken', 'tool_left_out', 'authorization_code', 'oauth_client'],
  ...['response_too_large', 'timeout_total'],
];

test('has every code that an error is raised with', () => {
  const raised = told.flatMap(({ text }) =>
    [
      ...text.matchAll(/new [A-Z]\w*\(\s*'([a-z]+(?:_[a-z0-9]+)+)'|\b(?:code|errorCode): '([a-z]+(?:_[a-z0-9]+)+)'/g),
    ].map((match) => (match[1] ?? match[2]) as string),
  );

  expect(new Set(raised).size).toBeGreaterThan(80);
  expect([...new Set(raised)].filter((code) => !listed.has(code) && !NO_ERRORS.includes(code))).toEqual([]);
});

test('has every code with which a client is refused', () => {
  const text = told.find(({ file }) => file === 'core/mcp/errors.ts')?.text ?? '';
  const known = [...text.matchAll(/^ {2}([a-z]+(?:_[a-z]+)+): /gm)].map((match) => match[1] as string);

  expect(known.length).toBeGreaterThan(10);
  expect(known.filter((code) => !listed.has(code))).toEqual([]);
});

test('has one status for a code, wherever it appears', () => {
  const statuses = Map.groupBy(
    CATALOGUE.flatMap(({ codes }) => codes),
    ({ code }) => code,
  );

  expect([...statuses].filter(([, entries]) => new Set(entries.map(({ status }) => status)).size > 1)).toEqual([]);
  expect(STATUS_OF.size).toBeGreaterThan(80);
});

test('has none that is raised nowhere', () => {
  const all = sources.map(({ text }) => text).join('\n');
  const composed = [...all.matchAll(/\bnotFound\('([a-z_]+)'/g)].map((match) => `${match[1]}_not_found`);

  expect([...listed].filter((code) => !new RegExp(`['\` ]${code}\\b`).test(all) && !composed.includes(code))).toEqual(
    [],
  );
});

test('says of each what happened and what to do, in whole sentences', () => {
  for (const { code, what, then } of CATALOGUE.flatMap(({ codes }) => codes)) {
    expect([code, what, then]).toEqual([
      code,
      expect.stringMatching(/^[A-Z].*\.$/),
      expect.stringMatching(/^[A-Z].*\.$/),
    ]);
  }
});
