/**
 * The management function with the tables of the local stack over HTTP, so conditions and transactions are real. Objects and keys are in memory;
 * Lambda, Step Functions and IoT are answered in this process: the pipeline's handlers run as the state machine would run them, and the
 * sandbox and the spec reader answer what a test sets.
 */

import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { IoTDataPlaneClient, PublishCommand } from '@aws-sdk/client-iot-data-plane';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { BatchWriteCommand, ScanCommand, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeEach, jest } from '@jest/globals';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { documents } from '../../aws/services/clients.ts';
import type { ResealRequest } from '../../aws/services/invoke.ts';
import { writeJson } from '../../aws/services/objects.ts';
import { problem } from '../../core/api/problem.ts';
import type { ToolDraft } from '../../core/model/tool.ts';
import type { ImportResult } from '../../core/openapi/model/types.ts';
import type { CallOutcome, SandboxRequest } from '../../core/sandbox/protocol.ts';
import { manualDraft } from '../../core/tools/manual.ts';
import { handler } from '../../lambdas/management/handler.ts';
import { match } from '../../lambdas/management/http/router.ts';
import { handler as prepare } from '../../lambdas/management/prepare.ts';
import { handler as distribute } from '../../lambdas/pipeline/distribute.ts';
import { handler as injectGovernance } from '../../lambdas/pipeline/inject-governance.ts';
import { handler as parseSpec } from '../../lambdas/pipeline/parse-spec.ts';
import { handler as provision } from '../../lambdas/pipeline/provision.ts';
import { handler as recordFailure } from '../../lambdas/pipeline/record-failure.ts';
import { handler as reseal } from '../../lambdas/pipeline/reseal.ts';
import { handler as sealSandbox } from '../../lambdas/pipeline/seal-sandbox.ts';
import { directAws, streamed } from './directAws.ts';
import { type CallOptions, eventOf } from './managementEvent.ts';
import { memoryIot, memoryKms, memoryS3 } from './memoryAws.ts';
import { startTables } from './tables.ts';

