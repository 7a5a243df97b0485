/**
 * Mistakes that somebody could make in `lib/`, each put into the template, and the property that must name it. A property that no
 * mistake breaks would be one that cannot fail. Each number of the template is changed as well.
 */
import { describe, expect, test } from '@jest/globals';
import { deploymentConfig } from '../../lib/config.ts';
import { numbersOf } from '../support/numbers.ts';
import { synthesize } from '../support/synth.ts';
import { ACCESS } from './mistakes/access.ts';
import { DATA } from './mistakes/data.ts';
import { Draft } from './mistakes/draft.ts';
import { EDGE } from './mistakes/edge.ts';
import { FAILURES } from './mistakes/failures.ts';
import { FUNCTIONS } from './mistakes/functions.ts';
import { OPTIONS } from './mistakes/options.ts';
import { PIPELINE } from './mistakes/pipeline.ts';
import { PRIVACY } from './mistakes/privacy.ts';
import { REST_API } from './mistakes/rest-api.ts';
import { ASKED } from './properties/asked.ts';
import { PROPERTIES } from './properties/index.ts';
import { expectedOf, nameOfRow, ROWS } from './properties/numbers.ts';

const MISTAKES = [
  ...EDGE,
  ...FUNCTIONS,
  ...DATA,
  ...ACCESS,
  ...PIPELINE,
  ...FAILURES,
  ...REST_API,
  ...PRIVACY,
  ...OPTIONS,
];

test.each(MISTAKES)('$mistake: $caughtBy', ({ caughtBy, config = {}, make }) => {
  const draft = new Draft(synthesize(config).resources);
  make(draft);

  const [property] = PROPERTIES.filter(({ name }) => name === caughtBy);
  const faults = property?.faults(draft.resources, deploymentConfig.parse(config));

  expect(faults).not.toEqual([]);
  expect(faults).toBeDefined();
});

const JUDGED = ROWS.filter(({ number }) => number !== 'any').map((row) => ({ row, name: nameOfRow(row) }));

describe('another number than the one of', () => {
  test.each(JUDGED)('$name', ({ row, name: caughtBy }) => {
    const layout = ASKED.find(({ resources }) => numbersOf(resources()).some(({ place }) => row.at.test(place)));
    const config = deploymentConfig.parse(layout?.config);
    const draft = new Draft(layout?.resources() ?? {});
    const numbers = numbersOf(draft.resources).filter(({ place }) => row.at.test(place));
    const expected = expectedOf(row, config);
    for (const { set } of numbers)
      set(typeof expected === 'number' ? expected + (row.bound === '≥' ? -1 : 1) : `${expected} or so`);

    const faults = PROPERTIES.find(({ name }) => name === caughtBy)?.faults(structuredClone(draft.resources), config);

    expect(faults).toHaveLength(numbers.length);
  });
});

test('each property can fail', () => {
  const proven = new Set([...MISTAKES.map(({ caughtBy }) => caughtBy), ...JUDGED.map(({ name }) => name)]);

  expect(PROPERTIES.map(({ name }) => name).filter((name) => !proven.has(name))).toEqual([]);
});
