/**
 * The people of the local login: three built in, those who were invited with a password (accounts.ts), and those who came from the owner's
 * identity provider. The groups in their tokens are what the pool's trigger says, as on AWS; it is asked for each token.
 */
import { ANSWER_READER, AUDITOR } from '../../core/model/roles.ts';
import { AwsError } from '../aws/errors.ts';
import type { AwsService } from '../aws/gateway.ts';
import type { DataFolder } from '../data/folder.ts';
import { poolArn } from '../stack/physical.ts';
import { cognitoService, type DirectoryChanges, type LocalUser } from '../twins/cognito.ts';
import { type Account, Accounts } from './accounts.ts';
import type { ExternalPerson, InboundTrigger } from './federation/federation.ts';

/** The roles that the page offers. */
export const ROLES = ['admin', 'editor', 'viewer'] as const;

/** A role. */
export type Role = (typeof ROLES)[number];

/** All groups of the directory. */
export const LOCAL_GROUPS: readonly string[] = [...ROLES, ANSWER_READER, AUDITOR];

const FILE = 'external-people.json';

/** Whether the text is a role. */
export const isRole = (text: unknown): text is Role => ROLES.includes(text as Role);

/** The admin also has the groups beside the roles, because the page offers three people only. */
const groupsOf = (role: Role): string[] => (role === 'admin' ? [role, ANSWER_READER] : [role]);
const emailOf = (role: string) => `${role}@local.portcullis.example`;

/** The accounts behind the page's three roles. */
export const LOCAL_USERS: readonly LocalUser[] = ROLES.map((role) => ({
  username: role,
  email: emailOf(role),
  groups: groupsOf(role),
}));

/** Event and answer of the pre token generation trigger, version 2. */
export type Trigger = (event: object) => Promise<{
  readonly response?: {
    readonly claimsAndScopeOverrideDetails?: {
      readonly groupOverrideDetails?: { readonly groupsToOverride?: readonly string[] };
    };
  };
}>;

/** Somebody who came from the provider, with what the pool itself knows of them. */
interface KnownExternal extends ExternalPerson {
  readonly groups?: readonly string[];
  readonly enabled?: boolean;
}

/** The directory of one stack. */
export class People {
  /** Set once the functions run. */
  trigger: Trigger | undefined;
  /** Likewise. */
  inbound: InboundTrigger | undefined;
  /** Told of whoever's refresh tokens have to stop working. */
  onSignOut: (username: string) => void = () => {};
  readonly accounts: Accounts;
  private readonly data: DataFolder;
  private readonly external: Map<string, KnownExternal>;

  constructor(data: DataFolder) {
    this.data = data;
    this.accounts = new Accounts(data);
    const { people } = data.remembered<{ people: KnownExternal[] }>(FILE, () => ({ people: [] }));
    this.external = new Map(people.map((person) => [person.username, person]));
  }

  /** Creates or changes somebody who came from the provider. As in Cognito, attributes that it does not send any more stay as they were. */
  welcome(person: ExternalPerson): void {
    const known = this.external.get(person.username);
    this.keep({ ...known, ...person, attributes: { ...known?.attributes, ...person.attributes } });
  }

  /** Everybody, as the directory shows them. */
  all(): readonly LocalUser[] {
    const external = [...this.external.values()].map(({ username, attributes, groups = [], enabled = true }) => ({
      username,
      groups,
      enabled,
      status: 'EXTERNAL_PROVIDER',
      attributes,
    }));
    return [...LOCAL_USERS, ...this.accounts.all(), ...external];
  }

  /** Whether there is such an account and it may log in. */
  has = (username: string): boolean => this.all().some((user) => user.username === username && user.enabled !== false);

  /** The changes that an admin makes. The built-in three cannot be changed, or the page's buttons would lie. */
  readonly changes: DirectoryChanges = {
    create: (email) => this.accounts.create(email),
    resend: (username) => this.accounts.resend(this.account(username)),
    setGroups: (username, groups) => this.change(username, { groups }),
    setEnabled: (username, enabled) => this.change(username, { enabled }),
    remove: (username) => {
      this.change(username, { enabled: false });
      this.accounts.remove(username);
      if (this.external.delete(username)) this.write();
      this.onSignOut(username);
    },
    signOut: (username) => this.onSignOut(username),
  };

  /** The claims of a token that is made here without a sign-in, for whoever runs the stack: the pool's trigger is not asked. */
  claimsWithoutSignIn = (role: Role): Record<string, unknown> => ({ 'cognito:groups': groupsOf(role), username: role });

  /** The claims about a person in Cognito's access tokens: no e-mail address; the user name is an opaque id in Cognito, here the role. */
  async accessClaims(username: string): Promise<Record<string, unknown>> {
    return { 'cognito:groups': await this.groups(username), username };
  }

  /** ID tokens have the e-mail address, marked as verified, as for a person whom an admin has added with `email_verified`. */
  async idClaims(username: string): Promise<Record<string, unknown>> {
    const { email, email_verified: verified, name } = this.external.get(username)?.attributes ?? {};
    const own = isRole(username) ? emailOf(username) : this.accounts.find(username)?.email;
    return {
      token_use: 'id',
      'cognito:groups': await this.groups(username),
      'cognito:username': username,
      ...(own
        ? { email: own, email_verified: true }
        : { ...(email && { email, email_verified: verified === 'true' }), ...(name && { name }) }),
    };
  }

  private async groups(username: string): Promise<readonly string[]> {
    const person = this.external.get(username);
    const own = isRole(username) ? groupsOf(username) : ((person ?? this.accounts.find(username))?.groups ?? []);
    if (!this.trigger) return own;
    const status = person ? 'EXTERNAL_PROVIDER' : 'CONFIRMED';
    const { response } = await this.trigger({
      version: '2',
      triggerSource: 'TokenGeneration_HostedAuth',
      userName: username,
      request: {
        userAttributes: { sub: username, ...person?.attributes, 'cognito:user_status': status },
        groupConfiguration: { groupsToOverride: own, iamRolesToOverride: [], preferredRole: null },
        scopes: ['openid', 'email', 'profile'],
      },
      response: { claimsAndScopeOverrideDetails: null },
    });
    return response?.claimsAndScopeOverrideDetails?.groupOverrideDetails?.groupsToOverride ?? own;
  }

  private account(username: string): Account {
    const account = this.accounts.find(username);
    if (!account) throw new AwsError(400, 'UserNotFoundException', 'User does not exist.');
    return account;
  }

  private change(username: string, change: { groups?: readonly string[]; enabled?: boolean }): void {
    const external = this.external.get(username);
    if (external) this.keep({ ...external, ...change });
    else if (isRole(username)) {
      throw new AwsError(400, 'NotAuthorizedException', 'The accounts admin, editor and viewer are built in.');
    } else this.accounts.change(this.account(username).username, change);
  }

  private keep(person: KnownExternal): void {
    this.external.set(person.username, person);
    this.write();
  }

  private write(): void {
    this.data.write(FILE, { people: [...this.external.values()] });
  }
}

/** The user pool's API over the directory. */
export const directoryService = (data: DataFolder, people: People, region: string): AwsService =>
  cognitoService({
    poolArn: poolArn(region),
    groups: LOCAL_GROUPS,
    users: () => people.all(),
    since: data.remembered('people.json', () => ({ since: Date.now() })).since,
    changes: people.changes,
  });
