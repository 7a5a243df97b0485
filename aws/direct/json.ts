/** Operations of the AWS JSON protocol: the operation in a header, JSON in and out. */
import { hostWay, performBy, performForText } from './host.ts';
import { type DirectRequest, sendDirect, textOf } from './request.ts';

const TARGETS = {
  dynamodb: 'DynamoDB_20120810',
  kms: 'TrentService',
  cognito_identity_provider: 'AWSCognitoIdentityProviderService',
  secretsmanager: 'secretsmanager',
  ssm: 'AmazonSSM',
} as const;
const VERSIONS = {
  dynamodb: '1.0',
  kms: '1.1',
  cognito_identity_provider: '1.1',
  secretsmanager: '1.1',
  ssm: '1.1',
} as const;
/** For operations that answer in milliseconds: three attempts end well before an MCP client gives up (60 s in the SDKs). */
const PATIENCE_MS = 5_000;

type JsonService = keyof typeof TARGETS;
type Options = Pick<DirectRequest, 'isRepeatable' | 'region'>;

/** The caller must not use `input` afterwards. Throws what {@link sendDirect} throws. */
export function callJson<Output>(
  service: JsonService,
  operation: string,
  input: object,
  options: Options,
): Promise<Output> {
  const way = wayTo(options);
  if (way) return performBy<Output>(way, { service, operation, input });
  return sent(service, operation, input, options).then((text) => JSON.parse(text) as Output);
}

/** As {@link callJson}, with the answer as JSON text. */
export function callForText(service: JsonService, operation: string, input: object, options: Options): Promise<string> {
  const way = wayTo(options);
  return way ? performForText(way, { service, operation, input }) : sent(service, operation, input, options);
}

/** A host carries out what its own region does. */
const wayTo = ({ region }: Options) => (region === undefined ? hostWay() : undefined);

async function sent(
  service: JsonService,
  operation: string,
  input: object,
  { isRepeatable, region }: Options,
): Promise<string> {
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
  return textOf(pieces);
}
