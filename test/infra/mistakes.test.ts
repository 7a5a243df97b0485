/**
 * Mistakes that somebody could make in `lib/`, each put into the template, and the property that must name it. A property that no
 * mistake breaks would be one that cannot fail. Each number and each choice of the template is changed as well.
 */
import { describe, expect, test } from '@jest/globals';
import { deploymentConfig } from '../../lib/config.ts';
import { choicesOf } from '../support/choices.ts';
import { numbersOf } from '../support/numbers.ts';
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
import { ASKED, OTHER_REGION, resourcesOf } from './properties/asked.ts';
import { CHOICE_ROWS } from './properties/choices.ts';
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
  const draft = new Draft(resourcesOf(config));
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

const CHOSEN = CHOICE_ROWS.filter(({ values }) => values !== 'any').map((row) => ({
  row,
  section: row.section,
  place: `${row.resource.source} ${row.at.source}`,
}));
const isOf = (place: string, { resource, at }: (typeof CHOICE_ROWS)[number]): boolean => {
  const [type, name, ...path] = place.split(' ');
  return resource.test(`${type} ${name}`) && at.test(path.join(' '));
};

describe('another choice, or none, at', () => {
  test.each(CHOSEN)('$place', ({ row, section }) => {
    const layout = [...ASKED, OTHER_REGION].find(({ resources }) =>
      choicesOf(resources()).some(({ place }) => isOf(place, row)),
    );
    const config = deploymentConfig.parse(layout?.config);
    const property = PROPERTIES.find(({ name }) => name === section);
    const faultsWith = (value: string | undefined) => {
      const draft = new Draft(layout?.resources() ?? {});
      for (const { place, set } of choicesOf(draft.resources)) if (isOf(place, row)) set(value);
      return property?.faults(structuredClone(draft.resources), config);
    };

    expect(faultsWith('another')).not.toEqual([]);
    if (row.isNeeded && !row.at.source.includes('DeletionPolicy')) expect(faultsWith(undefined)).not.toEqual([]);
  });
});

test('each property can fail', () => {
  const proven = new Set([
    ...MISTAKES.map(({ caughtBy }) => caughtBy),
    ...JUDGED.map(({ name }) => name),
    ...CHOSEN.map(({ section }) => section),
  ]);

  expect(PROPERTIES.map(({ name }) => name).filter((name) => !proven.has(name))).toEqual([]);
});
