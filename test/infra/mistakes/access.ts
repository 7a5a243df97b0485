/** Mistakes about the login, the routes and the rights. */
import { arnOf, type Mistake, type Node } from './draft.ts';

export const ACCESS: readonly Mistake[] = [
  {
    mistake: 'a callback without its slash',
    caughtBy: 'the login returns to addresses that the dashboard sends, to the letter',
    make: (draft) => {
      const [callback] = draft.of('LoginPoolDashboard')['CallbackURLs'] as [{ 'Fn::Join': [string, unknown[]] }];
      callback['Fn::Join'][1].pop();
    },
  },
  {
    mistake: 'the API takes tokens of another client',
    caughtBy: 'the API takes tokens of this login and this client',
    make: (draft) => {
      draft.of('HttpApiLogin', 'JwtConfiguration')['Audience'] = ['another-client'];
    },
  },
  {
    mistake: 'a route without a login',
    caughtBy: 'every route wants a token but those that tell how to get one',
    make: (draft) => {
      draft.of('HttpApiANYv1proxy')['AuthorizationType'] = 'NONE';
    },
  },
  {
    mistake: 'people sign themselves up',
    caughtBy: 'nobody signs themselves up',
    make: (draft) => {
      draft.of('LoginPool', 'AdminCreateUserConfig')['AllowAdminCreateUserOnly'] = false;
    },
  },
  {
    mistake: 'the implicit flow',
    caughtBy: 'the login hands out codes, never tokens in an address',
    make: (draft) => {
      draft.of('LoginPoolDashboard')['AllowedOAuthFlows'] = ['code', 'implicit'];
    },
  },
  {
    mistake: 'the management API opens credentials',
    caughtBy: 'only the sandbox opens credentials of upstreams',
    make: (draft) => draft.grant('ManagementApi', 'kms:Decrypt', arnOf(draft, 'KeysCredentials')),
  },
  {
    mistake: 'the sandbox reads a table',
    caughtBy: 'the sandbox reaches no table, no queue and no other function',
    make: (draft) => draft.grant('SandboxCalls', 'dynamodb:GetItem', arnOf(draft, 'DataServers')),
  },
  {
    mistake: 'the sandbox looks for no cancellation',
    caughtBy: 'the sandbox finds the cancellations that mcp-rpc stores',
    make: (draft) => {
      const document = draft.of('SandboxCallsRoleDefaultPolicy', 'PolicyDocument');
      const statements = document['Statement'] as Node[];
      document['Statement'] = statements.filter((each) => !JSON.stringify(each).includes('/cancelled/'));
    },
  },
  {
    mistake: 'mcp-rpc signs bundles',
    caughtBy: 'who answers MCP clients signs no bundle',
    make: (draft) => draft.grant('DataPlaneRpc', 'kms:GenerateMac', arnOf(draft, 'KeysSigning')),
  },
  {
    mistake: 'the management API deletes entries',
    caughtBy: 'nobody deletes or changes entries of the trail',
    make: (draft) => draft.grant('ManagementApi', 'dynamodb:DeleteItem', arnOf(draft, 'DataAudit')),
  },
  {
    mistake: 'a role has all of S3',
    caughtBy: 'no role has every action of a service',
    make: (draft) => draft.grant('ManagementApi', 's3:*', arnOf(draft, 'DataBundles')),
  },
];
