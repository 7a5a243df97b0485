/**
 * Region and signing name of an AWS host (docs.aws.amazon.com/general/latest/gr/rande.html). A guess, which the owner
 * sees and can correct: the signing name of some services differs from the name in their endpoint.
 */

/** The parameters of Signature Version 4 for an endpoint. */
export interface AwsEndpoint {
  readonly region: string;
  readonly service: string;
}

const REGION = '[a-z]{2}(?:-[a-z]+)+-\\d{1,2}';
/** Host patterns. The first capture is the region, the second the service, unless the pattern has only one. */
const FORMS: ReadonlyArray<readonly [RegExp, (first: string, second: string) => AwsEndpoint]> = [
  [new RegExp(`(?:^|\\.)lambda-url\\.(${REGION})\\.on\\.aws$`), (region) => ({ region, service: 'lambda' })],
  [
    new RegExp(`(?:^|\\.)s3[.-](?:dualstack\\.)?(${REGION})\\.amazonaws\\.com(?:\\.cn)?$`),
    (region) => ({ region, service: 's3' }),
  ],
  // OpenSearch hosts have the region before the service.
  [new RegExp(`\\.(${REGION})\\.(es|aoss)\\.amazonaws\\.com$`), (region, service) => ({ region, service })],
  [
    new RegExp(`(?:^|\\.)([a-z0-9-]+)\\.(${REGION})\\.amazonaws\\.com(?:\\.cn)?$`),
    (service, region) => ({ region, service: signingName(service) }),
  ],
  // Services without regions are signed for us-east-1.
  [/(?:^|\.)([a-z0-9-]+)\.amazonaws\.com$/, (service) => ({ region: 'us-east-1', service: signingName(service) })],
];

/** The signing name of a service; of those with this host pattern only `email` differs. */
const signingName = (service: string): string => (service === 'email' ? 'ses' : service);

/** Region and service of an AWS host; undefined for other hosts. */
export function awsEndpoint(host: string): AwsEndpoint | undefined {
  const lower = host.toLowerCase();
  for (const [form, read] of FORMS) {
    const [, first, second = ''] = form.exec(lower) ?? [];
    if (first !== undefined) return read(first, second);
  }
  return undefined;
}
