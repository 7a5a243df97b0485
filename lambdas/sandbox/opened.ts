/**
 * Caches the opened credential of the last call and its compiled masker, for a next call with the same ciphertext, tokens and origin. It
 * holds one credential, no longer than the data key is cached (aws/envelope.ts), so memory contains none that the last call did not need.
 */
import { KEY_LIFE_MS } from '../../aws/credentials.ts';
import type { SealedTokens } from '../../core/request/call.ts';
import { type Credential, withHeaders } from '../../core/request/credential/index.ts';
import { type SecretMasker, secretMasker } from '../../core/response/secrets/mask.ts';
import { credentialOf, headersOf, type Vault } from './credential.ts';
import type { WithSession } from './roles.ts';
import type { LoadedServer, Upstream } from './server.ts';
import { withTokens } from './tokens.ts';

/** The sealed credential of a call. */
interface Handed {
  readonly ciphertext: string | undefined;
  /** Sealed headers beside it. */
  readonly headers?: readonly string[] | undefined;
  readonly tokens: SealedTokens | undefined;
}

/** A credential that may be sent to one origin. */
export interface OpenedCredential {
  /** Undefined when none is sent. */
  readonly credential: Credential | undefined;
  /** Masks the credential in answers; compiled at the first use. */
  masker(): SecretMasker;
}

/** Opens the credential of a call. Throws SandboxFault, CredentialInvalid, RoleRefused. */
export type OpenCredential = (server: LoadedServer, upstream: Upstream, handed: Handed) => Promise<OpenedCredential>;

interface Held {
  readonly of: readonly unknown[];
  readonly opened: OpenedCredential;
  readonly timer: NodeJS.Timeout;
  /** Milliseconds since 1970, in addition to the timer, because a frozen process fires none. */
  readonly until: number;
}

/** Makes the function that opens credentials, with its cache. */
export function createOpener(
  vault: Vault,
  withSession: WithSession,
  clock: () => number = () => Date.now(),
): OpenCredential {
  let held: Held | undefined;
  const drop = (): void => {
    clearTimeout(held?.timer);
    held = undefined;
  };

  return async (server, upstream, { ciphertext, headers = [], tokens }) => {
    const { origin, auth } = upstream;
    const { serverId } = server.bundle;
    const of = [
      serverId,
      origin,
      auth.type,
      auth.origin,
      server.trusted,
      ciphertext,
      tokens?.holder,
      tokens?.sealed,
      headers.join(),
    ];
    if (held && held.until > clock() && of.every((each, index) => each === held?.of[index])) return held.opened;
    drop();
    const stored = await credentialOf(server, upstream, ciphertext, vault.decrypt);
    const whole = await withTokens(vault, server, stored, { origin, ciphertext, tokens });
    const session = await withSession(whole, { serverId: server.bundle.serverId, origin });
    const opened = openedOf(
      headers.length === 0 ? session : withHeaders(session, await headersOf(server, upstream, headers, vault.decrypt)),
    );
    drop();
    const timer = setTimeout(drop, KEY_LIFE_MS).unref();
    held = { of, opened, timer, until: clock() + KEY_LIFE_MS };
    return opened;
  };
}

function openedOf(credential: Credential | undefined): OpenedCredential {
  let masker: SecretMasker | undefined;
  return {
    credential,
    masker() {
      masker ??= secretMasker(credential);
      return masker;
    },
  };
}
