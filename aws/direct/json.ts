/** Operations of the AWS JSON protocol: the operation in a header, JSON in and out. */
import { hostWay, performBy } from './host.ts';
import { type DirectRequest, sendDirect, textOf } from './request.ts';

const TARGETS = {
  dynamodb: 'DynamoDB_20120810',
  kms: 'TrentService',
  cognito_identity_provider: 'AWSCognitoIdentityProviderService',
} as const;
const VERSIONS = { dynamodb: '1.0', kms: '1.1', cognito_identity_provider: '1.1' } as const;
/** For operations that answer in milliseconds: three attempts end well before an MCP client gives up (60 s in the SDKs). */
const PATIENCE_MS = 5_000;

/** The caller must not use `input` afterwards. Throws what {@link sendDirect} throws. */
export async function callJson<Output>(
  service: keyof typeof TARGETS,
  operation: string,
  input: object,
  { isRepeatable, region }: Pick<DirectRequest, 'isRepeatable' | 'region'>,
): Promise<Output> {
  // A host carries out what its own region does.
  const way = region === undefined ? hostWay() : undefined;
  if (way) return performBy<Output>(way, { service, operation, input });
  const pieces: Buffer[] = [];
  await sendDirect(
    {
      service,
      region,
      path: '/',
      headers: {
        'content-type': `application/x-amz-json-${VERSIONS[service]}`,
        'x-amz-target': `${TARGETS[service]}.${operation}`,
      },
      body: JSON.stringify(input),
      isRepeatable,
      patienceMs: PATIENCE_MS,
    },
    (piece) => pieces.push(piece),
  );
  return JSON.parse(textOf(pieces)) as Output;
}
