/**
 * Who may use a server after signing in, and which of its tools. Decided at each request from the server's current row, so
 * that a changed rule applies to existing sessions. A person's groups are those of the last sign-in or refresh.
 */
import type { TokenScopes } from './scope.ts';

/** How clients may authenticate: by connection tokens, by signing in, or both. */
export const ACCESS_WAYS = ['tokens', 'sign-in', 'both'] as const;
/** How clients may authenticate. */
export type AccessWay = (typeof ACCESS_WAYS)[number];

/**
 * An access rule. All given conditions (person, group, client) must match; a rule without conditions matches every person. A client that
 * acts for itself (client credentials) is matched only by a rule whose single condition is this client.
 */
export interface AccessRule {
  /** The `sub` of the login. */
  readonly person?: string;
  /** A group of the user pool. */
  readonly group?: string;
  /** A client id: the URL of its metadata document, or the id from its registration. */
  readonly client?: string;
  readonly opens: 'nothing' | 'read' | 'all';
  /** Ids of the allowed tools; unset: all. */
  readonly tools?: readonly string[];
}

/** The person and client of a session. */
export interface SignedIn {
  readonly person: { readonly id: string; readonly groups: readonly string[] };
  readonly client: { readonly id: string };
  /** Of the server when the groups were read; absent for `default`. A server that has moved since asks for them anew. */
  readonly project?: string;
  /** The access that the person has consented to. */
  readonly granted: 'read' | 'all';
  /** The client acts for itself (client credentials). `person` then repeats its id, and rules about people do not match. */
  readonly isMachine?: true;
}

interface SignInServer {
  readonly project?: string;
  readonly access?: AccessWay;
  readonly accessRules?: readonly AccessRule[];
  /** Where the installation accepts sign-ins only, whatever the server's `access` says (core/model/floor.ts). */
  readonly floor?: { readonly signIn?: true };
}

/** True when the server accepts connection tokens. */
export const takesTokens = ({ access, floor }: SignInServer): boolean => access !== 'sign-in' && !floor?.signIn;
/** True when people may sign in to the server. */
export const takesSignIns = ({ access, floor }: SignInServer): boolean =>
  access === 'sign-in' || access === 'both' || floor?.signIn === true;

/** Without rules, people may do with a client what their role lets them do in the dashboard; a login without a role has no access. */
const DEFAULT_RULES: readonly AccessRule[] = [
  { group: 'admin', opens: 'all' },
  { group: 'editor', opens: 'all' },
  { group: 'viewer', opens: 'read' },
];

function matches(rule: AccessRule, { person, client, isMachine }: SignedIn): boolean {
  // A rule without conditions means all people, so it does not match a machine.
  if (isMachine) return rule.client === client.id && rule.person === undefined && rule.group === undefined;
  return (
    (rule.person === undefined || rule.person === person.id) &&
    (rule.group === undefined || person.groups.includes(rule.group)) &&
    (rule.client === undefined || rule.client === client.id)
  );
}

/**
 * The scope of a session at a server, from the first rule that matches; 'nothing' when that rule says so, none matches,
 * the server accepts no sign-ins, or it has moved to another project since the person's groups were read.
 */
export function openedBy(server: SignInServer, signedIn: SignedIn): TokenScopes | 'nothing' {
  if (!takesSignIns(server) || server.project !== signedIn.project) return 'nothing';
  const { granted } = signedIn;
  const rules = server.accessRules?.length ? server.accessRules : DEFAULT_RULES;
  const rule = rules.find((each) => matches(each, signedIn));
  if (!rule || rule.opens === 'nothing') return 'nothing';
  return {
    access: granted === 'read' || rule.opens === 'read' ? 'read' : 'all',
    ...(rule.tools && { tools: rule.tools }),
  };
}
