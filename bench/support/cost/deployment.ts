/** What the synthesized template says of a call's way, as far as AWS charges for it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Assumed: bytes of Lambda's lines START, END and REPORT of an invocation, where they are logged. */
export const PLATFORM_LOG_BYTES = 330;

/** Of a function: megabytes, and the bytes of Lambda's own log lines for an invocation that succeeds. */
interface Deployed {
  readonly memory: number;
  readonly logBytes: number;
}

/** What the template says of a call's way: its two functions, and the runs of functions at the edge for an address with a token in its path. */
export interface Deployment {
  readonly rpc: Deployed;
  readonly sandbox: Deployed;
  readonly edgeFunctions: number;
}

interface Resource {
  readonly Type: string;
  readonly Properties: {
    readonly MemorySize?: number;
    readonly LoggingConfig?: { readonly SystemLogLevel?: string };
    readonly DistributionConfig?: {
      readonly CacheBehaviors: ReadonlyArray<{
        readonly PathPattern: string;
        readonly FunctionAssociations?: readonly unknown[];
      }>;
    };
  };
}

/** @param outdir of a synthesis of the layout with one stack */
export function deployment(outdir: string): Deployment {
  const { Resources } = JSON.parse(readFileSync(join(outdir, 'Portcullis.template.json'), 'utf8')) as {
    Resources: Record<string, Resource>;
  };
  const named = (type: string, prefix = ''): Resource['Properties'] => {
    const found = Object.entries(Resources).find(([id, { Type }]) => Type === type && id.startsWith(prefix));
    if (!found) throw new Error(`The template has no ${type} ${prefix}.`);
    return found[1].Properties;
  };
  const of = (prefix: string): Deployed => {
    const { MemorySize = 128, LoggingConfig } = named('AWS::Lambda::Function', prefix);
    return { memory: MemorySize, logBytes: LoggingConfig?.SystemLogLevel === 'WARN' ? 0 : PLATFORM_LOG_BYTES };
  };
  const behaviours = named('AWS::CloudFront::Distribution').DistributionConfig?.CacheBehaviors ?? [];
  const withToken = behaviours.find(({ PathPattern }) => PathPattern === '/*/mcp');
  return {
    rpc: of('DataPlaneRpc'),
    sandbox: of('SandboxCalls'),
    edgeFunctions: withToken?.FunctionAssociations?.length ?? 0,
  };
}
