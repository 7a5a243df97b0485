/** Mistakes about what functions are given. */
import { arnOf, type Mistake } from './draft.ts';

export const FUNCTIONS: readonly Mistake[] = [
  {
    mistake: 'a variable was forgotten',
    caughtBy: 'functions have every variable that their code reads',
    make: (draft) => {
      delete draft.variables('DataPlaneRpc')['TABLE_SESSIONS'];
    },
  },
  {
    mistake: 'a variable names the table beside',
    caughtBy: 'variables point to what their names say',
    make: (draft) => {
      draft.variables('ManagementApi')['TABLE_TOOLS'] = { Ref: draft.id('DataServers') };
    },
  },
  {
    mistake: 'an environment of over 4 KB',
    caughtBy: 'an environment fits into 4 KB',
    make: (draft) => {
      draft.variables('DataPlaneRpc')['ALLOWED_ORIGINS'] = 'https://app.example.com,'.repeat(150);
    },
  },
  {
    mistake: 'a stream outlives its function at the largest setting',
    caughtBy: 'a stream ends before its function does',
    make: (draft) => {
      draft.variables('DataPlaneStream')['STREAM_LIFE_MS'] = '900000';
      draft.of('DataPlaneStream')['Timeout'] = 930;
    },
  },
  {
    mistake: 'mcp-rpc gives up before the sandbox does',
    caughtBy: 'who waits for a function waits longer than it may run',
    make: (draft) => {
      draft.of('SandboxCalls')['Timeout'] = 900;
    },
  },
  {
    mistake: 'the management API runs for a minute',
    caughtBy: 'the management API ends before API Gateway gives up',
    make: (draft) => {
      draft.of('ManagementApi')['Timeout'] = 60;
    },
  },
  {
    mistake: 'servers share an environment of the sandbox',
    caughtBy: 'the sandbox, and it alone, has an environment for each server',
    make: (draft) => {
      delete draft.of('SandboxCalls')['TenancyConfig'];
    },
  },
  {
    mistake: 'the sandbox may make code of texts',
    caughtBy: 'the sandbox starts locked down',
    make: (draft) => {
      delete draft.variables('SandboxCalls')['NODE_OPTIONS'];
    },
  },
  {
    mistake: 'the sandbox has an address',
    caughtBy: 'nobody but CloudFront has an address for a function',
    make: (draft) => {
      draft.resources['SandboxUrl01234567'] = {
        Type: 'AWS::Lambda::Url',
        Properties: {
          AuthType: 'NONE',
          InvokeMode: 'RESPONSE_STREAM',
          TargetFunctionArn: arnOf(draft, 'SandboxCalls'),
        },
      };
    },
  },
  {
    mistake: 'a function URL lacks the second permission',
    caughtBy: 'function URLs have both permissions',
    make: (draft) => {
      delete draft.resources[draft.id('DataPlaneRpcinvokefunction')];
    },
  },
  {
    mistake: 'a log is kept for ever',
    caughtBy: 'what functions log is deleted after the days that the owner set',
    make: (draft) => {
      delete draft.of('ManagementApiLogs')['RetentionInDays'];
    },
  },
  {
    mistake: 'the old endpoint of AWS IoT',
    caughtBy: 'the address for push messages is the one that signs with certificates of Amazon',
    make: (draft) => {
      const endpoint = draft.of('PushEndpoint');
      endpoint['Create'] = String(endpoint['Create']).replace('iot:Data-ATS', 'iot:Data');
    },
  },
  {
    mistake: 'the archiver skips what it can’t write three times',
    caughtBy: 'the archiver reads the stream of the trail from its beginning, for 20 hours',
    make: (draft) => {
      draft.of('AuditArchiverChanges')['MaximumRetryAttempts'] = 3;
    },
  },
  {
    mistake: 'the API logs under a name that CloudFormation makes',
    caughtBy: 'services write their logs below /aws/vendedlogs/',
    make: (draft) => {
      delete draft.of('HttpAccessLogs')['LogGroupName'];
    },
  },
  {
    mistake: 'the authorization server has another address than the rest',
    caughtBy: 'a variable has one value, whichever function has it',
    make: (draft) => {
      draft.variables('AuthorizationServer')['EDGE_URL'] = 'https://d111111abcdef8.cloudfront.net';
    },
  },
];
