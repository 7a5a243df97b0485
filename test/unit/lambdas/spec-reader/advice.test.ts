/** The validator's advice: bounded in time and size, silent where it has nothing to say. */
import { describe, expect, test } from '@jest/globals';
import { findingsOf } from '../../../../lambdas/spec-reader/advice.ts';
import { defined } from '../../../support/defined.ts';

const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));
/** Longer than the validator takes on a machine that others use as well. */
const PATIENT_MS = 120_000;
const INFO = { title: 'T', version: '1' };

describe('advice', () => {
  test('points at the place that a validator objects to', async () => {
    const document = {
      openapi: '3.0.3',
      info: INFO,
      paths: { '/a': { get: { responses: {}, parameters: [{ name: 'x' }] } } },
    };

    const findings = await findingsOf(bytesOf(document), PATIENT_MS);

    expect(findings.length).toBeGreaterThan(0);
    for (const { code, pointer } of findings) {
      expect(code).toBe('validation');
      expect(pointer).toMatch(/^#/);
    }
    expect(findings.map(({ pointer }) => pointer).join()).toContain('#/paths/~1a/get');
  });

  test('is empty for a valid document', async () => {
    expect(await findingsOf(bytesOf({ openapi: '3.1.0', info: INFO, paths: {} }))).toEqual([]);
  });

  test('says where the JSON is broken, also in a part that no tool needs', async () => {
    const text = JSON.stringify({ openapi: '3.1.0', info: INFO, paths: {}, 'x-more': 'more' });

    const findings = await findingsOf(Buffer.from(text.replace('"more"}', '"more" oops}')), PATIENT_MS);

    expect(findings).toEqual([
      { code: 'validation', message: expect.stringContaining('not valid JSON'), pointer: '#' },
    ]);
    expect(defined(findings[0]).message).toMatch(/position \d+/);
  });

  test('does not blame a version that the validator does not know', async () => {
    expect(await findingsOf(bytesOf({ openapi: '3.2.0', info: INFO, paths: {} }))).toEqual([]);
  });

  test('leaves references to other files alone', async () => {
    const get = { responses: { 200: { $ref: 'file:///etc/hostname' } } };

    const findings = await findingsOf(bytesOf({ openapi: '3.0.3', info: INFO, paths: { '/a': { get } } }));

    expect(JSON.stringify(findings)).not.toMatch(/ENOENT|EACCES|resolv/i);
  });

  test('is given up when the time is over', async () => {
    expect(await findingsOf(bytesOf({ openapi: '3.0.3' }), 1)).toEqual([]);
  });

  test('is not sought for documents that take too long to read twice', async () => {
    expect(await findingsOf(bytesOf({ openapi: '3.0.3', x: 'a'.repeat(5 * 1024 * 1024) }))).toEqual([]);
  });

  test('survives a document that breaks the validator', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [
        `S${index}`,
        {
          properties: Object.fromEntries(
            Array.from({ length: 40 }, (_, other) => [
              `p${other}`,
              { $ref: `#/components/schemas/S${(index * 7 + other) % 400}` },
            ]),
          ),
        },
      ]),
    );
    const findings = await findingsOf(bytesOf({ openapi: '3.0.3', info: INFO, paths: {}, components: { schemas } }));

    expect(Array.isArray(findings)).toBe(true);
  });
});
