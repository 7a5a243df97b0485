/**
 * Removes the role's keys from the environment once the AWS adapters have them, so that code that reads `process.env` later finds no
 * secret. The keys of an environment never change, so the adapters need them only once.
 */
import { credentials } from '../../aws/direct/environment.ts';

const SECRETS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'];

/** If there are no keys, the environment stays unchanged, so that the first call fails with its own reason. */
export function sealEnvironment(): void {
  if (!process.env['AWS_SECRET_ACCESS_KEY']) return;
  credentials();
  for (const name of SECRETS) delete process.env[name];
}
