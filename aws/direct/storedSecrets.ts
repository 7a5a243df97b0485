/**
 * Reads a secret of AWS Secrets Manager or a parameter of Systems Manager in the function's region, without the SDK's clients: the sandbox needs
 * these two operations.
 */
import { callJson } from './json.ts';

const REPEATABLE = { isRepeatable: true } as const;

/** A secret as it is now. */
export interface StoredSecret {
  readonly value: string;
  /** Another one for each rotation. */
  readonly version: string;
}

/** Undefined where what is stored is no text. Throws what {@link callJson} throws. */
export async function readStoredSecret(
  store: 'secretsmanager' | 'ssm',
  arn: string,
): Promise<StoredSecret | undefined> {
  if (store === 'ssm') {
    type Answer = { Parameter: { Value?: string; Version?: number } };
    const { Parameter } = await callJson<Answer>(
      store,
      'GetParameter',
      { Name: arn, WithDecryption: true },
      REPEATABLE,
    );
    return Parameter.Value === undefined ? undefined : { value: Parameter.Value, version: String(Parameter.Version) };
  }
  type Answer = { SecretString?: string; VersionId?: string };
  const answer = await callJson<Answer>(store, 'GetSecretValue', { SecretId: arn }, REPEATABLE);
  const { SecretString: value, VersionId: version = '' } = answer;
  return value === undefined ? undefined : { value, version };
}
