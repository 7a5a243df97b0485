/**
 * Takes the role's keys out of the environment once the AWS clients hold them: code that reads `process.env` later finds
 * no secret in it. The keys of an environment never change during its life, so the clients need them only once.
 */
import { kms, s3 } from '../../aws/clients.ts';
import { credentials } from '../../aws/direct/environment.ts';

const SECRETS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'];

/** Keeps the environment as it is when there are no keys in it, so that the first call fails with the SDK's own reason. */
export async function sealEnvironment(): Promise<void> {
  if (!process.env['AWS_SECRET_ACCESS_KEY']) return;
  credentials();
  await Promise.all([kms().config.credentials(), s3().config.credentials()]);
  for (const name of SECRETS) delete process.env[name];
}
