import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../core/governance/index.ts';
import { labelledAnswer, type Part, structuredSet, textSet } from '../../../datasets/redaction/index.ts';
import { scoreStructured, scoreText } from '../../../datasets/redaction/score.ts';
import { defined } from '../../../support/defined.ts';

const governor = compileGovernance();
const redact = governor.redact;

describe('labelled set', () => {
  test('is as large and as varied as it claims', () => {
    // Prepare
    const documents = [...structuredSet('tuning'), ...structuredSet('holdout')];
    const leaves = documents.flatMap((document) => document.leaves);
    const shapes = (part: 'tuning' | 'holdout') => new Set(structuredSet(part).map(({ name }) => name.split('-')[0]));

    // Assess
    expect(documents.length).toBeGreaterThanOrEqual(150);
    expect(leaves.filter((leaf) => leaf.personal).length).toBeGreaterThanOrEqual(3_000);
    expect(leaves.filter((leaf) => !leaf.personal).length).toBeGreaterThanOrEqual(15_000);
    expect(new Set(leaves.flatMap((leaf) => leaf.trap ?? [])).size).toBeGreaterThanOrEqual(25);
    expect(textSet('tuning').length + textSet('holdout').length).toBeGreaterThanOrEqual(600);
    expect([...shapes('holdout')].filter((shape) => shapes('tuning').has(shape))).toEqual([]);
  });

  test('has a blind part as large and as varied as it claims, without a shape of the other parts', () => {
    // Prepare
    const documents = structuredSet('blind');
    const leaves = documents.flatMap((document) => document.leaves);
    const shapesOf = (part: Part) => new Set(structuredSet(part).map(({ name }) => defined(name.split('-')[0])));
    const shapes = shapesOf('blind');
    const others = new Set([...shapesOf('tuning'), ...shapesOf('holdout')]);

    // Assess
    expect(shapes.size).toBeGreaterThanOrEqual(80);
    expect(leaves.filter((leaf) => leaf.personal).length).toBeGreaterThanOrEqual(1_500);
    expect(leaves.filter((leaf) => !leaf.personal).length).toBeGreaterThanOrEqual(8_000);
    expect(new Set(leaves.flatMap((leaf) => leaf.trap ?? [])).size).toBeGreaterThanOrEqual(30);
    expect(textSet('blind').length).toBeGreaterThanOrEqual(300);
    expect([...shapes].filter((shape) => others.has(shape))).toEqual([]);
  });

  test('refuses a label that names no leaf', () => {
    // Prepare
    const line = { name: 'customer', answer: { email: 'ann@example.org' }, personal: { email: ['/mail'] } };

    // Act & Assess
    expect(() => labelledAnswer(line)).toThrow('customer: labels without a leaf: /mail');
  });

  test.each(['tuning', 'holdout'] as const)('finds what must go and spares what must stay in the %s part', (part) => {
    // Act
    const score = scoreStructured(structuredSet(part), redact);

    // Assess
    expect(score.recall).toBeGreaterThanOrEqual(0.97);
    expect(score.precision).toBeGreaterThanOrEqual(0.98);
    expect(score.overRedaction).toBeLessThanOrEqual(0.001);
  });

  test.each(['tuning', 'holdout'] as const)(
    'finds the strong types in the texts of the %s part and keeps ordinary words',
    (part) => {
      // Act
      const { byType, words, lost } = scoreText(textSet(part), redact);
      const recall = (type: string): number => defined(byType[type]).found / defined(byType[type]).total;

      // Assess
      for (const type of ['email', 'card', 'ssn', 'iban', 'ip']) expect(recall(type)).toBeGreaterThanOrEqual(0.99);
      expect(recall('phone')).toBeGreaterThanOrEqual(0.85);
      expect(lost / words).toBeLessThanOrEqual(0.005);
    },
  );
});
