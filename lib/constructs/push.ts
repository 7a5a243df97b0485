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

const arn = (kind: 'topic' | 'topicfilter' | 'client', name: string, region: string = Aws.REGION) =>
  `arn:${Aws.PARTITION}:iot:${region}:${Aws.ACCOUNT_ID}:${kind}/${name}`;

export class Push extends Construct {
  /** Host name of the account's data endpoint. */
  readonly endpoint: string;
  private readonly others: ReadonlyMap<string, string>;

  /** `edges`: other regions whose endpoints are looked up as well. */
  constructor(scope: Construct, id: string, retention: RetentionDays, edges: readonly string[] = []) {
    super(scope, id);
    const call = { service: 'Iot', action: 'describeEndpoint', parameters: { endpointType: 'iot:Data-ATS' } };
    let logGroup: LogGroup | undefined;
    const lookUp = (lookupId: string, region?: string) => {
      logGroup ??= new LogGroup(this, 'EndpointLogs', { retention, removalPolicy: RemovalPolicy.DESTROY });
      const physicalResourceId = PhysicalResourceId.fromResponse('endpointAddress');
      const lookup = new AwsCustomResource(this, lookupId, {
        onUpdate: { ...call, physicalResourceId, ...(region && { region }) },
        installLatestAwsSdk: false,
        logGroup,
        policy: AwsCustomResourcePolicy.fromStatements([
          new PolicyStatement({ effect: Effect.ALLOW, actions: ['iot:DescribeEndpoint'], resources: ['*'] }),
        ]),
      });
      return lookup.getResponseField('endpointAddress');
    };
    this.endpoint = lookUp('Endpoint');
    this.others = new Map(edges.map((region) => [region, lookUp(`Endpoint-${region}`, region)]));
  }

  /** Host name of the data endpoint of one of the other regions. */
  endpointIn(region: string): string {
    const found = this.others.get(region);
    if (!found) throw new Error(`The endpoint of ${region} was not looked up.`);
    return found;
  }

  /** As `grantPublish`, at another region's endpoint. */
  grantPublishIn(region: string, grantee: IGrantable, ...roots: ReadonlyArray<'mcp' | 'srv'>): void {
    add(
      grantee,
      ['iot:Publish'],
      roots.map((root) => arn('topic', `${root}/*`, region)),
    );
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
