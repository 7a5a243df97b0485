/**
 * Removes the role's keys from the environment once the AWS clients have them, so that code that reads `process.env` later finds no
 * secret. The keys of an environment never change, so the clients need them only once.
 */
import { kms, s3 } from '../../aws/clients.ts';
import { credentials } from '../../aws/direct/environment.ts';

const SECRETS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'];

/** If there are no keys, the environment stays unchanged, so that the first call fails with the SDK's own reason. */
export async function sealEnvironment(): Promise<void> {
  if (!process.env['AWS_SECRET_ACCESS_KEY']) return;
  credentials();
  await Promise.all([kms().config.credentials(), s3().config.credentials()]);
  for (const name of SECRETS) delete process.env[name];
}
