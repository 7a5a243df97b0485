/**
 * The push channel: AWS IoT Core. Topics (facts and cost in design/push.md):
 *   mcp/<tokenHash>/…     events of a token
 *   mcp/<session>/down    responses of a legacy session
 *   srv/<serverId>/…      events of a server
 */
import { Aws, RemovalPolicy } from 'aws-cdk-lib';
import { Effect, type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { AwsCustomResource, AwsCustomResourcePolicy, PhysicalResourceId } from 'aws-cdk-lib/custom-resources';
import { Construct } from 'constructs';

const arn = (kind: 'topic' | 'topicfilter' | 'client', name: string, region: string = Aws.REGION) =>
  `arn:${Aws.PARTITION}:iot:${region}:${Aws.ACCOUNT_ID}:${kind}/${name}`;

/** First and last level of a topic; the middle level is a token hash, session or server id (core/mcp/topics.ts). */
export type ListenSubject = 'mcp/revoked' | 'mcp/cancel' | 'mcp/ended' | 'mcp/down' | 'srv/kill' | 'srv/tools';

/** Subjects of every open stream: events that end it, and changed tools. */
const STREAM_EVENTS: readonly ListenSubject[] = ['mcp/revoked', 'srv/kill', 'srv/tools'];
/** Subjects of mcp-rpc: those of streams, and cancelled calls. */
export const RPC_SUBJECTS: readonly ListenSubject[] = [...STREAM_EVENTS, 'mcp/cancel'];
/** Subjects of mcp-stream: those of streams, and the responses and the end of its session. */
export const STREAM_SUBJECTS: readonly ListenSubject[] = [...STREAM_EVENTS, 'mcp/ended', 'mcp/down'];

/** The IoT endpoints of the regions and the rights to connect, subscribe and publish. */
export class Push extends Construct {
  /** Host name of the account's data endpoint. */
  readonly endpoint: string;
  /** Log group of the function for AWS calls at deployment; a stack has one such function. */
  readonly logGroup: LogGroup;
  private readonly others: ReadonlyMap<string, string>;

  /** @param edges other regions whose endpoints are looked up, too */
  constructor(scope: Construct, id: string, retention: RetentionDays, edges: readonly string[] = []) {
    super(scope, id);
    const call = { service: 'Iot', action: 'describeEndpoint', parameters: { endpointType: 'iot:Data-ATS' } };
    const logGroup = new LogGroup(this, 'EndpointLogs', { retention, removalPolicy: RemovalPolicy.DESTROY });
    this.logGroup = logGroup;
    const lookUp = (lookupId: string, region?: string) => {
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

  /** As `grantPublish`, for another region. */
  grantPublishIn(region: string, grantee: IGrantable, ...roots: ReadonlyArray<'mcp' | 'srv'>): void {
    add(
      grantee,
      ['iot:Publish'],
      roots.map((root) => arn('topic', `${root}/*`, region)),
    );
  }

  /** Grants publishing below the given topic roots (`mcp`, `srv`). */
  grantPublish(grantee: IGrantable, ...roots: ReadonlyArray<'mcp' | 'srv'>): void {
    add(
      grantee,
      ['iot:Publish'],
      roots.map((root) => arn('topic', `${root}/*`)),
    );
  }

  /**
   * Grants connecting with a client id `mcp-…` and subscribing to subjects, each for one token, session or server. Denies
   * topic filters with wildcards, so that only a grantee that knows the hash or id can subscribe. In a policy, `+` and `#`
   * are literal characters (AWS IoT Core developer guide, policy resources).
   */
  grantListen(grantee: IGrantable, subjects: readonly ListenSubject[]): void {
    const named = (kind: 'topic' | 'topicfilter') => subjects.map((subject) => arn(kind, subject.replace('/', '/*/')));
    add(grantee, ['iot:Connect'], [arn('client', 'mcp-*')]);
    add(grantee, ['iot:Subscribe'], named('topicfilter'));
    add(grantee, ['iot:Receive'], named('topic'));
    const wildcards = [arn('topicfilter', '*+*'), arn('topicfilter', '*#*')];
    add(grantee, ['iot:Subscribe'], wildcards, Effect.DENY);
  }
}

function add(grantee: IGrantable, actions: string[], resources: string[], effect = Effect.ALLOW): void {
  grantee.grantPrincipal.addToPrincipalPolicy(new PolicyStatement({ effect, actions, resources }));
}
