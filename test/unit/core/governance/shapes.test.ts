/**
 * Answers in the shapes of published APIs, and one for each thing that was once missed or destroyed: what must go and what must stay, by a
 * line of the data set.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../core/governance/index.ts';
import type { JsonValue } from '../../../../core/lib/json/value.ts';

interface Shape {
  readonly group: 'lists' | 'services';
  readonly name: string;
  /** A document, or a text of another format. */
  readonly answer: JsonValue;
  /** Content type of a text. */
  readonly type?: string;
  /** Parts of the answer that must not be left in it. */
  readonly gone: readonly string[];
  /** Parts of the answer that must stay. */
  readonly stays: readonly string[];
}

const shapes = readFileSync(join(import.meta.dirname, '../../../datasets/redaction/shapes.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Shape);
const governor = compileGovernance();

const sourceOf = ({ answer }: Shape): string => (typeof answer === 'string' ? answer : JSON.stringify(answer));
const govern = ({ answer, type }: Shape, text: string): string =>
  governor.governBytes(Buffer.from(text), type ?? (typeof answer === 'string' ? 'text/plain' : 'application/json'))
    .text;

test('each line names parts of its answer', () => {
  const wrong = shapes.filter(
    (shape) => ![...shape.gone, ...shape.stays].every((part) => sourceOf(shape).includes(part)),
  );

  expect(wrong.map(({ name }) => name)).toEqual([]);
  expect(shapes.filter(({ gone }) => gone.length > 0).length).toBeGreaterThan(120);
  expect(shapes.filter(({ stays }) => stays.length > 0).length).toBeGreaterThan(120);
});

describe.each(['lists', 'services'] as const)('%s', (group) => {
  test.each(shapes.filter((shape) => shape.group === group).map((shape) => [shape.name, shape] as const))(
    '%s',
    (_, shape) => {
      // Act
      const text = govern(shape, sourceOf(shape));

      // Assess
      expect({
        left: shape.gone.filter((part) => text.includes(part)),
        lost: shape.stays.filter((part) => !text.includes(part)),
      }).toEqual({ left: [], lost: [] });
      expect(govern(shape, text)).toBe(text);
      if (typeof shape.answer !== 'string') expect(JSON.parse(text)).toEqual(governor.redact(shape.answer));
    },
  );
});
