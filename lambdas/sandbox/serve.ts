/**
 * Handles one event of the sandbox function, independent of Lambda's streaming: frames go to `emit`; `signal` is aborted when the caller
 * has cancelled the call. Exactly one frame other than `alive` and `progress` ends every event.
 */
import { logError } from '../../aws/lib/log.ts';
import type { PrivateNetwork } from '../../aws/services/privateNetwork.ts';
import { PortcullisError } from '../../core/lib/errors.ts';
import { isObject } from '../../core/lib/json/value.ts';
import { isTokenRefused } from '../../core/request/errors.ts';
import type { Progress } from '../../core/response/progress.ts';
import type { SandboxFrame, SandboxRequest } from '../../core/sandbox/protocol.ts';
import { type AuthorizeRequest, createAuthorize } from './authorize.ts';
import { runCall } from './call.ts';
import { type CheckRequest, checkSignIn } from './check.ts';
import { credentialOf, type Vault } from './credential.ts';
import { createExchange, type ExchangeRequest, isUnsure } from './exchange.ts';
import { inspect } from './lockdown/inspect.ts';
import { createMcpSessions } from './mcpSessions.ts';
import { createNonces } from './nonces.ts';
import { createOpener } from './opened.ts';
import { heldKey, type PlaceholderKey } from './placeholders.ts';
import { createRoles, type Roles } from './roles.ts';
import type { Resolver, Secrets } from './secrets.ts';
import { NO_HOSTS, type StoredBundles, serverCache } from './server.ts';

const ALIVE_MS = 1_000;

/** What the process provides to each event. */
export interface SandboxDependencies extends Omit<Vault, 'secrets'>, StoredBundles {
  /** Secrets that credentials may name; none when unset. */
  readonly secrets?: Secrets;
  readonly placeholderKey: PlaceholderKey;
  readonly roles: Roles;
  /** What the deployment allows of the owner's network; nothing when unset. */
  readonly network?: PrivateNetwork;
}

/** Handles one event; resolves after its last frame. */
export type Serve = (
  request: SandboxRequest,
  emit: (frame: SandboxFrame) => void,
  signal: AbortSignal,
  /** Lambda's tenant id; if set, the request must be for this server. */
  tenantId?: string,
) => Promise<void>;

/** Creates the event handler of a sandbox process. */
export function createSandbox({ placeholderKey, roles, network, ...given }: SandboxDependencies): Serve {
  const { loadBundle, loadTool, proveParts, secrets, ...sealing } = given;
  const vault: Vault = { ...sealing, secrets: resolverOf(secrets) };
  const { load, tokenClient, upstreamOf } = serverCache({ loadBundle, loadTool, proveParts }, network);
  const exchange = createExchange(vault);
  const withSession = createRoles(roles);
  const open = createOpener(vault, withSession);
  const authorize = createAuthorize(vault);
  const nonces = createNonces();
  const keyOf = heldKey(placeholderKey);
  const sessions = createMcpSessions();
  let isFresh = true;
  return async (request, emit, signal, tenantId) => {
    const isCold = isFresh;
    isFresh = false;
    const alive = setInterval(() => emit({ frame: 'alive' }), ALIVE_MS);
    try {
      checkRequest(request, tenantId);
      if (request.kind === 'check') {
        const instance = await checkSignIn(request, vault, tokenClient(NO_HOSTS));
        emit({ frame: 'ready', tools: 0, ...(instance !== undefined && { instance }) });
        return;
      }
      if (request.kind === 'inspect') {
        emit({ frame: 'inspection', inspection: await inspect(tenantId === request.serverId) });
        return;
      }
      if (request.kind === 'list') {
        const { listTools } = await import('./mcpConnect.ts');
        emit({
          frame: 'listing',
          packed: await listTools(request, { vault, nonces, tokenClient, upstreamOf }, signal),
        });
        return;
      }
      const server = await load(request.serverId, request.bundle);
      if (request.kind === 'probe') {
        server.governor();
        await server.prove();
        if (request.credential) {
          const { origin, ciphertext } = request.credential;
          const stored = await credentialOf(server, server.upstreamAt(origin), ciphertext, vault);
          await withSession(stored, { serverId: request.serverId, origin });
        }
        emit({ frame: 'ready', tools: server.count });
      } else if (request.kind === 'exchange') {
        emit(await exchange(server, request));
      } else if (request.kind === 'authorize') {
        emit(await authorize(server, request));
      } else {
        const tell = (progress: Progress) => emit({ frame: 'progress', ...progress });
        const outcome = await runCall(server, request, { open, nonces, keyOf, sessions, isCold, tell }, signal);
        // A secret may have been rotated.
        if (outcome.status === 401 || outcome.status === 403) vault.secrets.refused();
        const isTokenRefused = request.tokens !== undefined && outcome.status === 401 && !outcome.isElsewhere;
        emit({ frame: 'result', outcome, ...(isTokenRefused && { isTokenRefused }) });
      }
    } catch (error) {
      if (isTokenRefused(error)) vault.secrets.refused();
      emit(faultOf(error));
    } finally {
      clearInterval(alive);
    }
  };
}

