/** A deployment with private hosts, for handlers that run in the process of a test. */
import { afterAll } from '@jest/globals';
import { permitPrivateNames } from '../../core/lib/url/privateNames.ts';

export const PRIVATE_HOST = 'orders.internal';
export const OTHER_PRIVATE_HOST = 'stock.internal';

/** For the tests of a file: sets what the stack sets, and what a function does with it when it starts. */
export function listPrivateHosts(): void {
  const names = [PRIVATE_HOST, OTHER_PRIVATE_HOST];
  Object.assign(process.env, { PRIVATE_HOSTS: names.join(','), PRIVATE_RANGES: '10.0.0.0/8' });
  permitPrivateNames(names);
  afterAll(() => permitPrivateNames([]));
}
