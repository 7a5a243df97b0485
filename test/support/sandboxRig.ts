/** A sandbox in this process with a real TLS upstream, for tests that run calls and look at both ends. */

import { createSecretKey } from 'node:crypto';
import type { SandboxAnswer } from '../../aws/services/sandbox.ts';
import type { GovernanceSettings } from '../../core/governance/index.ts';
import type { JsonObject } from '../../core/lib/json/value.ts';
import type { Bundle, BundleTool } from '../../core/model/bundle.ts';
import type { RequestProgram } from '../../core/model/tool.ts';
import { type Credential, credentialShape, partOf } from '../../core/request/credential/index.ts';
import { SERVER_HOLDER } from '../../core/request/credential/oauth2/storedTokens.ts';
import type { OAuth2Credential } from '../../core/request/credential/oauth2.ts';
import { isTokenRefused } from '../../core/request/errors.ts';
import type { Progress } from '../../core/response/progress.ts';
import { REPEATABLE } from '../../core/response/retryAdvice.ts';
import type { CallOutcome, SandboxFrame, SandboxRequest, SealedTokens } from '../../core/sandbox/protocol.ts';
import { outcomeOf } from '../../lambdas/sandbox/outcome.ts';
import { createSandbox, type SandboxDependencies } from '../../lambdas/sandbox/serve.ts';
import { withAccessToken } from '../../lambdas/shared/accessToken.ts';
import type { SigningIn } from '../../lambdas/shared/signingIn.ts';
import { BUNDLE_ID, bundleOf, bundleTool, SERVER, wholeBundles } from './bundles.ts';
import { defined } from './defined.ts';
import { NO_ROLES } from './roles.ts';
import { answerOf, type TokenStore, tokenStore, tokenVault } from './tokenStore.ts';
import { startUpstream, type Upstream, type UpstreamOptions } from './upstream.ts';

export interface RigOptions extends UpstreamOptions {
  readonly tools?: Readonly<Record<string, Partial<BundleTool> & { readonly program?: RequestProgram }>>;
  readonly governance?: Partial<GovernanceSettings>;
  readonly credential?: Credential;
  readonly timeoutMs?: number;
  readonly dependencies?: Partial<SandboxDependencies>;
  /** An upstream that runs already and keeps running when the rig is closed. */
  readonly at?: Upstream;
  /** The ciphertext that the sandbox gets for the credential. */
  readonly ciphertext?: string;
  /** Shared by several sandboxes with the same stored tokens. */
  readonly tokens?: Pick<TokenStore, 'read' | 'write'>;
  /** The copies of `tokens` in a region other than home. */
  readonly copies?: TokenStore;
  readonly vault?: ReturnType<typeof tokenVault>;
  /** Further upstreams of the same authority that the sandbox may resolve. */
  readonly others?: readonly Upstream[];
}

export interface Rig {
  readonly upstream: Upstream;
  readonly bundle: Bundle;
  /** The stored OAuth 2 tokens. */
  readonly tokens: Pick<TokenStore, 'read' | 'write'>;
  /** All frames of one event. */
  frames(
    request: SandboxRequest | (Partial<SandboxRequest> & { kind: 'call' | 'probe' }),
    options?: CallOptions,
  ): Promise<SandboxFrame[]>;
  /** The outcome of a call; throws when the sandbox answered a fault. */
  call(tool: string, args?: JsonObject, options?: CallOptions): Promise<CallOutcome>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly explain?: boolean;
  readonly argumentsText?: string;
  readonly tenantId?: string;
  readonly caller?: string;
  /** Gets what an MCP server tells of its progress. */
  readonly onProgress?: (progress: Progress) => void;
  /** Handed over in place of the rig's: of a credential that was given meanwhile. */
  readonly ciphertext?: string;
}

const HOST_KEY = Symbol.for('portcullis.egress.host');
const CIPHERTEXT = 'c2VhbGVk';
export const MAC = Buffer.from('mac').toString('base64');

