/**
 * The product as a construct for one region, in a stack of somebody's own: everything that `npm run deploy` makes in one stack. What others
 * may refer to is public; the constructs behind it are not.
 */
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { AlarmBase, type IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { IUserPool, IUserPoolClient } from 'aws-cdk-lib/aws-cognito';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IEventBus } from 'aws-cdk-lib/aws-events';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';
import { encryptStores } from '../constructs/data-key.ts';
import { monitor } from './monitoring.ts';
import { type Front, type HomeParts, makeFront, makeHome } from './parts.ts';
import { configOf, type PortcullisProps, placeOf } from './props.ts';

/**
 * Governed MCP servers in front of HTTP APIs.
 *
 * Its tables, buckets, keys and user pool have logical ids made of its path: a construct that is moved or gets another id is another, empty
 * one. `retainData` (the default) leaves the data of the earlier one in the account.
 */
export class Portcullis extends Construct {
  /** Base URL of the dashboard, the API and the MCP endpoints, without a slash at its end. */
  readonly url: string;
  /** The dashboard. */
  readonly dashboardUrl: string;
  /** The management API; its description is below it, at `/openapi.json`. */
  readonly apiUrl: string;
  /** The accounts of people. Add the first admin here: a user in the group `admin`. */
  readonly userPool: IUserPool;
  /** The dashboard as a client of the pool. */
  readonly userPoolClient: IUserPoolClient;
  /** Where names that are in no `hostedZone` have to point to; undefined with `entrance: 'private'`. */
  readonly distribution: IDistribution | undefined;
  /** Log of all calls and changes. */
  readonly auditTable: ITable;
  /** Signed archive of this log, with S3 Object Lock. */
  readonly auditArchive: IBucket;
  /** Key that the archive is signed with, for `portcullis audit verify --key-id`. */
  readonly auditKey: IKey;
  /** What AWS gave up and a person has to have done again. */
  readonly failureQueue: IQueue;
  /** Where events are put, for rules of yours; undefined without `events`. */
  readonly eventBus: IEventBus | undefined;
  /** All alarms; those of the queue and the archive are there without `alarms` as well. */
  readonly alarms: readonly IAlarm[];

  /** @internal */
  readonly parts: HomeParts & Front & { readonly config: DeploymentConfig };

  /** Throws an error with the code `props_invalid`, which names each property that is wrong, the rule and the way out. */
  constructor(scope: Construct, id: string, props: PortcullisProps = {}) {
    super(scope, id);
    const config = configOf(this, props);
    const place = placeOf(props)?.scope ?? this;
    const home = makeHome(place, config);
    const front = makeFront(place, { config, home });
    monitor(place, config);
    encryptStores(place, config);
    this.parts = { ...home, ...front, config };
    this.url = front.url;
    this.dashboardUrl = `${this.url}/`;
    this.apiUrl = `${this.url}/v1`;
    this.userPool = front.login.pool;
    this.userPoolClient = front.login.client;
    this.distribution = front.edge?.distribution;
    this.auditTable = home.data.audit;
    this.auditArchive = home.data.auditArchive;
    this.auditKey = home.archiver.key;
    this.failureQueue = home.failures.queue;
    this.eventBus = home.events?.bus;
    this.alarms = place.node.findAll().filter((each) => each instanceof AlarmBase);
  }

  /** URL of a server's MCP endpoint, for clients that sign in. */
  mcpUrl(serverId: string): string {
    return `${this.url}/${serverId}/mcp`;
  }
}
