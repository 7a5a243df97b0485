/**
 * The push channel: AWS IoT Core. Topics (facts and cost in design/push.md):
 *   mcp/<tokenHash>/…  something about one token   · mcp/<session>/down  answers of one legacy session
 *   srv/<serverId>/…   something about one server
 */
import { Aws, RemovalPolicy } from 'aws-cdk-lib';
import { Effect, type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { AwsCustomResource, AwsCustomResourcePolicy, PhysicalResourceId } from 'aws-cdk-lib/custom-resources';
import { Construct } from 'constructs';

const arn = (kind: 'topic' | 'topicfilter' | 'client', name: string) =>
  `arn:${Aws.PARTITION}:iot:${Aws.REGION}:${Aws.ACCOUNT_ID}:${kind}/${name}`;

export class Push extends Construct {
  /** Host name of the account's data endpoint. */
  readonly endpoint: string;

  constructor(scope: Construct, id: string, retention: RetentionDays) {
    super(scope, id);
    const call = { service: 'Iot', action: 'describeEndpoint', parameters: { endpointType: 'iot:Data-ATS' } };
    const lookup = new AwsCustomResource(this, 'Endpoint', {
      onUpdate: { ...call, physicalResourceId: PhysicalResourceId.fromResponse('endpointAddress') },
      installLatestAwsSdk: false,
      logGroup: new LogGroup(this, 'EndpointLogs', { retention, removalPolicy: RemovalPolicy.DESTROY }),
      policy: AwsCustomResourcePolicy.fromStatements([
        new PolicyStatement({ effect: Effect.ALLOW, actions: ['iot:DescribeEndpoint'], resources: ['*'] }),
      ]),
    });
    this.endpoint = lookup.getResponseField('endpointAddress');
  }

  /** May publish below the given topic roots (`mcp`, `srv`). */
  grantPublish(grantee: IGrantable, ...roots: ReadonlyArray<'mcp' | 'srv'>): void {
    add(
      grantee,
      ['iot:Publish'],
      roots.map((root) => arn('topic', `${root}/*`)),
    );
  }

  /** May connect under a client id `mcp-…` and receive what is published below `mcp` and `srv`. */
  grantListen(grantee: IGrantable): void {
    add(grantee, ['iot:Connect'], [arn('client', 'mcp-*')]);
    add(grantee, ['iot:Subscribe'], [arn('topicfilter', 'mcp/*'), arn('topicfilter', 'srv/*')]);
    add(grantee, ['iot:Receive'], [arn('topic', 'mcp/*'), arn('topic', 'srv/*')]);
  }
}

function add(grantee: IGrantable, actions: string[], resources: string[]): void {
  grantee.grantPrincipal.addToPrincipalPolicy(new PolicyStatement({ effect: Effect.ALLOW, actions, resources }));
}
