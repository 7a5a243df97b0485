/** The access token of one call. After a 401 it is replaced, and the call is made again where repeating it changes nothing. */
import type { OAuth2Credential } from '../../core/request/credential/oauth2/oauth2.ts';
import type { AccessTokens } from './accessTokens.ts';
import type { Renewal } from './renewal.ts';
import { REPEATABLE } from './send.ts';
import type { LoadedServer } from './server.ts';

export interface TokenUse {
  readonly server: Pick<LoadedServer, 'tokenClient'>;
  /** The credential's ciphertext. */
  readonly stored: string;
  readonly tokens: AccessTokens;
  readonly method: string;
}

export function tokenRenewal(credential: OAuth2Credential, { server, stored, tokens, method }: TokenUse): Renewal {
  let used: Awaited<ReturnType<AccessTokens['tokenFor']>> | undefined;
  let isRenewed = false;
  return {
    async ready() {
      used = await tokens.tokenFor(credential, stored, (tokenUrl) => server.tokenClient(tokenUrl));
      return { ...credential, accessToken: used.token };
    },
    async refused() {
      if (used === undefined || isRenewed) return false;
      isRenewed = true;
      await tokens.refused(stored, used.token);
      return !used.isFresh && REPEATABLE.has(method);
    },
  };
}
