/** Bytes to a document: encodings, JSON and YAML, the traps of YAML 1.1, and what is refused before anything is converted. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { readDocument } from '../../../../core/openapi/document/read.ts';
import { importDocument } from '../../../../core/openapi/index.ts';
import { importValue, openapi, toolAt, withParameters } from '../../../support/descriptions.ts';

const LIMIT = 1024 * 1024;
const JSON_TEXT = JSON.stringify(withParameters([{ name: 'q', in: 'query', schema: { type: 'string' } }]));

describe('reading documents', () => {
  test.each([
    ['a byte order mark', Buffer.from(`\ufeff${JSON_TEXT}`)],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${JSON_TEXT}`, 'utf16le')],
    ['gzip', gzipSync(JSON_TEXT)],
    ['blanks before it', Buffer.from(`\n  ${JSON_TEXT}`)],
    ['text instead of bytes', `\ufeff${JSON_TEXT}`],
  ])('reads JSON with %s', async (_, bytes) => {
    const result = await importDocument(bytes, {});
    expect(result.tools).toHaveLength(1);
  });

  test('reads YAML 1.2 scalars: no dates, no on and off, versions as they are written', () => {
    // Prepare
    const yaml = 'on: yes\ndate: 2024-01-31\nno: off\nversion: 1.10\noctal: 010\n';

    // Act
    const value = readDocument(yaml, LIMIT);

    // Assess
    expect(value).toEqual({ on: 'yes', date: '2024-01-31', no: 'off', version: 1.1, octal: 10 });
  });

  test('reads merge keys, and takes the last of equal keys', () => {
    const value = readDocument('base: &b {x: 1}\nmore:\n  <<: *b\n  y: 2\ntwice: 1\ntwice: 2\n', LIMIT);
    expect(value).toEqual({ base: { x: 1 }, more: { x: 1, y: 2 }, twice: 2 });
  });

  test('reads values with unknown tags as plain ones', () => {
    expect(readDocument('a: !Custom text\nb: !!timestamp 2024-01-01\nc: !Seq [1]\n', LIMIT)).toEqual({
      a: 'text',
      b: '2024-01-01',
      c: [1],
    });
  });

  test('reads JSON with a trailing comma as the YAML that it is', () => {
    expect(readDocument('{"a": [1, 2,], }', LIMIT)).toEqual({ a: [1, 2] });
  });

  test('keeps a key named __proto__ away from the prototype', async () => {
    // Prepare
    const text = JSON.stringify(openapi({ paths: { '/a': { get: {} } } })).replace(
      '"info":',
      '"__proto__":{"polluted":true},"info":',
    );

    // Act
    const result = await importDocument(text, {});

    // Assess
    expect(result.tools).toHaveLength(1);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test.each([
    ['nothing at all', '  \n', /empty/],
    ['a web page', '<!doctype html><html></html>', /HTML/],
    ['broken JSON', '{"openapi": "3.0.0", "paths": {', /no valid JSON/],
    ['broken YAML', 'a: [1, 2\nb: }', /line \d+/],
    ['a plain text', 'Not Found', /is not an API description/],
    ['a list', '[1]', /is not an API description/],
    ['an object of another kind', '{"name": "package"}', /neither "openapi" nor "swagger"/],
    ['Swagger 1.2', '{"swaggerVersion": "1.2", "swagger": "1.2", "apis": []}', /Swagger 1/],
    ['AsyncAPI', '{"asyncapi": "2.6.0", "channels": {}}', /AsyncAPI/],
    ['something that only starts like gzip', Buffer.from([0x1f, 0x8b, 1, 2, 3]), /gzip/],
  ])('refuses %s with what to do', async (_, bytes, message) => {
    await expect(importDocument(bytes, {})).rejects.toMatchObject({
      code: 'spec_invalid',
      message: expect.stringMatching(message),
    });
  });

  test('refuses a document over the limit, also when gzip hides its size', async () => {
    const bomb = gzipSync(Buffer.alloc(2 * LIMIT, ' '));

    await expect(importDocument(bomb, { maxBytes: LIMIT })).rejects.toMatchObject({
      code: 'spec_too_large',
      context: { limit: LIMIT },
    });
    await expect(importDocument(' '.repeat(LIMIT + 1), { maxBytes: LIMIT })).rejects.toMatchObject({
      code: 'spec_too_large',
    });
  });

  test('refuses aliases that expand a millionfold, and ones that contain themselves', () => {
    // Prepare: ten references to the level below on each of nine levels.
    const levels = Array.from(
      { length: 9 },
      (_, level) => `l${level + 1}: &l${level + 1} [${Array(10).fill(`*l${level}`).join(', ')}]`,
    );
    const laughs = `l0: &l0 [x, x, x]\n${levels.join('\n')}\n`;

    // Act, Assess
    expect(() => readDocument(laughs, LIMIT)).toThrow(expect.objectContaining({ code: 'spec_too_large' }));
    expect(() => readDocument('a: &a {b: *a}\n', LIMIT)).toThrow(expect.objectContaining({ code: 'spec_invalid' }));
  });

  test('refuses or survives nesting of 100,000 levels without running out of stack', async () => {
    const yaml = `a: ${'['.repeat(100_000)}`;
    expect(() => readDocument(yaml, LIMIT)).toThrow(expect.objectContaining({ code: 'spec_invalid' }));

    const depth = 100_000;
    const nested = `${'{"properties":{"a":'.repeat(depth)}{}${'}}'.repeat(depth)}`;
    const text = JSON.stringify(
      openapi({ paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema: 'HERE' } } } } } } }),
    ).replace('"HERE"', nested);
    const result = await importDocument(text, { maxBytes: 10 * LIMIT });
    expect(JSON.stringify(toolAt(result, 'POST /a').inputSchema).length).toBeLessThan(60_000);
    expect(result.warnings.map(({ code }) => code)).toContain('schema_too_deep');
  });
});

describe('telling the version', () => {
  const paths = { '/a': { get: {} } };
  test.each([
    ['3.0 as a number', { openapi: 3.0, paths }, '3.0'],
    ['3.1', { openapi: '3.1.1', paths }, '3.1'],
    ['3.2', { openapi: '3.2.0', paths }, '3.2'],
    ['a later 3.x as the newest', { openapi: '3.7.0', paths }, '3.2'],
    ['v3.0 with words around', { openapi: 'v3.0.x', paths }, '3.0'],
    ['2.0', { swagger: '2.0', paths }, '2.0'],
    ['2.0 as a number', { swagger: 2, paths }, '2.0'],
    ['a 3.x written as swagger', { swagger: '3.0.1', components: {}, paths }, '3.0'],
    ['none, by definitions', { definitions: {}, paths }, '2.0'],
    ['none, by paths alone', { paths }, '3.0'],
  ])('reads %s', async (_, document, dialect) => {
    const result = await importValue(document as never);

    expect(result.dialect).toBe(dialect);
    expect(result.tools).toHaveLength(1);
  });

  test('says when the version had to be guessed', async () => {
    const { warnings } = await importValue({ paths });
    expect(warnings.map(({ code }) => code)).toContain('version_guessed');
  });

  test('keeps the version of the API as text, also when YAML made a number of it', async () => {
    const { version } = await importDocument(
      'openapi: 3.0.0\ninfo: {title: T, version: 2}\npaths: {/a: {get: {}}}\n',
      {},
    );
    expect(version).toBe('2');
  });
});
