/**
 * The people of the local login: three built in, and those who came from the owner's identity provider. The groups in their tokens are what the
 * pool's trigger says, as on AWS; it is asked for each token.
 */
import { ANSWER_READER } from '../../core/api/access.ts';
import type { AwsService } from '../aws/gateway.ts';
import type { DataFolder } from '../data/folder.ts';
import { poolArn } from '../physical.ts';
import { cognitoService, type LocalUser } from '../twins/cognito.ts';
import type { ExternalPerson } from './federation.ts';

/** The roles that the page offers. */
export const ROLES = ['admin', 'editor', 'viewer'] as const;

/** A role. */
export type Role = (typeof ROLES)[number];

/** All groups of the directory. */
export const LOCAL_GROUPS: readonly string[] = [...ROLES, ANSWER_READER];

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

/** The directory of one stack. */
export class People {
  /** Set once the functions run. */
  trigger: Trigger | undefined;
  private readonly data: DataFolder;
  private readonly external: Map<string, ExternalPerson>;

  constructor(data: DataFolder) {
    this.data = data;
    const { people } = data.remembered<{ people: ExternalPerson[] }>(FILE, () => ({ people: [] }));
    this.external = new Map(people.map((person) => [person.username, person]));
  }

  /** Creates or changes somebody who came from the provider. As in Cognito, attributes that it does not send any more stay as they were. */
  welcome(person: ExternalPerson): void {
    const attributes = { ...this.external.get(person.username)?.attributes, ...person.attributes };
    this.external.set(person.username, { ...person, attributes });
    this.data.write(FILE, { people: [...this.external.values()] });
  }

  /** Everybody, as the directory shows them. */
  all(): readonly LocalUser[] {
    const external = [...this.external.values()].map(({ username, attributes }) => ({
      username,
      groups: [],
      status: 'EXTERNAL_PROVIDER',
      attributes,
    }));
    return [...LOCAL_USERS, ...external];
  }

  /** Whether there is such an account. */
  has = (username: string): boolean => isRole(username) || this.external.has(username);

  /** The claims of a token that is made here without a sign-in, for whoever runs the stack: the pool's trigger is not asked. */
  claimsWithoutSignIn = (role: Role): Record<string, unknown> => ({ 'cognito:groups': groupsOf(role), username: role });

  /** The claims about a person in Cognito's access tokens: no e-mail address; the user name is an opaque id in Cognito, here the role. */
  async accessClaims(username: string): Promise<Record<string, unknown>> {
    return { 'cognito:groups': await this.groups(username), username };
  }

  /** ID tokens have the e-mail address, marked as verified, as for a person whom an admin has added with `email_verified`. */
  async idClaims(username: string): Promise<Record<string, unknown>> {
    const { email, email_verified: verified, name } = this.external.get(username)?.attributes ?? {};
    return {
      'cognito:groups': await this.groups(username),
      'cognito:username': username,
      ...(isRole(username)
        ? { email: emailOf(username), email_verified: true }
        : { ...(email && { email, email_verified: verified === 'true' }), ...(name && { name }) }),
    };
  }

  private async groups(username: string): Promise<readonly string[]> {
    const person = this.external.get(username);
    const own = isRole(username) ? groupsOf(username) : [];
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
}

/** The user pool's API over the directory. */
export const directoryService = (data: DataFolder, people: People): AwsService =>
  cognitoService({
    poolArn,
    groups: LOCAL_GROUPS,
    users: () => people.all(),
    since: data.remembered('people.json', () => ({ since: Date.now() })).since,
  });
