/**
 * The deployment pipeline: a Standard state machine that calls the phase functions. Its state contains only ids.
 * ParseSpec | Provision → SealSandbox → InjectGovernance → Distribute → Live; any error → RecordFailure → Failed.
 * `Reseal` runs the same code in one function, for edits of tools and governance without a deployment.
 */
import { Duration } from 'aws-cdk-lib';
import { Effect, Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  Choice,
  Condition,
  DefinitionBody,
  Errors,
  Fail,
  type IChainable,
  JitterType,
  JsonPath,
  LogLevel,
  StateMachine,
  Succeed,
  type TaskStateBase,
  Timeout,
} from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { Construct } from 'constructs';
import { BINDING_SERVER_ATTRIBUTES, PIPELINE_SERVER_ATTRIBUTES } from '../../aws/tables/servers.ts';
import type { Entry } from '../bundles.ts';
import type { DeploymentConfig } from '../config.ts';
import { CodeFunction } from './code-function.ts';
import type { Data } from './data.ts';
import { edgeVariables, grantDistributeInEdges } from './edge-access.ts';
import type { Failures } from './failures.ts';
import type { Keys } from './keys.ts';
import type { Push } from './push.ts';
import { mayBind, mayClear, mayInvoke, mayRead, mayUse, mayWrite } from './rights.ts';
import { privateNames, type Sandbox } from './sandbox.ts';
import { vendedLogs } from './vended-logs.ts';

const TRANSIENT = [
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
  'Lambda.ClientExecutionTimeoutException',
  'Lambda.TooManyRequestsException',
  'Lambda.Unknown',
  'TransientFailure',
];

/**
 * Megabytes of a phase: those of a server of 20,000 tools took 2.0 GB (design/budgets.md). New accounts may have 3,008. It is paid only while
 * a server is deployed or edited.
 */
const MEMORY = 3_008;
/** Seconds of a phase whose work grows with the tools: compiling 20,000 takes a processor 50 s, writing them 75 s. */
const LONG = 300;

interface PipelineProps {
  readonly config: DeploymentConfig;
  readonly data: Data;
  readonly keys: Keys;
  readonly push: Push;
  readonly sandbox: Sandbox;
  readonly failures: Failures;
}

type Phases = Readonly<
  Record<'parseSpec' | 'provision' | 'sealSandbox' | 'injectGovernance' | 'distribute' | 'recordFailure', CodeFunction>
>;

/** The state machine with the functions of its phases, and the function Reseal. */
export class Pipeline extends Construct {
  readonly stateMachine: StateMachine;
  readonly reseal: CodeFunction;
  readonly recordFailure: CodeFunction;

  private readonly props: PipelineProps;

  constructor(scope: Construct, id: string, props: PipelineProps) {
    super(scope, id);
    this.props = props;
    const functions = this.phases();
    this.recordFailure = functions.recordFailure;
    this.reseal = this.resealing();
    // A toolset is composed anew when one of its members is deployed.
    mayInvoke(functions.distribute, this.reseal);
    functions.distribute.addEnvironment('FUNCTION_RESEAL', this.reseal.functionName);
    this.stateMachine = new StateMachine(this, 'Deployment', {
      definitionBody: DefinitionBody.fromChainable(this.define(functions)),
      timeout: Duration.minutes(20),
      comment: 'Deploys one server: parse or provision, seal, govern, distribute',
      tracingEnabled: false,
      logs: {
        destination: vendedLogs(this, 'DeploymentLogs', props.config),
        level: LogLevel.ERROR,
        includeExecutionData: false,
      },
    });
  }

