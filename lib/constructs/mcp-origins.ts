/**
 * Where the distribution finds the functions for MCP clients: function URLs without IAM, because MCP clients cannot sign requests, or, in accounts
 * that forbid those, a REST API that streams (`entrance`). Either is public. The functions refuse what lacks the distribution's secret header.
 */
import { Duration, Fn, Stack } from 'aws-cdk-lib';
import { EndpointType, LambdaIntegration, ResponseTransferMode, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { FunctionUrlAuthType, type IFunction, InvokeMode } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';

/** An origin as the distribution addresses it. */
export interface McpOrigin {
  readonly domain: string;
  /** What it puts before the paths of requests; undefined: nothing. */
  readonly path?: string;
}

/** Those of the function that answers and of the one that holds streams. */
export interface McpOrigins {
  readonly rpc: McpOrigin;
  readonly stream: McpOrigin;
}

interface Functions {
  readonly rpc: IFunction;
  readonly stream: IFunction;
}

/** Makes the entrance that the configuration asks for. */
export const makeMcpOrigins = (
  scope: Construct,
  { entrance, stackName }: DeploymentConfig,
  functions: Functions,
): McpOrigins => (entrance === 'rest' ? restApi(scope, `${stackName} MCP`, functions) : functionUrls(functions));

function functionUrls({ rpc, stream }: Functions): McpOrigins {
  const originOf = (fn: IFunction): McpOrigin => {
    const { url } = fn.addFunctionUrl({
      authType: FunctionUrlAuthType.NONE,
      invokeMode: InvokeMode.RESPONSE_STREAM,
    });
    return { domain: Fn.select(2, Fn.split('/', url)) };
  };
  return { rpc: originOf(rpc), stream: originOf(stream) };
}

/** Streams for as long as API Gateway does (developer guide, "Stream the integration response"). */
export const STREAMING = { responseTransferMode: ResponseTransferMode.STREAM, timeout: Duration.minutes(15) };
const STAGE = 'mcp';

/**
 * One API, which chooses the function by the method. It writes no logs: those of API Gateway need a role that is one setting of the whole
 * account, and its execution log has the path, which may be a token.
 */
function restApi(scope: Construct, restApiName: string, { rpc, stream }: Functions): McpOrigins {
  const api = new RestApi(scope, 'Api', {
    restApiName,
    description: 'Portcullis MCP endpoints, behind the distribution',
    endpointTypes: [EndpointType.REGIONAL],
    cloudWatchRole: false,
    deployOptions: { stageName: STAGE },
  });
  // CDK puts its address out, where nobody gets an answer.
  api.node.tryRemoveChild('Endpoint');
  const streaming = (fn: IFunction) => new LambdaIntegration(fn, { ...STREAMING, allowTestInvoke: false });
  const paths = api.root.addResource('{proxy+}');
  paths.addMethod('ANY', streaming(rpc));
  paths.addMethod('GET', streaming(stream));
  const origin = {
    domain: `${api.restApiId}.execute-api.${Stack.of(scope).region}.amazonaws.com`,
    path: `/${STAGE}`,
  };
  return { rpc: origin, stream: origin };
}
