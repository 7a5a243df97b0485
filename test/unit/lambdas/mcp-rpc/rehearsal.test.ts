/** What a start runs once is run without an error. */
import { expect, test } from '@jest/globals';
import { rehearse as check } from '../../../../lambdas/mcp-rpc/rehearsal.ts';
import { rehearse as govern } from '../../../../lambdas/sandbox/rehearsal.ts';

test.each([
  ['governance', govern],
  ['the check of arguments', check],
])('%s runs', (_what, rehearse) => {
  expect(() => rehearse()).not.toThrow();
});
