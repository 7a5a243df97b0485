/** A sandbox in this process before a real TLS upstream: what a test needs to run calls and look at both ends. */
import { createSecretKey } from 'node:crypto';
import type { Bundle, BundleTool } from '../../core/bundle/model.ts';
import type { GovernanceSettings } from '../../core/governance/index.ts';
import type { JsonObject } from '../../core/json/value.ts';
import type { CallOutcome, SandboxFrame, SandboxRequest } from '../../core/request/call.ts';
import { type Credential, credentialShape } from '../../core/request/credential/index.ts';
import type { RequestProgram } from '../../core/tools/model.ts';
import { createSandbox, type SandboxDependencies } from '../../lambdas/sandbox/serve.ts';
import { BUNDLE_ID, bundleOf, bundleTool, SERVER } from './bundles.ts';
import { defined } from './defined.ts';
import { startUpstream, type Upstream, type UpstreamOptions } from './upstream.ts';

export interface RigOptions extends UpstreamOptions {
  readonly tools?: Readonly<Record<string, Partial<BundleTool> & { readonly program?: RequestProgram }>>;
  readonly governance?: Partial<GovernanceSettings>;
  readonly credential?: Credential;
  readonly timeoutMs?: number;
  readonly dependencies?: Partial<SandboxDependencies>;
  /** Further upstreams that the sandbox may resolve, of the same authority. */
  readonly others?: readonly Upstream[];
}

export interface Rig {
  readonly upstream: Upstream;
  readonly bundle: Bundle;
  /** All frames of one event. */
  frames(request: Partial<SandboxRequest> & { kind: 'call' | 'probe' }, options?: CallOptions): Promise<SandboxFrame[]>;
  /** The outcome of a call; throws when the sandbox answered a fault. */
  call(tool: string, args?: JsonObject, options?: CallOptions): Promise<CallOutcome>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly explain?: boolean;
  readonly argumentsText?: string;
  readonly tenantId?: string;
}

const HOST_KEY = Symbol.for('portcullis.egress.host');
export const MAC = Buffer.from('mac').toString('base64');

/** `get` is always there: GET /items with an optional query `q`. */
export async function startRig(options: RigOptions = {}): Promise<Rig> {
  const upstream = await startUpstream(options);
  const { credential } = options;
  const get: RequestProgram = {
    verb: 'GET',
    path: '/items',
    parameters: [{ argument: 'q', name: 'q', in: 'query', style: 'form', explode: true, required: false }],
  };
  const base = bundleOf(
    Object.entries({ get: { program: get }, ...options.tools }).map(([name, tool]) => bundleTool(name, tool)),
    options.governance,
  );
  const bundle: Bundle = {
    ...base,
    upstream: {
      baseUrl: upstream.baseUrl,
      host: upstream.host,
      port: upstream.port,
      timeoutMs: options.timeoutMs ?? 5_000,
    },
    auth: credential ? credentialShape(credential) : { type: 'none' },
  };
  const globals = globalThis as unknown as Record<symbol, unknown>;
  globals[HOST_KEY] = Object.freeze({
    pinned: [upstream, ...(options.others ?? [])].flatMap(({ pinned }) => pinned),
    ca: [upstream, ...(options.others ?? [])].map(({ ca }) => ca).join('\n'),
  });
  const serve = createSandbox({
    loadBundle: async () => bundle,
    decrypt: async () => Buffer.from(JSON.stringify(credential)),
    placeholderKey: async () => createSecretKey(Buffer.alloc(32, 7)),
    ...options.dependencies,
  });
  delete globals[HOST_KEY];

  const frames: Rig['frames'] = async (request, { signal, tenantId } = {}) => {
    const seen: SandboxFrame[] = [];
    await serve(
      { serverId: SERVER, bundle: { id: BUNDLE_ID, mac: MAC }, ...request } as SandboxRequest,
      (frame) => seen.push(frame),
      signal ?? new AbortController().signal,
      tenantId,
    );
    return seen;
  };
  return {
    upstream,
    bundle,
    frames,
    async call(tool, args = {}, callOptions = {}) {
      const { explain, argumentsText } = callOptions;
      const request = {
        kind: 'call' as const,
        tool,
        arguments: args,
        ...(credential ? { ciphertext: 'c2VhbGVk' } : {}),
        ...(explain ? { explain } : {}),
        ...(argumentsText === undefined ? {} : { argumentsText }),
      };
      const last = defined((await frames(request, callOptions)).at(-1));
      if (last.frame !== 'result') throw new Error(`no result: ${JSON.stringify(last)}`);
      return last.outcome;
    },
    close: () => upstream.close(),
  };
}

/** The texts of an outcome's content, in order. */
export const textsOf = (outcome: CallOutcome): string[] =>
  outcome.content.map((block) => (block.type === 'text' ? block.text : `<${block.type}>`));
