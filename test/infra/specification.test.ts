/** The templates obey CloudFormation's own resource specification, and the check would notice if they did not. */
import { expect, test } from '@jest/globals';
import { faultsOfResource } from '../support/specification.ts';
import { synthesize } from '../support/synth.ts';

test('the template obeys the specification of every resource type that it uses', () => {
  const { resources } = synthesize();
  expect(Object.entries(resources).flatMap(faultsOfResource)).toEqual([]);
});

test('the check finds a misspelt, a missing and a wrongly typed property', () => {
  const faults = faultsOfResource([
    'Fn',
    { Type: 'AWS::Lambda::Function', Properties: { Code: {}, Timeuot: 3, Timeout: 'soon', MemorySize: 128 } },
  ]);
  expect(faults).toEqual(
    expect.arrayContaining(['Fn.Timeuot: unknown property', 'Fn.Role: required', 'Fn.Timeout: a number was expected']),
  );
});
