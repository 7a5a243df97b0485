/** Stored upstream tokens in memory, with the conditions of the table, and a vault for them, for sandboxes in this process. */
import { createCipheriv, createDecipheriv, createHash, createSecretKey, randomBytes } from 'node:crypto';
import type { TokensOf } from '../../aws/credentials.ts';
import { writeConflict } from '../../aws/lib/errors.ts';
import { type SandboxAnswer, SandboxError } from '../../aws/services/sandbox.ts';
import type { UpstreamTokensRow } from '../../core/request/credential/oauth2/storedTokens.ts';
import type { SandboxFrame } from '../../core/sandbox/protocol.ts';
import type { TokenDependencies } from '../../lambdas/shared/accessToken.ts';

export interface TokenStore extends Pick<TokenDependencies, 'read' | 'write'> {
  readonly rows: Map<string, UpstreamTokensRow>;
  /** Every row that was ever written. */
  readonly history: UpstreamTokensRow[];
  copy(row: UpstreamTokensRow): Promise<void>;
}

export function tokenStore(): TokenStore {
  const rows = new Map<string, UpstreamTokensRow>();
  const history: UpstreamTokensRow[] = [];
  const keyOf = (serverId: string, holder: string) => `${serverId} ${holder}`;
  return {
    rows,
    history,
    read: async (serverId, holder) => rows.get(keyOf(serverId, holder)),
    async copy(row) {
      rows.set(keyOf(row.serverId, row.holder), row);
    },
    async write(row) {
      const key = keyOf(row.serverId, row.holder);
      if ((rows.get(key)?.version ?? 0) !== row.version) throw writeConflict('The tokens');
      const written = { ...row, version: row.version + 1 };
      rows.set(key, written);
      history.push(written);
      return written;
    },
  };
}

/** Seals tokens as aws/services/envelope.ts does, under a key of this vault: they open only for what they were sealed for. */
export function tokenVault() {
  const key = createSecretKey(randomBytes(32));
  const associated = (of: TokensOf) =>
    createHash('sha256')
      .update(JSON.stringify(Object.entries(of).sort()))
      .digest();
  return {
    async sealTokens(of: TokensOf, plaintext: Uint8Array): Promise<string> {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associated(of));
      const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
      return `t1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    async openTokens(of: TokensOf, name: string): Promise<Uint8Array> {
      const sealed = Buffer.from(name.slice(3), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
        .setAAD(associated(of))
        .setAuthTag(sealed.subarray(12, 28));
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
    },
  };
}

/** The last frame of an event, as `callSandbox` returns it. */
export function answerOf(frame: SandboxFrame): SandboxAnswer {
  if (frame.frame === 'alive' || frame.frame === 'progress') throw new Error('no end');
  if (frame.frame === 'fault') throw new SandboxError(frame.code, frame.message);
  return frame;
}
