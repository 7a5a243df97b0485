/** The whole product as one stack, in the order of the picture in design/README.md. */
import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';
import { Data } from '../constructs/data.ts';
import { DataPlane } from '../constructs/data-plane.ts';
import { Edge } from '../constructs/edge.ts';
import { ManagementHttpApi } from '../constructs/http-api.ts';
import { Keys } from '../constructs/keys.ts';
import { Login } from '../constructs/login.ts';
import { Management } from '../constructs/management.ts';
import { Pipeline } from '../constructs/pipeline.ts';
import { Push } from '../constructs/push.ts';
import { Sandbox } from '../constructs/sandbox.ts';

export interface PortcullisStackProps extends StackProps {
  readonly config: DeploymentConfig;
  /** Folder of the built dashboard. */
  readonly dashboard: string;
}

export class PortcullisStack extends Stack {
  constructor(scope: Construct, id: string, props: PortcullisStackProps) {
    super(scope, id, { description: 'Portcullis: governed MCP servers in front of HTTP APIs', ...props });
    const { config } = props;
    const data = new Data(this, 'Data', config);
    const keys = new Keys(this, 'Keys', config);
    const push = new Push(this, 'Push', config.logRetentionDays);
    const sandbox = new Sandbox(this, 'Sandbox', { config, data, keys });
    const pipeline = new Pipeline(this, 'Pipeline', { config, data, keys, push, sandbox });
    const dataPlane = new DataPlane(this, 'DataPlane', { config, data, keys, push, sandbox });

    const edge = new Edge(this, 'Edge', {
      dashboard: props.dashboard,
      loginHosts: [
        `https://cognito-idp.${this.region}.amazonaws.com`,
        `https://portcullis-${this.account}-${this.region}.auth.${this.region}.amazoncognito.com`,
      ],
    });
    const login = new Login(this, 'Login', { config, edgeUrl: edge.url });
    const http = new ManagementHttpApi(this, 'Http', config);
    const management = new Management(this, 'Management', {
      config,
      data,
      keys,
      push,
      sandbox,
      pipeline,
      login,
      edgeUrl: edge.url,
    });
    http.serve(management, login);
    edge.route({
      rpc: dataPlane.rpcUrl,
      stream: dataPlane.streamUrl,
      originSecret: dataPlane.originSecret,
      api: http.api,
    });

    new CfnOutput(this, 'EdgeUrl', { value: edge.url, description: 'Dashboard, API and MCP endpoints' });
    new CfnOutput(this, 'UserPoolId', { value: login.pool.userPoolId, description: 'Add the first admin here' });
    new CfnOutput(this, 'UserPoolClientId', { value: login.client.userPoolClientId });
    new CfnOutput(this, 'LoginUrl', { value: login.domain.baseUrl() });
    new CfnOutput(this, 'AuditArchive', { value: data.auditArchive.bucketName });
  }
}