/** `get` always exists: GET /items with an optional query parameter `q`. */
export async function startRig(options: RigOptions = {}): Promise<Rig> {
  const upstream = options.at ?? (await startUpstream(options));
  const { ciphertext = CIPHERTEXT } = options;
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
    ...wholeBundles(async () => bundle),
    decrypt: async () => Buffer.from(JSON.stringify(credential)),
    placeholderKey: async () => createSecretKey(Buffer.alloc(32, 7)),
    roles: NO_ROLES,
    ...(options.vault ?? tokenVault()),
    ...options.dependencies,
  });
  const tokens = options.tokens ?? tokenStore();
  delete globals[HOST_KEY];

  const frames: Rig['frames'] = async (request, { signal, tenantId, onProgress } = {}) => {
    const seen: SandboxFrame[] = [];
    await serve(
      { serverId: SERVER, bundle: { id: BUNDLE_ID, mac: MAC }, ...request } as SandboxRequest,
      (frame) => {
        seen.push(frame);
        if (frame.frame === 'progress') onProgress?.(frame);
      },
      signal ?? new AbortController().signal,
      tenantId,
    );
    return seen;
  };
  /** As in mcp-rpc, which reports a refused token request itself. */
  const signedIn = async (
    { tokenUrl, grant }: OAuth2Credential,
    tool: string,
    run: (sealed: SealedTokens) => Promise<SandboxAnswer>,
  ): Promise<SandboxAnswer> => {
    const signingIn: SigningIn = {
      serverId: SERVER,
      bundle: { id: BUNDLE_ID, mac: MAC },
      auth: { tokenUrl, grant, origin: upstream.baseUrl, ciphertext },
      holder: SERVER_HOLDER,
      isCurrent: async () => true,
    };
    const { verb } = defined(bundle.tools.find(({ name }) => name === tool)).program;
    try {
      const { copies } = options;
      const row = await (copies ?? tokens).read(SERVER, SERVER_HOLDER);
      const dependencies = {
        ...tokens,
        ...(copies && { copy: copies.copy }),
        sandbox: async (event: SandboxRequest) => answerOf(defined((await frames(event)).at(-1))),
      };
      return await withAccessToken(signingIn, row, { isRepeatable: REPEATABLE.has(verb), run }, dependencies);
    } catch (error) {
      if (!isTokenRefused(error)) throw error;
      const content = [{ type: 'text' as const, text: error.message }];
      const outcome = outcomeOf({ content, isError: true, errorCode: error.code, auditArguments: {} });
      return { frame: 'result', outcome };
    }
  };
  return {
    upstream,
    bundle,
    tokens,
    frames,
    async call(tool, args = {}, callOptions = {}) {
      const { explain, argumentsText, caller, onProgress, ciphertext: replaced = ciphertext } = callOptions;
      const request = {
        kind: 'call' as const,
        tool,
        arguments: args,
        ...(credential ? { ciphertext: replaced } : {}),
        ...(explain ? { explain } : {}),
        ...(onProgress ? { isFollowed: true as const } : {}),
        ...(caller === undefined ? {} : { caller }),
        ...(argumentsText === undefined ? {} : { argumentsText }),
      };
      const run = async (sealed?: SealedTokens) => {
        const all = await frames({ ...request, ...(sealed && { tokens: sealed }) }, callOptions);
        return answerOf(defined(all.at(-1)));
      };
      const signIn = partOf(credential, 'oauth2');
      const last = signIn ? await signedIn(signIn, tool, run) : await run();
      if (last.frame !== 'result') throw new Error(`no result: ${JSON.stringify(last)}`);
      return last.outcome;
    },
    close: async () => {
      if (!options.at) await upstream.close();
    },
  };
}

/** The line above text without an end of its own. */
const OPENING = /^\[portcullis:\w+\] The API's data:$/;

/** The texts of an outcome's content, in order, without that line. */
export const textsOf = (outcome: CallOutcome): string[] =>
  outcome.content
    .map((block) => (block.type === 'text' ? block.text : `<${block.type}>`))
    .filter((text) => !OPENING.test(text));
