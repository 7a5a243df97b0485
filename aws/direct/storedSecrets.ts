/** Reads a secret of AWS Secrets Manager or a parameter of Systems Manager in the function's region, without the SDK's clients: the sandbox needs these two operations. */
import { callJson } from './json.ts';

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
    const input = { Name: arn, WithDecryption: true };
    const { Parameter } = await callJson<{ Parameter: { Value?: string; Version?: number } }>(
      'ssm',
      'GetParameter',
      input,
      {
        isRepeatable: true,
      },
    );
    return Parameter.Value === undefined ? undefined : { value: Parameter.Value, version: String(Parameter.Version) };
  }
  const { SecretString, VersionId = '' } = await callJson<{ SecretString?: string; VersionId?: string }>(
    'secretsmanager',
    'GetSecretValue',
    { SecretId: arn },
    { isRepeatable: true },
  );
  return SecretString === undefined ? undefined : { value: SecretString, version: VersionId };
}
