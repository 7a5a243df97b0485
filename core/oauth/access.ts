/**
 * Who may use a server after signing in, and which of its tools. Judged with every request by the server's row as it is at that moment,
 * so a changed rule needs no session to be found and rewritten; a person's groups are those of their last sign-in or refresh.
 */
import type { TokenScopes } from '../tokens/scope.ts';

/** How clients get in: by connection tokens, by signing in, or either. */
export const ACCESS_WAYS = ['tokens', 'sign-in', 'both'] as const;
/** How clients may get in. */
export type AccessWay = (typeof ACCESS_WAYS)[number];

/** Members that are given must all match; a rule without any is about everybody who can log in. */
export interface AccessRule {
  /** The login's subject. */
  readonly person?: string;
  /** A group of the user pool, of whatever name. */
  readonly group?: string;
  /** A client id: the address of its metadata, or the id that it was given. */
  readonly client?: string;
  readonly opens: 'nothing' | 'read' | 'all';
  /** Ids of tools, at most those. */
  readonly tools?: readonly string[];
}

/** Of a person with a client, as a session keeps it. */
export interface SignedIn {
  readonly person: { readonly id: string; readonly groups: readonly string[] };
  readonly client: { readonly id: string };
  /** What the person has consented to. */
  readonly granted: 'read' | 'all';
}

interface SignInServer {
  readonly access?: AccessWay;
  readonly accessRules?: readonly AccessRule[];
}

/** True when connection tokens open the server. */
export const takesTokens = ({ access }: SignInServer): boolean => access !== 'sign-in';
/** True when people may sign in to the server. */
export const takesSignIns = ({ access }: SignInServer): boolean => access === 'sign-in' || access === 'both';

/** A login alone opens nothing: without rules, those with a role. */
const ROLE_GROUPS = ['admin', 'editor', 'viewer'];
const DEFAULT_RULES: readonly AccessRule[] = ROLE_GROUPS.map((group) => ({ group, opens: 'all' }));

/**
 * What is open, as a scope of tokens; 'nothing' when the first rule that matches says so, when none does, or when the server takes no
 * sign-ins.
 */
export function openedBy(server: SignInServer, { person, client, granted }: SignedIn): TokenScopes | 'nothing' {
  if (!takesSignIns(server)) return 'nothing';
  const rules = server.accessRules?.length ? server.accessRules : DEFAULT_RULES;
  const rule = rules.find(
    (each) =>
      (each.person === undefined || each.person === person.id) &&
      (each.group === undefined || person.groups.includes(each.group)) &&
      (each.client === undefined || each.client === client.id),
  );
  if (!rule || rule.opens === 'nothing') return 'nothing';
  return {
    access: granted === 'read' || rule.opens === 'read' ? 'read' : 'all',
    ...(rule.tools && { tools: rule.tools }),
  };
}
