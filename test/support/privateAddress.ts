/** A private address of this machine, for tests that really connect to one. */
import { networkInterfaces } from 'node:os';
import { test } from '@jest/globals';
import { refusalOfPrivate } from '../../core/lib/url/publicAddress.ts';

export const PRIVATE_RANGES = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'] as const;

/** Undefined on a machine without one. */
export const privateAddress = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .map(({ address }) => address)
  .find((address) => refusalOfPrivate(address, PRIVATE_RANGES) === undefined);

/** `test`, or `test.skip` with the reason in its name. */
export const testAtPrivateAddress = (name: string, run: () => Promise<void>): void => {
  if (privateAddress) test(name, run);
  else test.skip(`${name} (this machine has no private address)`, run);
};
