/**
 * A deployment without a distribution (`entrance=private`): the one address of this machine stands for the owner's name. Its requests come through a VPC
 * endpoint that the name has an association with, and go to the API and stage that are mapped to it. Nothing in between changes them.
 */
import { isOneOf, knowsAll, unsupported } from '../template/strict.ts';
import { ofType } from '../template/template.ts';
import { allowsEndpoint } from '../template/vpcePolicy.ts';
import type { SiteFiles } from '../twins/s3/buckets.ts';
import type { OriginContext } from './origins.ts';
import { cachePolicyOf, NO_RESPONSE_HEADERS } from './policies.ts';
import type { EdgeOptions } from './server.ts';

/** CachingDisabled, of AWS. */
const NO_CACHE = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
/** API Gateway's longest time without a byte of a streamed answer. */
const IDLE_MS = 5 * 60_000;
/** What the wizard offers of this machine. */
const HOST_FILE = '/local.json';
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'];

/**
 * The options of the edge; undefined for a template with a distribution. Throws PortcullisError `template_unsupported`.
 * @param ofHost files of this machine beside those of the dashboard, which the distribution finds in the bucket
 */
export function privateOptions(context: OriginContext, ofHost: SiteFiles = () => undefined): EdgeOptions | undefined {
  const { template, resolve, restApis } = context;
  const [named, ...more] = ofType(template, 'AWS::ApiGateway::DomainNameV2');
  if (!named) return undefined;
  const [id, properties] = named;
  knowsAll(id, properties, [
    'CertificateArn',
    'DomainName',
    'EndpointConfiguration',
    'Policy',
    'SecurityPolicy',
    'Tags',
  ]);
  const [mapping, ...others] = ofType(template, 'AWS::ApiGateway::BasePathMappingV2').map(([mappingId, each]) => {
    knowsAll(mappingId, each, ['DomainNameArn', 'RestApiId', 'Stage']);
    return resolve<Record<'DomainNameArn' | 'RestApiId' | 'Stage', string>>(each);
  });
  if (more.length > 0 || others.length > 0 || mapping?.DomainNameArn !== id)
    throw unsupported('A private API has one domain name, which is mapped to one stage.');
  const endpoint = ofType(template, 'AWS::ApiGateway::DomainNameAccessAssociation')
    .map(([associationId, each]) => {
      knowsAll(associationId, each, [
        'AccessAssociationSource',
        'AccessAssociationSourceType',
        'DomainNameArn',
        'Tags',
      ]);
      isOneOf(`${associationId}.AccessAssociationSourceType`, each['AccessAssociationSourceType'], ['VPCE']);
      return resolve<string>(each['AccessAssociationSource']);
    })
    .find((each) => allowsEndpoint(`${id}.Policy`, resolve(properties['Policy']), each));
  if (endpoint === undefined) throw unsupported(`No VPC endpoint may ask for ${id}.`);
  const domain = `${mapping.RestApiId}.execute-api.${template.region}.amazonaws.com`;
  const api = restApis.get(domain);
  if (!api) throw unsupported(`The domain name ${id} is mapped to no REST API.`);
  return {
    behaviours: [
      {
        originId: 'api',
        methods: METHODS,
        cachedMethods: [],
        cache: cachePolicyOf(context, NO_CACHE),
        compress: false,
        forward: () => {},
        responseHeaders: NO_RESPONSE_HEADERS,
        isDirect: true,
      },
    ],
    origins: new Map([
      [
        'api',
        {
          domain,
          headers: {},
          readTimeoutMs: IDLE_MS,
          serve: async (request, response) => {
            const file = request.uri === HOST_FILE ? await ofHost(HOST_FILE.slice(1)) : undefined;
            if (file) return void response.writeHead(200, { 'content-type': 'application/json' }).end(file.body);
            await api({ ...request, uri: `/${mapping.Stage}${request.uri}`, vpceId: endpoint }, response);
          },
        },
      ],
    ]),
    errorTtls: new Map(),
    hosts: ['localhost', '127.0.0.1', '[::1]'],
  };
}
