/** Creates the pool of each of our functions in the template, with its resolved environment variables and its log file. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '../../core/lib/limits.ts';
import { FunctionPool } from '../functions/pool.ts';
import { FunctionLog, type LogSink } from '../functions/runtime/log.ts';
import type { EgressHost, TwinChannel } from '../functions/runtime/protocol.ts';
import { invokedByMethods } from '../template/integrations.ts';
import type { Resolve } from '../template/resolve.ts';
import { ofType, roleOf, type StackTemplate } from '../template/template.ts';
import { functionArn } from './physical.ts';

interface PoolOptions {
  readonly template: StackTemplate;
  readonly resolve: Resolve;
  readonly workers: number;
  readonly egress: EgressHost;
  readonly logs: string;
  /** A function's log with what else reads its lines. */
  readonly tapped: (logicalId: string, log: LogSink) => LogSink;
  /** Further variables of a function: its access key and the addresses of the twins. */
  readonly variablesOf: (functionName: string, roleId: string) => Readonly<Record<string, string>>;
  /** Reaches the twins without a socket; if unset, functions use HTTP for everything, as on AWS. */
  readonly twins: TwinChannel | undefined;
  /** Maximum life of event streams in milliseconds, as on AWS; unlimited if unset. */
  readonly streamLifeMs?: number;
}

/** Pools by function name. CDK's own helper functions run at deployment only and are left out. */
export function makePools({
  template,
  resolve,
  workers,
  egress,
  logs,
  tapped,
  variablesOf,
  twins,
  streamLifeMs,
}: PoolOptions): Map<string, FunctionPool> {
  // Functions that outside requests reach first are started at once.
  const invoked = invokedByMethods(template, resolve);
  const streaming = new Set([
    ...ofType(template, 'AWS::Lambda::Url').map(([, { TargetFunctionArn }]) => resolve<string>(TargetFunctionArn)),
    ...invoked.filter(({ isStreaming }) => isStreaming).map(({ arn }) => arn),
  ]);
  const doors = new Set([
    ...streaming,
    ...invoked.map(({ arn }) => arn),
    ...ofType(template, 'AWS::ApiGatewayV2::Integration').map(([, { IntegrationUri }]) =>
      resolve<string>(IntegrationUri),
    ),
  ]);
  const pools = new Map<string, FunctionPool>();
  for (const [logicalId, properties] of ofType(template, 'AWS::Lambda::Function')) {
    const code = properties['Code'] as { S3Key?: string };
    const [file, handler] = String(properties['Handler']).split('.') as [string, string];
    const asset = code.S3Key ? template.assetOf(code.S3Key) : '';
    const module = join(asset, `${file}.mjs`);
    // Our functions are bundled as one ES module; CDK's helpers are Python or CommonJS.
    if (!existsSync(module)) continue;
    const memoryMb = Number(properties['MemorySize'] ?? 128);
    const arn = functionArn(logicalId, template.region);
    const isStreaming = streaming.has(arn);
    const lastsOn = isStreaming && streamLifeMs === undefined;
    const ownMs = Number(properties['Timeout'] ?? 3) * 1_000;
    // Streams of changes are held here whatever the template says, so a function has the time that it would have with them.
    const leastMs = isStreaming && streamLifeMs !== undefined ? streamLifeMs + LIMITS.stream.endMs : 0;
    const timeoutMs = lastsOn ? Number.POSITIVE_INFINITY : Math.max(ownMs, leastMs);
    const { Variables = {} } = (properties['Environment'] ?? {}) as { Variables?: Record<string, unknown> };
    const roleId = roleOf(properties['Role']);
    const variables = {
      ...resolve<Record<string, string>>(Variables),
      AWS_REGION: template.region,
      AWS_DEFAULT_REGION: template.region,
      AWS_LAMBDA_FUNCTION_NAME: logicalId,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
      LAMBDA_TASK_ROOT: asset,
      TZ: ':UTC',
      // On this machine a held stream costs next to nothing: it lives as long as its client, and every client may have one.
      ...(isStreaming && {
        STREAM_LIFE_MS: String(streamLifeMs ?? 0),
        CHANGE_STREAMS: 'true',
        STANDALONE_STREAMS: 'true',
      }),
      ...variablesOf(logicalId, roleId),
    };
    pools.set(
      logicalId,
      new FunctionPool(
        {
          logicalId,
          functionName: logicalId,
          arn,
          roleId,
          module,
          handler,
          memoryMb,
          timeoutMs,
          egress,
          hasTwins: twins !== undefined,
          variables,
          place: properties['TenancyConfig'] !== undefined ? 'process' : isStreaming ? 'here' : 'thread',
          warm: doors.has(arn),
          // A stream without an end would otherwise outlive its client.
          hearsLeaving: lastsOn,
          reserved: properties['ReservedConcurrentExecutions'] as number | undefined,
        },
        { workers, log: tapped(logicalId, new FunctionLog(join(logs, `${logicalId}.log`))), ...(twins && { twins }) },
      ),
    );
  }
  return pools;
}
