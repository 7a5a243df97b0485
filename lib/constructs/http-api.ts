/**
 * API Gateway in front of the management function. Each route requires a token of the user pool, except two that describe
 * how to get one, and those that are called with a connection token. These, and those of the authorization server, have their own throttling limits, so that flooding
 * them does not affect people who are signed in.
 */

import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import type { CfnStage, HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpApi, HttpMethod, HttpNoneAuthorizer, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';
import type { Authorization } from './authorization.ts';
import type { Login } from './login.ts';
import type { Management } from './management.ts';
import { vendedLogs } from './vended-logs.ts';

/** Throttling of each public route: requests per second, and burst. */
export const PUBLIC_LIMIT = { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 };

/** Routes of the management function without a login; those of /v1/account are called with a connection token. */
export const PUBLIC_ROUTES = [
  ['/v1/openapi.json', HttpMethod.GET],
  ['/v1/config', HttpMethod.GET],
  ['/v1/account', HttpMethod.GET],
  ['/v1/account', HttpMethod.DELETE],
  ['/v1/account/consents', HttpMethod.POST],
  ['/v1/account/consents/finish', HttpMethod.POST],
  ['/v1/setup', HttpMethod.POST],
  // Requests with an automation key, which lib/edge/api.js sends here.
  ['/automation/{proxy+}', HttpMethod.ANY],
  // SCIM of the identity provider, with an automation key for nothing else.
  ['/scim/{proxy+}', HttpMethod.ANY],
] as const;

/**
 * Routes of the authorization server; lambdas/authorization/handler.ts has the single paths. Registration has a limit of its own, so that
 * a flood of it leaves the other requests theirs.
 */
export const SIGN_IN_ROUTES = [
  ['/oauth/{proxy+}', HttpMethod.ANY],
  ['/oauth/register', HttpMethod.POST],
  ['/.well-known/{proxy+}', HttpMethod.ANY],
] as const;

/** The HTTP API in front of the management function. */
export class ManagementHttpApi extends Construct {
  readonly api: HttpApi;
  private readonly stage: HttpStage;

  constructor(scope: Construct, id: string, config: DeploymentConfig) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', { createDefaultStage: false, description: 'Portcullis management API' });
    const logs = vendedLogs(this, 'AccessLogs', config);
    this.stage = this.api.addStage('Stage', {
      stageName: '$default',
      autoDeploy: true,
      // Requests without a token of the login are refused before, by the distribution (lib/edge/api.js).
      throttle: { rateLimit: 1_000, burstLimit: 2_000 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(logs),
        // Without the query string, which may contain personal data.
        format: AccessLogFormat.custom(
          JSON.stringify({
            time: '$context.requestTime',
            id: '$context.requestId',
            method: '$context.httpMethod',
            path: '$context.path',
            status: '$context.status',
            latency: '$context.responseLatency',
            user: '$context.authorizer.claims.sub',
          }),
        ),
      },
    });
    this.stage.node.addDependency(logs);
  }

  serve(management: Management, login: Login, authorization: Authorization): void {
    const integration = new HttpLambdaIntegration('Management', management.api);
    const authorizer = new HttpJwtAuthorizer('Login', login.issuer, { jwtAudience: [login.client.userPoolClientId] });
    this.api.addRoutes({ path: '/v1/{proxy+}', methods: [HttpMethod.ANY], integration, authorizer });
    const settings: Record<string, object> = {};
    for (const [path, method] of PUBLIC_ROUTES) {
      const authorizer = new HttpNoneAuthorizer();
      const routes = this.api.addRoutes({ path, methods: [method], integration, authorizer });
      settings[`${method} ${path}`] = PUBLIC_LIMIT;
      // The settings of a stage may name only existing routes.
      this.stage.node.addDependency(...routes);
    }
    const signIn = new HttpLambdaIntegration('Authorization', authorization.server);
    for (const [path, method] of SIGN_IN_ROUTES) {
      const authorizer = new HttpNoneAuthorizer();
      const routes = this.api.addRoutes({ path, methods: [method], integration: signIn, authorizer });
      settings[`${method} ${path}`] = PUBLIC_LIMIT;
      this.stage.node.addDependency(...routes);
    }
    (this.stage.node.defaultChild as CfnStage).routeSettings = settings;
  }
}
