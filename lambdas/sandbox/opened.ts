/**
 * The credential of the last call, opened, and the search for it that is made ready once: the next call that is handed the same ciphertext
 * and tokens for the same origin uses both again. One is held and no more, so memory never holds a credential that the last call did not
 * need, and never longer than its data key (aws/envelope.ts). What is handed over decides: another ciphertext is opened anew.
 */
import { KEY_LIFE_MS } from '../../aws/credentials.ts';
import type { SealedTokens } from '../../core/request/call.ts';
import type { Credential } from '../../core/request/credential/index.ts';
import { type SecretMasker, secretMasker } from '../../core/response/secrets/mask.ts';
import { credentialOf, type Vault } from './credential.ts';
import type { LoadedServer, Upstream } from './server.ts';
import { withTokens } from './tokens.ts';

/** What a call was handed over for its credential. */
interface Handed {
  readonly ciphertext: string | undefined;
  readonly tokens: SealedTokens | undefined;
}

/** A credential that may be put on a request to one origin. */
export interface OpenedCredential {
  /** Undefined where none is sent. */
  readonly credential: Credential | undefined;
  /** Searches answers for the credential; made at the first use. */
  masker(): SecretMasker;
}

/** Opens what a call was handed over. Throws SandboxFault, CredentialInvalid. */
export type OpenCredential = (server: LoadedServer, upstream: Upstream, handed: Handed) => Promise<OpenedCredential>;

interface Held {
  readonly of: readonly unknown[];
  readonly opened: OpenedCredential;
  readonly timer: NodeJS.Timeout;
  /** Milliseconds since 1970; a frozen process fires no timers. */
  readonly until: number;
}

/** The opener of one process. */
export function createOpener(vault: Vault, clock: () => number = () => Date.now()): OpenCredential {
  let held: Held | undefined;
  const drop = (): void => {
    clearTimeout(held?.timer);
    held = undefined;
  };

  return async (server, upstream, { ciphertext, tokens }) => {
    const { origin, auth } = upstream;
    const of = [server.bundle.serverId, origin, auth.type, auth.origin, ciphertext, tokens?.holder, tokens?.sealed];
    if (held && held.until > clock() && of.every((each, index) => each === held?.of[index])) return held.opened;
    drop();
    const stored = await credentialOf(server, upstream, ciphertext, vault.decrypt);
    const opened = openedOf(await withTokens(vault, server, stored, { origin, ciphertext, tokens }));
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
