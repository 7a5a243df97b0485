/**
 * Storage of the login's sessions, codes and refresh tokens: in memory, until they expire. After a restart of the host, people sign in
 * again; access tokens outlive it, because only their signature is checked.
 */
import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Entry {
  payload: AdapterPayload;
  readonly expires: number;
}

const entries = new Map<string, Entry>();

/**
 * Ends the logins of an account: its refresh tokens, codes that would become one, and the login's own session. The last is more than
 * AdminUserGlobalSignOut ends; here it comes with locking out or removing, after which Cognito does not take the cookie either.
 */
export function endLoginsOf(accountId: string): void {
  for (const [key, { payload }] of entries) {
    if (payload.accountId === accountId && /^(RefreshToken|AuthorizationCode|Session):/.test(key)) entries.delete(key);
  }
}

/** oidc-provider's storage in memory; one adapter per model. */
export class MemoryAdapter implements Adapter {
  private readonly model: string;

  constructor(model: string) {
    this.model = model;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const now = Date.now();
    for (const [key, { expires }] of entries) if (expires < now) entries.delete(key);
    entries.set(this.key(id), { payload, expires: expiresIn ? now + expiresIn * 1_000 : Number.POSITIVE_INFINITY });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const entry = entries.get(this.key(id));
    return entry && entry.expires > Date.now() ? entry.payload : undefined;
  }

  findByUid = (uid: string): Promise<AdapterPayload | undefined> => this.where((payload) => payload.uid === uid);

  findByUserCode = (code: string): Promise<AdapterPayload | undefined> =>
    this.where((payload) => payload.userCode === code);

  async consume(id: string): Promise<void> {
    const entry = entries.get(this.key(id));
    if (entry) entry.payload = { ...entry.payload, consumed: Math.floor(Date.now() / 1_000) };
  }

  async destroy(id: string): Promise<void> {
    entries.delete(this.key(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key);
  }

  private async where(matches: (payload: AdapterPayload) => boolean): Promise<AdapterPayload | undefined> {
    for (const [key, { payload, expires }] of entries) {
      if (key.startsWith(`${this.model}:`) && expires > Date.now() && matches(payload)) return payload;
    }
    return undefined;
  }

  private key(id: string): string {
    return `${this.model}:${id}`;
  }
}