  /** The functions of the phases, with the rights that each of them needs. */
  private phases(): Phases {
    const { data, keys, sandbox } = this.props;
    const parseSpec = this.phase('ParseSpec', 'pipeline/parse-spec', 'Imports the API description', LONG);
    mayInvoke(parseSpec, sandbox.specReader);
    // Of an MCP server the sandbox reads the tools, because only that may open the credential.
    mayInvoke(parseSpec, sandbox.calls);
    mayRead(parseSpec, data.specs, 'uploads');
    data.tools.grant(parseSpec, 'dynamodb:Query');
    data.settings.grant(parseSpec, 'dynamodb:GetItem');
    // Where a person signs in at it: their access token, sealed.
    mayUse(parseSpec, data.upstreamTokens, 'GetItem');
    parseSpec.addEnvironment('TABLE_UPSTREAM_TOKENS', data.upstreamTokens.tableName);
    const provision = this.phase('Provision', 'pipeline/provision', 'Checks a server made by hand', 120);
    data.tools.grant(provision, 'dynamodb:Query');
    mayRead(provision, data.specs, 'versions');
    const sealSandbox = this.phase(
      'SealSandbox',
      'pipeline/seal-sandbox',
      'Builds and proves the sandbox section',
      LONG,
    );
    mayRead(sealSandbox, data.bundles, 'lockfiles');
    // The members of a toolset, their tags, and what is set for all servers.
    mayRead(sealSandbox, data.bundles, 'bundles');
    data.tools.grant(sealSandbox, 'dynamodb:Query');
    data.settings.grant(sealSandbox, 'dynamodb:GetItem');
    keys.signing.grantVerifyMac(sealSandbox);
    // To bind a credential that was given before the base URL was known, to the origin that the import has found.
    sealSandbox.addEnvironment('KEY_CREDENTIALS', keys.credentials.keyArn);
    mayBind(sealSandbox, keys.credentials, ['serverId', 'deploymentId']);
    this.mayUpdateServer(sealSandbox, BINDING_SERVER_ATTRIBUTES);
    const injectGovernance = this.phase(
      'InjectGovernance',
      'pipeline/inject-governance',
      'Compiles governance in, signs',
      120,
    );
    data.settings.grant(injectGovernance, 'dynamodb:GetItem');
    keys.signing.grantGenerateMac(injectGovernance);
    const distribute = this.distributing();
    const phases = [parseSpec, provision, sealSandbox, injectGovernance, distribute];
    for (const fn of phases) this.mayReport(fn);
    // Each phase reads the data of the previous one and writes data for the next one.
    for (const fn of phases) if (fn !== provision) mayRead(fn, data.specs, 'staging');
    for (const fn of phases) if (fn !== distribute) mayWrite(fn, data.specs, 'staging');
    return { parseSpec, provision, sealSandbox, injectGovernance, distribute, recordFailure: this.recordingFailure() };
  }

  private distributing(): CodeFunction {
    const { config, data, push, sandbox } = this.props;
    const distribute = this.phase('Distribute', 'pipeline/distribute', 'Stores, proves and publishes the bundle', LONG);
    // The transaction that writes tools checks that this deployment is still the server's current one.
    mayUse(distribute, data.tools, 'PutItem', 'DeleteItem');
    mayUse(distribute, data.servers, 'ConditionCheckItem');
    mayWrite(distribute, data.bundles, 'bundles');
    mayWrite(distribute, data.bundles, 'lockfiles');
    mayClear(distribute, data.bundles, 'bundles', 'lockfiles');
    // Stores the new version and the final state of the previous one; deletes versions beyond the number that is kept.
    mayWrite(distribute, data.specs, 'versions');
    mayClear(distribute, data.specs, 'versions');
    mayUse(distribute, data.deployments, 'Query');
    mayInvoke(distribute, sandbox.calls);
    // Which servers are toolsets.
    data.settings.grant(distribute, 'dynamodb:GetItem');
    push.grantPublish(distribute, 'srv');
    grantDistributeInEdges(distribute, config, push);
    this.mayUpdateServer(distribute);
    return distribute;
  }

  private recordingFailure(): CodeFunction {
    const { data } = this.props;
    const recordFailure = this.phase('RecordFailure', 'pipeline/record-failure', 'Ends a deployment that failed', LONG);
    this.mayReport(recordFailure);
    // Restores the tools when the last phase failed after writing some.
    mayRead(recordFailure, data.specs, 'staging');
    mayUse(recordFailure, data.tools, 'Query', 'PutItem', 'DeleteItem');
    mayUse(recordFailure, data.servers, 'ConditionCheckItem');
    this.mayUpdateServer(recordFailure);
    return recordFailure;
  }

