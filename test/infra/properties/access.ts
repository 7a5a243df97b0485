/** Who gets in, and which function may do what: the login, the routes, and the rights that must never meet in one role. */
import { statementsOf, targetOf } from '../../support/rights.ts';
import { at, functionsOf, list, nameOf, ofType, type Property, type Resources, target, unlike } from './property.ts';
import { invokedFunction, resourcePath } from './rest-api.ts';

/** `action target` of everything that a function's role allows. */
function rightsOf(resources: Resources, name: string): string[] {
  const role = target(at(functionsOf(resources).get(name)?.Properties, 'Role')) ?? '';
  return statementsOf(resources as Record<string, never>, role)
    .filter(({ Effect }) => Effect === 'Allow')
    .flatMap(({ Action, Resource }) =>
      list(Action).flatMap((action) => list(Resource).map((each) => `${action} ${targetOf(each)}`)),
    );
}

/**
 * What the dashboard asks before anybody is logged in, what MCP clients ask when somebody signs in, and what is asked with a connection
 * token instead of a login.
 */
const PUBLIC_ROUTES = new Set([
  'GET /v1/config',
  'GET /v1/openapi.json',
  'GET /v1/account',
  'DELETE /v1/account',
  'POST /v1/account/consents',
  'POST /v1/account/consents/finish',
  'POST /v1/setup',
  'ANY /automation/{proxy+}',
  'ANY /scim/{proxy+}',
  'ANY /.well-known/{proxy+}',
  'ANY /oauth/{proxy+}',
  'POST /oauth/register',
]);

const holders = (resources: Resources, right: RegExp): string[] =>
  [...functionsOf(resources).keys()]
    .filter((name) => rightsOf(resources, name).some((line) => right.test(line)))
    .sort();

const clientOf = (resources: Resources) =>
  ofType(resources, 'AWS::Cognito::UserPoolClient').find(([id]) => nameOf(id) === 'LoginPoolDashboard');

/** The last part of an address that is put together from references. */
const endOf = (address: unknown): string => {
  const parts = at(address, 'Fn::Join', 1);
  return String(Array.isArray(parts) ? parts.at(-1) : address);
};

