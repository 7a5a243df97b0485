/** What REST APIs must be, where a deployment has one (`entrance`), and that nobody else is asked for a function. */
import {
  at,
  distributionOf,
  functionNameOf,
  functionsOf,
  list,
  ofType,
  type Property,
  type Resources,
  target,
  unlike,
  variablesOf,
} from './property.ts';

const methodsOf = (resources: Resources) => ofType(resources, 'AWS::ApiGateway::Method');

/** Name of the function behind a method, by the reference to it, or to its alias, in the middle of its integration's address. */
export function invokedFunction(resources: Resources, properties: unknown): string {
  const parts = list(at(properties, 'Integration', 'Uri', 'Fn::Join', 1));
  return functionNameOf(
    resources,
    parts.find((part) => resources[target(part) ?? '']?.Type.startsWith('AWS::Lambda::')),
  );
}

/** Path of a method's resource. */
export function resourcePath(resources: Resources, properties: unknown): string {
  const resource = resources[target(at(properties, 'ResourceId') ?? at(properties, 'ParentId')) ?? '']?.Properties;
  const part = at(resource, 'PathPart');
  return part === undefined ? '' : `${resourcePath(resources, resource)}/${part}`;
}

/** The VPC endpoints that a policy lets in; undefined for one of another form. */
function letIn(policy: unknown): string | undefined {
  const [allow, deny, ...more] = list(at(policy, 'Statement'));
  const isWhole = [allow, deny].every(
    (each) => at(each, 'Action') === 'execute-api:Invoke' && at(each, 'Resource') === 'execute-api:/*',
  );
  const endpoints = at(deny, 'Condition', 'StringNotEquals', 'aws:SourceVpce');
  return isWhole && more.length === 0 && at(deny, 'Effect') === 'Deny' ? list(endpoints).join(',') : undefined;
}

const endOf = (properties: unknown): string => {
  const parts = at(properties, 'Integration', 'Uri', 'Fn::Join', 1);
  return String(Array.isArray(parts) ? parts.at(-1) : '');
};

/** Routes of a REST API that have a limit of their own: `POST /v1/setup`. API Gateway has `~1` for the slashes of a path. */
const limitedRoutes = (resources: Resources): string[] =>
  ofType(resources, 'AWS::ApiGateway::Stage')
    .flatMap(([, { Properties }]) => list(at(Properties, 'MethodSettings')))
    .filter((each) => Number(at(each, 'ThrottlingRateLimit')) > 0)
    .map((each) => [at(each, 'HttpMethod'), String(at(each, 'ResourcePath')).replaceAll('~1', '/').slice(1)].join(' '));

/** Functions that hold answers open. */
const STREAMING = ['DataPlaneRpc', 'DataPlaneStream'];