  private resealing(): CodeFunction {
    const { config, data, keys, push, sandbox, failures } = this.props;
    const reseal = this.phase('Reseal', 'pipeline/reseal', 'Seals a new bundle after an edit', 120);
    failures.keepEventsOf(reseal);
    data.tools.grant(reseal, 'dynamodb:Query');
    data.settings.grant(reseal, 'dynamodb:GetItem');
    keys.signing.grantGenerateMac(reseal);
    // The live bundle says which schemas were compiled already.
    mayRead(reseal, data.bundles, 'bundles');
    // Of a toolset whose bundle cannot be read, for the names of its tools.
    mayRead(reseal, data.bundles, 'lockfiles');
    keys.signing.grantVerifyMac(reseal);
    mayWrite(reseal, data.bundles, 'bundles');
    mayWrite(reseal, data.bundles, 'lockfiles');
    // For a server that was deleted meanwhile.
    mayClear(reseal, data.bundles, 'bundles', 'lockfiles');
    mayInvoke(reseal, sandbox.calls);
    push.grantPublish(reseal, 'srv');
    grantDistributeInEdges(reseal, config, push);
    this.mayUpdateServer(reseal);
    // For the toolsets with a server. A policy that the function does not wait for, because it names the function.
    const again = new Policy(this, 'ResealToolsets');
    again.addStatements(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [reseal.functionArn] }));
    if (reseal.role) again.attachToRole(reseal.role);
    return reseal;
  }

  /** A function with what all of them have in common. `timeout`: in seconds. */
  private phase(name: string, entry: Entry, description: string, timeout: number): CodeFunction {
    const { config, data, keys, push, sandbox } = this.props;
    const fn = new CodeFunction(this, name, {
      entry,
      description,
      memory: MEMORY,
      timeout: Duration.seconds(timeout),
      logRetentionDays: config.logRetentionDays,
      environment: {
        TABLE_SERVERS: data.servers.tableName,
        TABLE_TOOLS: data.tools.tableName,
        TABLE_DEPLOYMENTS: data.deployments.tableName,
        TABLE_SETTINGS: data.settings.tableName,
        BUCKET_BUNDLES: data.bundles.bucketName,
        BUCKET_SPECS: data.specs.bucketName,
        KEY_SIGNING: keys.signing.keyArn,
        FUNCTION_SANDBOX: sandbox.calls.functionName,
        FUNCTION_SPEC_READER: sandbox.specReader.functionName,
        IOT_ENDPOINT: push.endpoint,
        ...privateNames(config),
        ...edgeVariables(this, config, push),
      },
    });
    data.servers.grant(fn, 'dynamodb:GetItem');
    return fn;
  }

  /** The right to read and write the progress of a deployment. */
  private mayReport(fn: CodeFunction): void {
    this.props.data.deployments.grant(fn, 'dynamodb:GetItem', 'dynamodb:PutItem');
  }

  /** The right to write these attributes of servers, and no others. */
  private mayUpdateServer(fn: CodeFunction, attributes: readonly string[] = PIPELINE_SERVER_ATTRIBUTES): void {
    fn.addToRolePolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: ['dynamodb:UpdateItem'],
        resources: [this.props.data.servers.tableArn],
        conditions: {
          'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...attributes] },
          StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
        },
      }),
    );
  }

  private define(functions: Phases): IChainable {
    const states = new Construct(this, 'States');
    const failed = new Fail(states, 'Failed', { errorPath: '$.error.Error', causePath: '$.error.Cause' });
    const task = (name: string, fn: CodeFunction): TaskStateBase => {
      const state = new LambdaInvoke(states, name, {
        lambdaFunction: fn,
        payloadResponseOnly: true,
        // Said because interpreters of the language take another default than AWS (local/twins/step-functions.ts: a minute).
        taskTimeout: Timeout.duration(Duration.seconds(LONG + 10)),
        retryOnServiceExceptions: false,
        resultPath: JsonPath.DISCARD,
      });
      state.addRetry({
        errors: TRANSIENT,
        interval: Duration.seconds(1),
        maxAttempts: 4,
        backoffRate: 2,
        maxDelay: Duration.seconds(20),
        jitterStrategy: JitterType.FULL,
      });
      return state;
    };
    const recordFailure = task('RecordFailure', functions.recordFailure);
    recordFailure.next(failed);
    const phase = (name: string, fn: CodeFunction) =>
      task(name, fn).addCatch(recordFailure, { errors: [Errors.ALL], resultPath: '$.error' });

    const parse = phase('ParseSpec', functions.parseSpec);
    const provision = phase('Provision', functions.provision);
    const seal = phase('SealSandbox', functions.sealSandbox);
    seal
      .next(phase('InjectGovernance', functions.injectGovernance))
      .next(phase('Distribute', functions.distribute))
      .next(new Succeed(states, 'Live'));
    return new Choice(states, 'Kind')
      .when(Condition.stringEquals('$.kind', 'import'), parse.next(seal))
      .otherwise(provision.next(seal));
  }
}
