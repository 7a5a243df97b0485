/** Operations of the AWS JSON protocol: the operation in a header, JSON in and out. */
import { type DirectRequest, type Piece, sendDirect, textOf } from './request.ts';

const TARGETS = { dynamodb: 'DynamoDB_20120810', kms: 'TrentService' } as const;
const VERSIONS = { dynamodb: '1.0', kms: '1.1' } as const;
const PATIENCE_MS = 10_000;

/** Throws what {@link sendDirect} throws. */
export async function callJson<Output>(
  service: keyof typeof TARGETS,
  operation: string,
  input: object,
  isRepeatable: DirectRequest['isRepeatable'],
): Promise<Output> {
  const pieces: Piece[] = [];
  await sendDirect(
    {
      service,
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
