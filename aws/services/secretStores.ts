/**
 * Reads single values of AWS Secrets Manager and of Systems Manager for the references of declarations, with the credentials of whoever runs it
 * (the chain of the SDK): the command line, or the provider of declared servers. The clients are loaded at the first use, because few commands
 * need them. No message has a value.
 */

/** A value, or why there is none. */
export type StoredValue = { readonly value: string } | { readonly fault: string };

/** The text of a secret, by name or ARN. */
export const readSecret = (name: string): Promise<StoredValue> =>
  read('secretsmanager:GetSecretValue', async () => {
    const { SecretsManager } = await import('@aws-sdk/client-secrets-manager');
    return (await new SecretsManager(placeOf(name)).getSecretValue({ SecretId: name })).SecretString;
  });

/** The value of a parameter, by name or ARN; an encrypted one is decrypted. */
export const readParameter = (name: string): Promise<StoredValue> =>
  read('ssm:GetParameter', async () => {
    const { SSM } = await import('@aws-sdk/client-ssm');
    return (await new SSM(placeOf(name)).getParameter({ Name: name, WithDecryption: true })).Parameter?.Value;
  });

/** An ARN names the region. */
function placeOf(name: string): { readonly region?: string } {
  const region = /^arn:[^:]*:[^:]*:([^:]+):/.exec(name)?.[1];
  return region === undefined ? {} : { region };
}

async function read(right: string, ask: () => Promise<string | undefined>): Promise<StoredValue> {
  try {
    const value = await ask();
    return value === undefined ? { fault: 'holds no text.' } : { value };
  } catch (error) {
    const { name: code = 'Error' } = error as Error;
    const way = WAYS[code] ?? `check the name, the region (AWS_REGION) and that your credentials have ${right}.`;
    return { fault: `cannot be read (${code}); ${way}` };
  }
}

const WAYS: Readonly<Record<string, string>> = {
  CredentialsProviderError: 'no AWS credentials were found: sign in (aws sso login), or set AWS_PROFILE.',
  ResourceNotFoundException: 'there is none with this name in this account and region.',
  ParameterNotFound: 'there is none with this name in this account and region.',
};
