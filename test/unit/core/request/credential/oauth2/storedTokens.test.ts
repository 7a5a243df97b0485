/** How long stored tokens are used: a person's no longer than what names them is sure to hold. */
import { describe, expect, test } from '@jest/globals';
import { stored } from '../../../../../../core/request/credential/oauth2/storedTokens.ts';

const ROW = { serverId: 'srv_000000000000', holder: 'person:1', credential: 'c', generation: 0, version: 1 };
const HOUR = 3_600_000;

describe('tokens of a person', () => {
  test.each([
    ['without an end', undefined],
    ['for a month', Date.now() + 30 * 24 * HOUR],
  ])('%s are used for an hour', (_what, until) => {
    const began = Date.now();

    const row = stored(ROW, { sealed: 's', ...(until !== undefined && { until }) }, { isOfPerson: true });

    expect(row.until).toBeGreaterThanOrEqual(began + HOUR);
    expect(row.until).toBeLessThanOrEqual(Date.now() + HOUR);
    expect(row.goneAt).toBeGreaterThan((began + HOUR) / 1_000);
  });

  test('for less are used for that, and those that all callers share as long as they hold', () => {
    const until = Date.now() + HOUR / 2;

    expect(stored(ROW, { sealed: 's', until }, { isOfPerson: true }).until).toBe(until);
    expect(stored(ROW, { sealed: 's' })).not.toHaveProperty('until');
    expect(stored(ROW, { sealed: 's', until: until + 9 * HOUR }).until).toBe(until + 9 * HOUR);
  });
});
