/** Makes the pool of every function of ours in the template, with its resolved environment and its log file. */
import { createWriteStream, existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { REGION, type Resolve } from '../template/resolve.ts';
import { ofType, type StackTemplate } from '../template/template.ts';
import { FunctionPool } from './pool.ts';
import type { EgressHost } from './protocol.ts';

const LOG_BYTES = 10 * 1024 * 1024;

interface PoolOptions {
  readonly template: StackTemplate;
  readonly resolve: Resolve;
  readonly workers: number;
  readonly egress: EgressHost;
  readonly logs: string;
}

/** By function name. CDK's own helper functions run at deployment only and are left out. */
export function makePools({ template, resolve, workers, egress, logs }: PoolOptions): Map<string, FunctionPool> {
  const urls = new Set(
    ofType(template, 'AWS::Lambda::Url').map(([, { TargetFunctionArn }]) => resolve<string>(TargetFunctionArn)),
  );
  const pools = new Map<string, FunctionPool>();
  for (const [logicalId, properties] of ofType(template, 'AWS::Lambda::Function')) {
    const code = properties['Code'] as { S3Key?: string };
    const [file, handler] = String(properties['Handler']).split('.') as [string, string];
    const asset = code.S3Key ? template.assetOf(code.S3Key) : '';
    const module = join(asset, `${file}.mjs`);
    // Ours are bundled as one ES module; CDK's helpers are Python or CommonJS.
    if (!existsSync(module)) continue;
    const memoryMb = Number(properties['MemorySize'] ?? 128);
    const timeoutMs = Number(properties['Timeout'] ?? 3) * 1_000;
    const { Variables = {} } = (properties['Environment'] ?? {}) as { Variables?: Record<string, unknown> };
    const role = properties['Role'] as { 'Fn::GetAtt': [string, string] };
    const variables = {
      ...resolve<Record<string, string>>(Variables),
      AWS_REGION: REGION,
      AWS_DEFAULT_REGION: REGION,
      AWS_LAMBDA_FUNCTION_NAME: logicalId,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
      LAMBDA_TASK_ROOT: asset,
      TZ: ':UTC',
    };
    const arn = `arn:aws:lambda:${REGION}:000000000000:function:${logicalId}`;
    pools.set(
      logicalId,
      new FunctionPool(
        {
          logicalId,
          functionName: logicalId,
          roleId: role['Fn::GetAtt'][0],
          module,
          handler,
          memoryMb,
          timeoutMs,
          egress,
          variables,
          tenants: properties['TenancyConfig'] !== undefined,
          warm: urls.has(arn) || /Management/.test(logicalId),
        },
        { workers, log: createWriteStream(rotated(join(logs, `${logicalId}.log`)), { flags: 'a', mode: 0o600 }) },
      ),
    );
  }
  return pools;
}

function rotated(file: string): string {
  if (existsSync(file) && statSync(file).size > LOG_BYTES) renameSync(file, `${file}.1`);
  return file;
}
