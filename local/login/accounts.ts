/**
 * People of the pool who log in with a password: made by an invitation, with a temporary password that has to be changed at the first
 * login (Amazon Cognito developer guide, creating users as an administrator). Passwords are stored as scrypt hashes; the mail with the
 * temporary one stands in the outbox until then, because nothing is sent from this machine.
 */
import { randomBytes, randomInt, randomUUID, scryptSync, timingSafeEqual } from 'node:crypto';
import { AwsError } from '../aws/errors.ts';
import type { DataFolder } from '../data/folder.ts';
import { type PoolSettings, passwordFault } from './pool.ts';

const FILE = 'password-people.json';
const DAY_MS = 86_400_000;

/** A person with a password; times in epoch milliseconds. */
export interface Account {
  /** The subject as well, as in a pool whose people log in by e-mail. */
  readonly username: string;
  readonly email: string;
  readonly status: 'FORCE_CHANGE_PASSWORD' | 'CONFIRMED';
  readonly groups: readonly string[];
  readonly enabled: boolean;
  /** `salt.hash`, in base64url. */
  readonly password: string;
  /** When the temporary password ends. */
  readonly until?: number;
  readonly createdAt: number;
  readonly changedAt: number;
  readonly mail?: Mail;
}

/** A mail that Cognito would send; `body` is HTML. */
export interface Mail {
  readonly to: string;
  readonly at: number;
  readonly subject: string;
  readonly body: string;
}

/** What became of a login. */
export type LoginOutcome =
  | { readonly kind: 'in'; readonly username: string }
  | { readonly kind: 'new_password'; readonly username: string }
  | { readonly kind: 'refused'; readonly message: string };

/** The accounts of one stack. */
export class Accounts {
  /** Set once the template is known. */
  settings: PoolSettings = { policy: {}, mail: { subject: '', body: '{username} {####}' } };
  /** Scrypt's cost, a power of two (RFC 7914, section 2). Tests of many people lower it before the first. */
  cost = 16_384;
  /** Told of each mail. */
  onMail: (mail: Mail) => void = () => {};
  private readonly data: DataFolder;
  private readonly byName: Map<string, Account>;

  constructor(data: DataFolder) {
    this.data = data;
    const { accounts } = data.remembered<{ accounts: Account[] }>(FILE, () => ({ accounts: [] }));
    this.byName = new Map(accounts.map((account) => [account.username, account]));
  }

  /** Oldest first. */
  all = (): readonly Account[] => [...this.byName.values()];

  /** By user name or by e-mail address, which Cognito takes as well. */
  find(name: string): Account | undefined {
    const email = name.toLowerCase();
    return this.byName.get(name) ?? this.all().find((account) => account.email === email);
  }

  /** AdminCreateUser. Throws AwsError UsernameExistsException. */
  create(address: string, now = Date.now()): Account {
    const email = address.toLowerCase();
    if (this.find(email)) throw new AwsError(400, 'UsernameExistsException', 'User account already exists');
    const username = randomUUID();
    return this.invited({
      username,
      email,
      status: 'FORCE_CHANGE_PASSWORD',
      groups: [],
      enabled: true,
      password: '',
      createdAt: now,
      changedAt: now,
    });
  }

  /** AdminCreateUser with RESEND: a new temporary password. Throws AwsError UnsupportedUserStateException. */
  resend(account: Account): Account {
    if (account.status !== 'FORCE_CHANGE_PASSWORD') {
      throw new AwsError(400, 'UnsupportedUserStateException', 'User does not exist in FORCE_CHANGE_PASSWORD state.');
    }
    return this.invited(account);
  }

  /** Replaces members of an account. */
  change(username: string, change: Partial<Account>): Account {
    const account = this.byName.get(username);
    if (!account) throw new AwsError(400, 'UserNotFoundException', 'User does not exist.');
    return this.keep({ ...account, ...change, changedAt: Date.now() });
  }

  remove(username: string): void {
    this.byName.delete(username);
    this.write();
  }

  /** What Cognito's hosted page does with an address and a password. The message never says whether the address is known. */
  logIn(email: string, password: string, now = Date.now()): LoginOutcome {
    const account = this.find(email.trim());
    if (!account || !matches(password, account.password, this.cost))
      return refused('Incorrect e-mail address or password.');
    if (!account.enabled) return refused('This account is locked.');
    if (account.status === 'CONFIRMED') return { kind: 'in', username: account.username };
    if ((account.until ?? 0) <= now) {
      return refused('The temporary password has expired. Ask an admin to send the invitation again.');
    }
    return { kind: 'new_password', username: account.username };
  }

  /** The challenge NEW_PASSWORD_REQUIRED. Returns what is wrong with the password, if anything is. */
  setPassword(username: string, password: string): string | undefined {
    const fault = passwordFault(password, this.settings.policy);
    if (fault !== undefined) return fault;
    const { until: _, mail: __, ...account } = this.change(username, { password: hashed(password, this.cost) });
    this.keep({ ...account, status: 'CONFIRMED' });
    return undefined;
  }

  private invited(account: Account): Account {
    const { policy, mail } = this.settings;
    const password = temporaryPassword();
    const filled = (text: string) => text.replaceAll('{username}', account.email).replaceAll('{####}', () => password);
    const now = Date.now();
    const sent = { to: account.email, at: now, subject: filled(mail.subject), body: filled(mail.body) };
    const until = now + (policy.TemporaryPasswordValidityDays ?? 7) * DAY_MS;
    const kept = this.keep({ ...account, password: hashed(password, this.cost), until, changedAt: now, mail: sent });
    this.onMail(sent);
    return kept;
  }

  private keep(account: Account): Account {
    this.byName.set(account.username, account);
    this.write();
    return account;
  }

  private write(): void {
    this.data.write(FILE, { accounts: this.all() });
  }
}

const refused = (message: string): LoginOutcome => ({ kind: 'refused', message });

/** No characters that look alike or that HTML would need escaped; of each kind that a policy may ask for. */
function temporaryPassword(): string {
  const from = (set: string, count: number) => Array.from({ length: count }, () => set[randomInt(set.length)]).join('');
  return `${from('ABCDEFGHJKLMNPQRSTUVWXYZ', 4)}-${from('abcdefghijkmnopqrstuvwxyz', 6)}-${from('23456789', 4)}`;
}

function hashed(password: string, N: number): string {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}.${scryptSync(password, salt, 32, { N }).toString('base64url')}`;
}

function matches(password: string, stored: string, N: number): boolean {
  const [salt = '', hash = ''] = stored.split('.').map((part) => Buffer.from(part, 'base64url'));
  return hash.length === 32 && timingSafeEqual(scryptSync(password, salt, 32, { N }), hash as Buffer);
}
