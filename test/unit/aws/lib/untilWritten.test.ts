import { describe, expect, test } from '@jest/globals';
import { writeConflict } from '../../../../aws/lib/errors.ts';
import { untilWritten } from '../../../../aws/lib/untilWritten.ts';

/** Loses as often as it is told to, then answers with the number of its attempt. */
const losing = (times: number) => async (attempt: number) => {
  if (attempt <= times) throw writeConflict('A row');
  return attempt;
};

describe('what lost against another writer', () => {
  test('is done again until it is written', async () => {
    expect(await untilWritten(losing(0))).toBe(1);
    expect(await untilWritten(losing(4))).toBe(5);
  });

  test('is given up after as many attempts as it may have, with the conflict', async () => {
    await expect(untilWritten(losing(3), { attempts: 3 })).rejects.toMatchObject({ code: 'write_conflict' });
    expect(await untilWritten(losing(2), { attempts: 3 })).toBe(3);
  });

  test('is only what the caller says it is', async () => {
    const failing = async (attempt: number) => {
      if (attempt < 3) throw new Error('moved');
      return attempt;
    };

    await expect(untilWritten(failing)).rejects.toThrow('moved');
    expect(await untilWritten(failing, { isConflict: async (error) => (error as Error).message === 'moved' })).toBe(3);
  });
});
