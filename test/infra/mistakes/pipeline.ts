/** Mistakes about the state machine. */
import type { Mistake } from './draft.ts';

export const PIPELINE: readonly Mistake[] = [
  {
    mistake: 'a phase is tried once',
    caughtBy: 'a passing fault of AWS is tried again',
    make: (draft) => draft.replaceInPipeline('"MaxAttempts":4', '"MaxAttempts":0'),
  },
  {
    mistake: 'a phase fails without a record',
    caughtBy: 'a phase that fails is recorded',
    make: (draft) => draft.replaceInPipeline('"Next":"RecordFailure"', '"Next":"Failed"'),
  },
  {
    mistake: 'a phase puts its result into the state',
    caughtBy: 'the state holds ids alone',
    make: (draft) => draft.replaceInPipeline('"ResultPath":null', '"ResultPath":"$.result"'),
  },
];
