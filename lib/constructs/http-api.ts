/** API Gateway in front of the management function: every route wants a token of the pool, except two that say how to get one. */

import { RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpApi, HttpMethod, HttpNoneAuthorizer, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';
import type { Login } from './login.ts';
import type { Management } from './management.ts';

export class ManagementHttpApi extends Construct {
  readonly api: HttpApi;

  constructor(scope: Construct, id: string, config: DeploymentConfig) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', { createDefaultStage: false, description: 'Portcullis management API' });
    const logs = new LogGroup(this, 'AccessLogs', {
      retention: config.logRetentionDays as number,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const stage: HttpStage = this.api.addStage('Stage', {
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: 200, burstLimit: 400 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(logs),
        // No query string: it may hold what a person typed.
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
    stage.node.addDependency(logs);
  }

  serve(management: Management, login: Login): void {
    const integration = new HttpLambdaIntegration('Management', management.api);
    const authorizer = new HttpJwtAuthorizer('Login', login.issuer, { jwtAudience: [login.client.userPoolClientId] });
    this.api.addRoutes({ path: '/v1/{proxy+}', methods: [HttpMethod.ANY], integration, authorizer });
    for (const path of ['/v1/openapi.json', '/v1/config']) {
      this.api.addRoutes({ path, methods: [HttpMethod.GET], integration, authorizer: new HttpNoneAuthorizer() });
    }
  }
}