export const REST_API: readonly Property[] = [
  {
    name: 'a REST API streams what answers MCP clients, as long as the function may run',
    why: 'API Gateway would hold an event stream back until it is whole, and give up after 29 seconds.',
    faults: (resources) =>
      methodsOf(resources)
        .filter(([, { Properties }]) => STREAMING.includes(invokedFunction(resources, Properties)))
        .filter(([, { Properties }]) => {
          const runs = Number(
            at(functionsOf(resources).get(invokedFunction(resources, Properties))?.Properties, 'Timeout'),
          );
          return (
            at(Properties, 'Integration', 'ResponseTransferMode') !== 'STREAM' ||
            endOf(Properties) !== '/response-streaming-invocations' ||
            Number(at(Properties, 'Integration', 'TimeoutInMillis')) < runs * 1_000
          );
        })
        .map(([id]) => id),
  },
  {
    name: 'a REST API has streams held by the function with little memory',
    why: 'An idle stream is the dearest thing of all, and costs by memory.',
    faults: (resources) =>
      methodsOf(resources)
        .filter(([, { Properties }]) => STREAMING.includes(invokedFunction(resources, Properties)))
        .filter(
          ([, { Properties }]) =>
            (at(Properties, 'HttpMethod') === 'GET') !== (invokedFunction(resources, Properties) === 'DataPlaneStream'),
        )
        .map(([id]) => id),
  },
  {
    name: 'a REST API is deployed with all of its methods',
    why: 'A deployment is a snapshot: a method that is made after it is not served.',
    faults: (resources) => {
      const deployments = ofType(resources, 'AWS::ApiGateway::Deployment');
      return methodsOf(resources)
        .filter(([id, { Properties }]) => {
          const own = deployments.filter(
            ([, each]) => target(at(each.Properties, 'RestApiId')) === target(at(Properties, 'RestApiId')),
          );
          return own.length === 0 || own.some(([, each]) => ![at(each, 'DependsOn')].flat().includes(id));
        })
        .map(([id]) => id);
    },
  },
  {
    name: 'a private API has limits for what needs no login, and for what does',
    why: 'Whoever is in the network could use up what the people of the dashboard have.',
    faults: (resources) => {
      const limited = limitedRoutes(resources);
      return methodsOf(resources)
        .filter(([, { Properties }]) =>
          ['ManagementApi', 'AuthorizationServer'].includes(invokedFunction(resources, Properties)),
        )
        .map(([, { Properties }]) => `${at(Properties, 'HttpMethod')} ${resourcePath(resources, Properties)}`)
        .filter((route) => !limited.includes(route));
    },
  },
  {
    name: 'the distribution asks a REST API below its stage, and others at their root',
    why: 'API Gateway answers 403 to a path that begins with no stage.',
    faults: (resources) =>
      list(at(distributionOf(resources), 'Origins')).flatMap((origin) => {
        const domain = JSON.stringify(at(origin, 'DomainName') ?? '');
        const stage = ofType(resources, 'AWS::ApiGateway::Stage').find(([, { Properties }]) =>
          domain.includes(`"Ref":"${target(at(Properties, 'RestApiId'))}"`),
        );
        const path = stage && `/${at(stage[1].Properties, 'StageName')}`;
        return unlike(String(at(origin, 'Id')), at(origin, 'OriginPath'), path);
      }),
  },
  {
    name: 'nobody without an identity invokes a function but by its address',
    why: 'Control Tower refuses the permission (CT.LAMBDA.PR.2), and Security Hub has it removed (Lambda.1).',
    faults: (resources) => {
      const urls = ofType(resources, 'AWS::Lambda::Url').map(([, { Properties }]) =>
        functionNameOf(resources, at(Properties, 'TargetFunctionArn')),
      );
      return ofType(resources, 'AWS::Lambda::Permission')
        .filter(([, { Properties }]) => at(Properties, 'Principal') === '*')
        .filter(([, { Properties }]) => !urls.includes(functionNameOf(resources, at(Properties, 'FunctionName'))))
        .map(([id]) => id);
    },
  },
  {
    name: 'a private API, its name and its functions know the same VPC endpoints, and no others',
    why: 'Whoever has an endpoint of their own, in any account, would reach it, or nobody would.',
    faults: (resources) => {
      const apis = ofType(resources, 'AWS::ApiGateway::RestApi').filter(
        ([, { Properties }]) => at(Properties, 'EndpointConfiguration', 'Types', 0) === 'PRIVATE',
      );
      const names = ofType(resources, 'AWS::ApiGateway::DomainNameV2');
      const wanted = letIn(at(apis[0]?.[1].Properties, 'Policy'));
      if (apis.length === 0) return [];
      const behind = new Set(methodsOf(resources).map(([, { Properties }]) => invokedFunction(resources, Properties)));
      return [
        ...(wanted ? [] : ['the policy of the API']),
        ...unlike('the policy of the name', letIn(at(names[0]?.[1].Properties, 'Policy')), wanted),
        ...unlike(
          'where the name leads here',
          ofType(resources, 'AWS::ApiGateway::DomainNameAccessAssociation')
            .map(([, { Properties }]) => at(Properties, 'AccessAssociationSource'))
            .join(','),
          wanted,
        ),
        ...[...behind].flatMap((name) => {
          const fn = functionsOf(resources).get(name);
          return unlike(name, fn && variablesOf(fn)['VPC_ENDPOINTS'], wanted);
        }),
      ];
    },
  },
];
