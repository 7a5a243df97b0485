/**
 * The entrance of a deployment that nobody reaches from the internet (`entrance=private`): one private REST API with pages, management,
 * sign-in and MCP, under a name of the owner's that resolves in their network. Only the VPC endpoints that the configuration names lead to it. The
 * policies of the API and of the name deny everybody else, and each function compares the endpoint of a request once more
 * (lambdas/shared/entrance.ts). The API writes no logs (mcp-origins.ts says why).
 */
import { Duration } from 'aws-cdk-lib';
import {
  AuthorizationType,
  CfnBasePathMappingV2,
  CfnDomainNameAccessAssociation,
  CfnDomainNameV2,
  CognitoUserPoolsAuthorizer,
  EndpointType,
  type IResource,
  LambdaIntegration,
  type MethodDeploymentOptions,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';
import { pagesCode } from '../pages-code.ts';
import { CodeFunction } from './code-function.ts';
import { PUBLIC_LIMIT, PUBLIC_ROUTES, SIGN_IN_ROUTES } from './http-api.ts';
import type { Login } from './login.ts';
import { STREAMING } from './mcp-origins.ts';
import { pageHeaders } from './page-headers.ts';

interface Functions {
  readonly rpc: IFunction;
  readonly stream: IFunction;
  readonly management: IFunction;
  readonly authorization: IFunction;
  readonly login: Login;
  /** The variables by which a function knows requests of this entrance. */
  readonly arrival: Readonly<Record<string, string>>;
  /** Origins of the login that the pages of the dashboard may connect to. */
  readonly loginHosts: readonly string[];
}

const STAGE = 'private';
const LIMIT = {
  throttlingRateLimit: PUBLIC_LIMIT.ThrottlingRateLimit,
  throttlingBurstLimit: PUBLIC_LIMIT.ThrottlingBurstLimit,
};

/** The private REST API, its domain name, and the function that serves pages. */
export class PrivateEntrance extends Construct {
  /** Base URL of the product. */
  readonly url: string;
  readonly urls: readonly [string];
  private readonly config: DeploymentConfig;

  constructor(scope: Construct, id: string, config: DeploymentConfig) {
    super(scope, id);
    this.config = config;
    this.url = `https://${config.domainNames[0]}`;
    this.urls = [this.url];
  }

  /** Makes the API for these functions, with the same routes that the distribution and the HTTP API have. */
  serve({ rpc, stream, management, authorization, login, arrival, loginHosts }: Functions): void {
    const limited: Record<string, MethodDeploymentOptions> = {
      '/v1/{proxy+}/ANY': { throttlingRateLimit: 1_000, throttlingBurstLimit: 2_000 },
    };
    for (const [path, method] of [...PUBLIC_ROUTES, ...SIGN_IN_ROUTES]) limited[`${path}/${method}`] = LIMIT;
    const api = new RestApi(this, 'Api', {
      // Metrics of REST APIs are told apart by their names.
      restApiName: this.config.stackName,
      description: 'Portcullis: dashboard, management API, sign-in and MCP, for the VPC endpoints of its policy',
      endpointTypes: [EndpointType.PRIVATE],
      policy: this.policy(),
      // Answers may be compressed, which API Gateway decodes only for media types that are listed.
      binaryMediaTypes: ['*/*'],
      cloudWatchRole: false,
      deployOptions: { stageName: STAGE, methodOptions: limited },
    });
    api.node.tryRemoveChild('Endpoint');
    const buffered = (fn: IFunction) => new LambdaIntegration(fn, { scopePermissionToMethod: false });
    const [answering, streaming] = [rpc, stream].map(
      (fn) =>
        new LambdaIntegration(fn, {
          ...STREAMING,
          scopePermissionToMethod: false,
        }),
    ) as [LambdaIntegration, LambdaIntegration];
    const [managing, signing, pages] = [management, authorization, this.pages(loginHosts, arrival)].map(buffered) as [
      LambdaIntegration,
      LambdaIntegration,
      LambdaIntegration,
    ];
    const at = (path: string): IResource => api.root.resourceForPath(path);
    for (const [path, method] of PUBLIC_ROUTES) at(path).addMethod(method, managing);
    for (const [path, method] of SIGN_IN_ROUTES) at(path).addMethod(method, signing);
    at('/v1/{proxy+}').addMethod('ANY', managing, {
      authorizer: new CognitoUserPoolsAuthorizer(this, 'Login', {
        cognitoUserPools: [login.pool],
        resultsCacheTtl: Duration.seconds(0),
      }),
      authorizationType: AuthorizationType.COGNITO,
    });
    for (const path of ['/mcp', '/{first}/mcp']) {
      at(path).addMethod('GET', streaming);
      at(path).addMethod('ANY', answering);
    }
    // A resource has one child with a parameter, so pages are below the name that MCP paths begin with.
    for (const path of ['/', '/{first}', '/{first}/{proxy+}']) at(path).addMethod('ANY', pages);
    this.nameIt(api);
  }

  /** Everybody may invoke by these endpoints, and nobody in another way. */
  private policy(): PolicyDocument {
    const [anybody, actions, resources] = [[new AnyPrincipal()], ['execute-api:Invoke'], ['execute-api:/*']];
    return new PolicyDocument({
      statements: [
        new PolicyStatement({ effect: Effect.ALLOW, principals: anybody, actions, resources }),
        new PolicyStatement({
          effect: Effect.DENY,
          principals: anybody,
          actions,
          resources,
          conditions: { StringNotEquals: { 'aws:SourceVpce': [...this.config.entranceEndpoints] } },
        }),
      ],
    });
  }

  /** The owner's DNS points the name to the endpoints. */
  private nameIt(api: RestApi): void {
    const { domainNames, certificateArn, entranceEndpoints } = this.config;
    const name = new CfnDomainNameV2(this, 'Name', {
      domainName: domainNames[0],
      certificateArn,
      endpointConfiguration: { types: ['PRIVATE'] },
      securityPolicy: 'TLS_1_2',
      policy: this.policy().toJSON(),
    });
    const mapping = new CfnBasePathMappingV2(this, 'Mapping', {
      domainNameArn: name.attrDomainNameArn,
      restApiId: api.restApiId,
      stage: STAGE,
    });
    mapping.node.addDependency(api.deploymentStage);
    entranceEndpoints.forEach((endpoint, at) => {
      new CfnDomainNameAccessAssociation(this, `Access${at + 1}`, {
        domainNameArn: name.attrDomainNameArn,
        accessAssociationSource: endpoint,
        accessAssociationSourceType: 'VPCE',
      });
    });
  }

  private pages(loginHosts: readonly string[], arrival: Functions['arrival']): CodeFunction {
    return new CodeFunction(this, 'Pages', {
      entry: 'pages/handler',
      codeOf: pagesCode,
      description: 'Serves the dashboard',
      memory: 512,
      timeout: Duration.seconds(10),
      logRetentionDays: this.config.logRetentionDays,
      environment: {
        PAGE_HEADERS: JSON.stringify(pageHeaders(loginHosts)),
        ...arrival,
      },
    });
  }
}