/** Loads its code when a credential first names a secret, because few do. */
function resolverOf(secrets: Secrets | undefined): Resolver {
  let made: Promise<Resolver> | undefined;
  let ready: Resolver | undefined;
  const make = async (): Promise<Resolver> => {
    const { createResolver, NO_SECRETS } = await import('./secrets.ts');
    ready = createResolver(secrets ?? NO_SECRETS);
    return ready;
  };
  return {
    resolve: async (plaintext, origin) => {
      made ??= make();
      return (await made).resolve(plaintext, origin);
    },
    refused: () => ready?.refused(),
  };
}

function checkRequest(request: SandboxRequest, tenantId: string | undefined): void {
  const isWellFormed =
    typeof request?.serverId === 'string' &&
    (request.kind === 'inspect' ||
      (request.kind === 'check' && isCheck(request)) ||
      (request.kind === 'list' && isText(request.url)) ||
      isOfBundle(request));
  if (!isWellFormed) throw new PortcullisError('request_invalid', 'The event is no sandbox request.');
  if (tenantId !== undefined && tenantId !== request.serverId) {
    throw new PortcullisError('tenant_mismatch', 'The event is for another server than this sandbox.');
  }
}

const isText = (value: unknown): boolean => typeof value === 'string';

const isCheck = ({ origin, ciphertext }: CheckRequest): boolean => [origin, ciphertext].every(isText);

const isOfBundle = (request: SandboxRequest): boolean =>
  'bundle' in request &&
  typeof request.bundle?.id === 'string' &&
  /^[0-9a-f]{64}$/.test(request.bundle.id) &&
  typeof request.bundle.mac === 'string' &&
  (request.kind === 'probe' ||
    (request.kind === 'exchange' && isExchange(request)) ||
    (request.kind === 'authorize' && isAuthorize(request)) ||
    (request.kind === 'call' && typeof request.tool === 'string' && isObject(request.arguments)));

const isAuthorize = ({ origin, ciphertext, holder, state, redirectUri }: AuthorizeRequest): boolean =>
  [origin, ciphertext, holder, state, redirectUri].every(isText);

const isExchange = ({ origin, ciphertext, holder, generation, beginBefore, consent }: ExchangeRequest): boolean =>
  [origin, ciphertext, holder, ...(consent ? [consent.holder, consent.sealed, consent.code] : [])].every(isText) &&
  [generation, beginBefore].every((number) => Number.isSafeInteger(number));

/**
 * A refusal by a token endpoint is a result, not a fault. Only our own errors show their message. For any other error the name and the
 * place are logged, because its message could quote data.
 */
function faultOf(error: unknown): SandboxFrame {
  if (isTokenRefused(error)) return { frame: 'refused', code: error.code, isUnsure: isUnsure(error) };
  if (error instanceof PortcullisError) return { frame: 'fault', code: error.code, message: error.message };
  const { name = 'unknown', stack = '' } = error as Partial<Error>;
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line));
  logError('sandbox_failed', { reason: name, places: places.slice(0, 8) });
  return { frame: 'fault', code: 'sandbox_failed', message: 'The sandbox failed.' };
}