const TABLES: Record<string, [hash: string, range?: string]> = {
  servers: ['serverId'],
  tools: ['serverId', 'toolId'],
  tokens: ['tokenHash'],
  deployments: ['serverId', 'deploymentId'],
  settings: ['settingsId'],
  audit: ['serverDay', 'entryId'],
  signIns: ['id', 'part'],
  sessions: ['sessionId'],
  upstreamTokens: ['serverId', 'holder'],
};
/** `signIns` is TABLE_SIGN_INS. */
const tableVariable = (name: string) => `TABLE_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
const MACHINE = 'arn:aws:states:us-east-1:000000000000:stateMachine:deploy';

/** In which an invocation in the background ends, unless it waits for something. */
const SOON_MS = 500;

/** A stored row, loosely typed for tests. */
export type Row = Record<string, string>;

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked against their schema before a test sees them
  readonly body: any;
}

type PipelineEvent = { serverId: string; deploymentId: string; kind: 'import' | 'manual' | 'restore' };

/** What the spec reader may find in a description. */
export const PREVIEW = {
  title: 'Shop',
  version: '1',
  dialect: '3.1',
  baseUrl: 'https://api.example.com',
  servers: ['https://api.example.com'],
  endpoints: 2,
  byVerb: { GET: 2 },
  tags: [],
  auth: { suggested: { type: 'bearer', notes: [] }, securityPresent: true, scopes: [] },
  otherHosts: [],
  tokenCost: 120,
  tokenCostCompact: 80,
  tokenCostSearch: 40,
  tokenCostGrouped: 60,
  groups: 2,
  repairs: [],
  warnings: [],
};

export async function managementStack() {
  const tables = await startTables(TABLES, { tokens: 'serverId' });
  const objects = memoryS3();
  const credentials = memoryKms();
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'TEST',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: tables.url,
    ...Object.fromEntries(Object.keys(TABLES).map((name) => [tableVariable(name), name])),
    BUCKET_BUNDLES: 'bundles',
    BUCKET_SPECS: 'specs',
    KEY_CREDENTIALS: 'key-credentials',
    KEY_SIGNING: 'key-signing',
    KEY_TOKENS: 'key-tokens',
    FUNCTION_SANDBOX: 'sandbox',
    FUNCTION_SPEC_READER: 'spec-reader',
    FUNCTION_RESEAL: 'reseal',
    FUNCTION_PREPARE: 'prepare',
    STATE_MACHINE: MACHINE,
    EDGE_URL: 'https://edge.example.com',
    ORIGIN_SECRET: JSON.stringify({ current: 'secret', previous: '' }),
    IOT_ENDPOINT: 'iot.example.com',
    USER_POOL_CLIENT: 'client',
    LOGIN_ISSUER: 'https://login.example.com',
    LOGIN_DOMAIN: 'https://login.example.com',
  });

  const executions = new Map<string, { input: PipelineEvent; status: string }>();
  const pushes: string[] = [];
  const sandboxRequests: SandboxRequest[] = [];
  const state = {
    startFails: false,
    pushFails: false,
    /** Whether the sandbox refuses the bundle. */
    sandboxRefuses: false,
    /** The sandbox's fault for any request. */
    sandboxFault: undefined as { code: string; message: string } | undefined,
    /** Called once while a change is being sealed. */
    whileSealing: undefined as (() => Promise<unknown>) | undefined,
    /** Called while a description is read. */
    whileReading: undefined as (() => Promise<unknown>) | undefined,
    /** Called once while the sandbox loads a bundle. */
    whileProbing: undefined as (() => Promise<unknown>) | undefined,
    /** Sealing succeeds, but its response is lost. */
    sealingIsLost: false,
    /** The function that seals dies while the sandbox loads its bundle: nobody gets an answer of it. */
    sealingDies: false,
    /** How many long answers were begun. */
    prepared: 0,
    /** How many of the next ones end without a word. */
    preparingDies: 0,
    /** The last one. */
    preparing: undefined as Promise<unknown> | undefined,
    /** The last sealing that nobody waits for. */
    soon: undefined as Promise<unknown> | undefined,
    /** What the dead function would have answered, had it not died. */
    dead: undefined as Promise<unknown> | undefined,
    /** The sandbox's outcome for a call. */
    outcome: undefined as CallOutcome | undefined,
    /** The spec reader's result for any document, or its error. */
    imported: undefined as ImportResult | undefined,
    /** The documents that the spec reader finds, by URL: metadata of issuers. */
    documents: {} as Record<string, object>,
    preview: { error: { code: 'spec_unreachable', message: 'nothing there' } } as object,
  };

  const sfn = mockClient(SFNClient);
  sfn.on(StartExecutionCommand).callsFake(({ name, input }) => {
    if (state.startFails) throw Object.assign(new Error('down'), { name: 'ServiceUnavailable' });
    executions.set(name, { input: JSON.parse(input), status: 'RUNNING' });
    return {};
  });
  sfn.on(DescribeExecutionCommand).callsFake(({ executionArn }) => {
    const execution = executions.get(executionArn.split(':').at(-1));
    if (!execution) throw Object.assign(new Error('none'), { name: 'ExecutionDoesNotExist' });
    return { status: execution.status };
  });
  const push = (topic: string) => {
    if (state.pushFails) throw new Error('push is down');
    pushes.push(topic);
  };
  memoryIot(push);
  // Other regions are reached by the SDK.
  mockClient(IoTDataPlaneClient)
    .on(PublishCommand)
    .callsFake(({ topic }) => {
      push(topic);
      return {};
    });
  async function dying(event: ResealRequest): Promise<object> {
    const { whileProbing } = state;
    await new Promise<void>((loading) => {
      state.sealingDies = false;
      state.whileProbing = () => {
        loading();
        return whileProbing?.() ?? Promise.resolve();
      };
      state.dead = reseal(event);
    });
    return { FunctionError: 'Unhandled', Payload: Buffer.from('{"errorType":"Runtime.ExitError"}') };
  }
  const lambda = mockClient(LambdaClient);
  lambda.on(InvokeCommand).callsFake(async ({ FunctionName, InvocationType, Payload }) => {
    const event = JSON.parse(Buffer.from(Payload).toString());
    if (FunctionName === 'reseal') {
      const { whileSealing } = state;
      state.whileSealing = undefined;
      await whileSealing?.();
    }
    if (FunctionName === 'reseal' && state.sealingDies) return dying(event);
    if (FunctionName === 'prepare') {
      state.prepared++;
      if (state.preparingDies > 0) {
        state.preparingDies--;
        return {};
      }
      state.preparing = prepare(event);
      return {};
    }
    // Nobody waits for it, but most tests may: it has ended when they look.
    if (InvocationType === 'Event') {
      state.soon = reseal(event);
      return Promise.race([state.soon, setTimeout(SOON_MS)]).then(() => ({}));
    }
    const answer = FunctionName === 'reseal' ? await reseal(event) : await readSpec(event);
    if (FunctionName === 'reseal' && state.sealingIsLost) {
      state.sealingIsLost = false;
      throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError', $metadata: {} });
    }
    return { Payload: Buffer.from(JSON.stringify(answer)) };
  });
  const direct = directAws();
  direct.on('InvokeWithResponseStream', async (input) => {
    const request = input as unknown as SandboxRequest;
    sandboxRequests.push(request);
    const { whileProbing } = state;
    state.whileProbing = undefined;
    await whileProbing?.();
    const fault = state.sandboxRefuses ? { code: 'bundle_unavailable', message: 'not loaded' } : state.sandboxFault;
    const frame = fault
      ? { frame: 'fault', ...fault }
      : request.kind === 'probe' || request.kind === 'check'
        ? { frame: 'ready', tools: 1 }
        : { frame: 'result', outcome: state.outcome };
    return streamed(Buffer.from(`${JSON.stringify(frame)}\n`));
  });
  let onRead: (event: object) => void = () => {};
  async function readSpec(event: { mode: string; url?: string; output?: { key: string } }): Promise<object> {
    onRead(event);
    if (event.url !== undefined) {
      const document = state.documents[event.url];
      return document ? { document } : { error: { code: 'invalid_client', message: 'Nothing is there.' } };
    }
    await state.whileReading?.();
    const unreachable = { error: { code: 'spec_unreachable', message: 'The document could not be fetched.' } };
    const result = event.mode === 'preview' ? state.preview : (state.imported ?? unreachable);
    await writeJson('specs', event.output?.key ?? '', result);
    return 'error' in result ? result : {};
  }

  /** Runs a started deployment to its end, as the state machine would. */
  async function runPipeline(deploymentId: string): Promise<void> {
    const execution = executions.get(deploymentId);
    if (!execution) throw new Error(`${deploymentId} was not started`);
    const { input } = execution;
    try {
      for (const phase of [
        input.kind === 'import' ? parseSpec : provision,
        sealSandbox,
        injectGovernance,
        distribute,
      ]) {
        await phase(input);
      }
      execution.status = 'SUCCEEDED';
    } catch (error) {
      const { name, message } = error as Error;
      await recordFailure({ ...input, error: { Error: name, Cause: JSON.stringify({ errorMessage: message }) } });
      execution.status = 'FAILED';
    }
  }

  /** Sends one request through the real handler; its response is validated against the table of routes. */
  async function call(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Answer> {
    const result = (await handler(
      eventOf(method, path, body, options),
      {} as never,
    )) as APIGatewayProxyStructuredResultV2;
    const headers = result.headers as Record<string, string>;
    const isJson = /[/+]json$/.test(headers['content-type'] ?? '');
    const answer = isJson ? JSON.parse(result.body ?? '') : result.body;
    const status = result.statusCode ?? 0;
    if (status >= 400 || headers['content-type'] === 'application/problem+json') problem.parse(answer);
    else {
      const { route } = match(method, path);
      if (status !== route.success) throw new Error(`${method} ${path} answered ${status}, not ${route.success}`);
      if (route.answer) route.answer.parse(answer);
    }
    return { status, headers, body: answer };
  }

  /** A live server made by hand. */
  async function liveServer(name = 'Orders', extra: object = {}) {
    const made = await call('POST', '/v1/servers', {
      name,
      source: { kind: 'manual' },
      baseUrl: 'https://api.example.com/v1',
      auth: { type: 'none' },
      ...extra,
    });
    if (made.status !== 202) throw new Error(JSON.stringify(made.body));
    await runPipeline(made.body.deployment.id);
    return made.body as {
      server: { id: string };
      token: { id: string; value: string };
      deployment: { id: string };
      config: { mcpServers: Record<string, object> };
    };
  }

  /** Every row of every table and every object, as one text to search. */
  async function everythingStored(): Promise<string> {
    const rows = await Promise.all(
      Object.keys(TABLES).map(async (TableName) => (await documents().send(new ScanCommand({ TableName }))).Items),
    );
    const texts = [...objects].map(([key, bytes]) => [key, gunzipSync(bytes).toString()]);
    return JSON.stringify([rows, texts, [...executions.values()], pushes]);
  }

  async function rows(TableName: keyof typeof TABLES): Promise<Row[]> {
    const found: Row[] = [];
    let start: Record<string, unknown> | undefined;
    do {
      const scan: ScanCommandOutput = await documents().send(
        new ScanCommand({ TableName: TableName as string, ExclusiveStartKey: start }),
      );
      found.push(...((scan.Items ?? []) as Row[]));
      start = scan.LastEvaluatedKey;
    } while (start);
    return found;
  }

  /** Writes rows past the handlers, 25 at a time: a thousand of them take a tenth of the time. */
  async function store(TableName: keyof typeof TABLES, items: readonly object[]): Promise<void> {
    for (let at = 0; at < items.length; at += 25) {
      const puts = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }));
      await documents().send(new BatchWriteCommand({ RequestItems: { [TableName]: puts } }));
    }
  }

  async function close(): Promise<void> {
    documents().destroy();
    await tables.close();
  }

  return {
    tables,
    call,
    liveServer,
    runPipeline,
    everythingStored,
    rows,
    store,
    /** Deletes every row. */
    empty: tables.empty,
    close,
    state,
    /** Has the user pool know these people, all of them admins who may read answers. */
    people: (...names: string[]) => {
      process.env['USER_POOL'] = 'pool';
      const answer = { Users: names.map((Username) => ({ Username, Enabled: true })) };
      for (const operation of ['ListUsers', 'ListUsersInGroup']) direct.on(operation, () => answer);
    },
    executions,
    pushes,
    sandboxRequests,
    /** Called with each request to the spec reader. */
    onRead: (listener: (event: object) => void) => {
      onRead = listener;
    },
    /** By `bucket/key`. */
    objects,
    /** Encrypted values, by ciphertext. */
    credentials,
  };
}

/** The import of a small API: `endpoints` are `METHOD /path` with an optional tag. */
export function importResult(...endpoints: string[]): ImportResult {
  const tools = (
    endpoints.length > 0 ? endpoints : ['GET /orders sales', 'DELETE /orders/{id} sales', 'GET /pets']
  ).map((endpoint): ToolDraft => {
    const [verb = '', path = '', tag = ''] = endpoint.split(' ');
    return {
      ...manualDraft({ name: `${verb}${path.replace(/\W+/g, '_')}`.toLowerCase(), verb: verb as 'GET', path, tag }),
      operationId: endpoint,
    };
  });
  return {
    title: 'Imported API',
    version: '1.0',
    about: {},
    dialect: '3.1',
    baseUrl: 'https://api.example.com/v1',
    servers: ['https://api.example.com/v1'],
    tools,
    operations: tools.length,
    byVerb: {},
    tags: [],
    auth: { suggested: { type: 'none', notes: [] }, securityPresent: false, scopes: [] },
    warnings: [],
  };
}

export type ManagementStack = Awaited<ReturnType<typeof managementStack>>;

/** For all tests of a file: closed after the last one, with the console muted. */
export async function quietManagementStack(): Promise<ManagementStack> {
  const stack = await managementStack();
  beforeEach(() => {
    for (const method of ['log', 'info', 'warn', 'error'] as const)
      jest.spyOn(console, method).mockImplementation(() => {});
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(() => stack.close());
  return stack;
}