export const ACCESS: readonly Property[] = [
  {
    name: 'the login returns to addresses that the dashboard sends, to the letter',
    why: 'Cognito compares callbacks as texts: without the slash at its end every login ends with redirect_mismatch.',
    faults: (resources) => {
      const properties = clientOf(resources)?.[1].Properties;
      return ['CallbackURLs', 'LogoutURLs'].flatMap((name) => {
        const addresses = list(at(properties, name));
        return addresses.length > 0 && addresses.every((each) => endOf(each).endsWith('/')) ? [] : [name];
      });
    },
  },
  {
    name: 'the API takes tokens of this login and this client',
    why: 'Tokens of another client of the pool, or of another pool, would be let in, or none.',
    faults: (resources) => {
      const [inside] = ofType(resources, 'AWS::ApiGateway::Authorizer');
      // The client is the function's to compare (lambdas/shared/restEvent.ts).
      if (inside)
        return unlike('pool', list(at(inside[1].Properties, 'ProviderARNs')).map(target), [
          ofType(resources, 'AWS::Cognito::UserPool')[0]?.[0],
        ]);
      const [authorizer] = ofType(resources, 'AWS::ApiGatewayV2::Authorizer');
      const jwt = at(authorizer?.[1].Properties, 'JwtConfiguration');
      return [
        ...unlike('audience', list(at(jwt, 'Audience')).map(target), [clientOf(resources)?.[0]]),
        ...(JSON.stringify(at(jwt, 'Issuer') ?? '').includes('LoginPool') ? [] : ['issuer']),
      ];
    },
  },
  {
    name: 'every route wants a token but those that tell how to get one',
    why: 'The management API would be open.',
    faults: (resources) => [
      ...ofType(resources, 'AWS::ApiGatewayV2::Route')
        .filter(([, { Properties }]) => at(Properties, 'AuthorizationType') !== 'JWT')
        .map(([, { Properties }]) => String(at(Properties, 'RouteKey')))
        .filter((route) => !PUBLIC_ROUTES.has(route)),
      ...ofType(resources, 'AWS::ApiGateway::Method')
        .filter(([, { Properties }]) => invokedFunction(resources, Properties) === 'ManagementApi')
        .filter(([, { Properties }]) => at(Properties, 'AuthorizationType') !== 'COGNITO_USER_POOLS')
        .map(([, { Properties }]) => `${at(Properties, 'HttpMethod')} ${resourcePath(resources, Properties)}`)
        .filter((route) => !PUBLIC_ROUTES.has(route)),
    ],
  },
  {
    name: 'nobody signs themselves up',
    why: 'Whoever finds the address would be a member.',
    faults: (resources) =>
      ofType(resources, 'AWS::Cognito::UserPool').flatMap(([id, { Properties }]) =>
        unlike(id, at(Properties, 'AdminCreateUserConfig', 'AllowAdminCreateUserOnly'), true),
      ),
  },
  {
    name: 'the login hands out codes, never tokens in an address',
    why: 'The implicit flow leaves tokens in histories and logs.',
    faults: (resources) => unlike('flows', at(clientOf(resources)?.[1].Properties, 'AllowedOAuthFlows'), ['code']),
  },
  {
    name: 'only the sandbox opens credentials of upstreams',
    why: 'Whoever else could would hold every API of the account.',
    faults: (resources) =>
      [...functionsOf(resources).keys()]
        .filter((name) => name !== 'SandboxCalls')
        .flatMap((name) => {
          const role = target(at(functionsOf(resources).get(name)?.Properties, 'Role')) ?? '';
          return (
            statementsOf(resources as Record<string, never>, role)
              .filter(({ Effect, Action }) => Effect === 'Allow' && list(Action).includes('kms:Decrypt'))
              // With the key of stores (dataKey=own) no credential is sealed.
              .filter(({ Resource }) => list(Resource).map(targetOf).join() !== 'DataKey')
              // What is sealed for something else has a name of its own in its context; credentials have `serverId`.
              .filter(({ Condition }) => {
                const names = Object.keys((at(Condition, 'Null') ?? {}) as object);
                return names.length === 0 || names.includes('kms:EncryptionContext:serverId');
              })
              .map(() => name)
          );
        }),
  },
  {
    name: 'the sandbox reaches no table, no queue and no other function',
    why: 'It runs on what upstreams answer; what it could reach, a hostile answer might.',
    faults: (resources, { upstreamSecrets }) => {
      const named = Object.keys(upstreamSecrets).map((arn) => arn.split(':').slice(4).join(':'));
      return rightsOf(resources, 'SandboxCalls')
        .filter((line) => /^(dynamodb|lambda|states|iot|sqs|sns|secretsmanager|ssm):/.test(line))
        .filter((line) => !named.some((arn) => /:Get(SecretValue|Parameter) /.test(line) && line.endsWith(arn)));
    },
  },
  {
    name: 'the sandbox finds the cancellations that mcp-rpc stores',
    why: 'Lambda tells it nothing: cancelled calls would go on at the API and be billed to their end.',
    faults: (resources) =>
      [
        ['DataPlaneRpc', 's3:PutObject DataBundles/cancelled/*'],
        ['SandboxCalls', 's3:GetObject DataBundles/cancelled/*'],
      ]
        .filter(([name, right]) => !rightsOf(resources, name as string).includes(right as string))
        .map(([name, right]) => `${name} has no ${right}`),
  },
  {
    name: 'who answers MCP clients signs no bundle',
    why: 'A fault in front would be enough to serve tools of one’s own.',
    faults: (resources) =>
      holders(resources, /^kms:GenerateMac KeysSigning/).filter((name) => !name.startsWith('Pipeline')),
  },
  {
    name: 'nobody deletes or changes entries of the trail',
    why: 'The trail would prove nothing.',
    faults: (resources) => holders(resources, /^dynamodb:(UpdateItem|DeleteItem|BatchWriteItem|\*) DataAudit/),
  },
  {
    name: 'no role has every action of a service',
    why: 'The table of rights would say nothing.',
    faults: (resources) => holders(resources, /^[a-z0-9-]*:?\* /),
  },
];
