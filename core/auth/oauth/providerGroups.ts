/**
 * The groups of people who sign in through the owner's identity provider. The user pool keeps what the provider says of their groups as
 * one attribute, which each sign-in replaces (claimsWithGroups); the owner's configuration (`groupRoles`) says which of them
 * give a role or a right. Groups of the pool itself then give such people none, so that whoever loses a group at the provider loses the
 * role. Where no group of the provider gives a role, invitations do, by groups of the pool.
 */
import { parsedJson } from '../../lib/json/parsed.ts';
import { ANSWER_READER, AUDITOR, ROLES } from '../../model/roles.ts';

/** The attribute of the user pool that holds the provider's groups. */
export const GROUPS_ATTRIBUTE = 'custom:groups';
/** Characters of that attribute, which is of the size that Cognito allows at most. */
export const GROUPS_LENGTH = 2_048;
/** Status in the pool of people who come from a provider (Cognito API, UserType). */
export const EXTERNAL = 'EXTERNAL_PROVIDER';

/** Group at the provider → the groups of the pool that it stands for. */
export type GroupRoles = Readonly<Record<string, readonly string[]>>;

const GIVEN: readonly string[] = [...ROLES, ANSWER_READER, AUDITOR];
/** A name that stays one name wherever a list is written with blanks or commas. */
const PLAIN = /^[\p{L}\p{N}_.:@/+-]{1,128}$/u;

/**
 * The names in the attribute: a JSON array, or as Cognito writes lists, `[Platform+team, chess]`: each name form-encoded (Amazon Cognito
 * developer guide, mapping identity provider attributes). Names that are not encoded correctly are left out. Anything else is one name.
 */
export function providerGroups(attribute: string | undefined): string[] {
  const text = (attribute ?? '').trim();
  if (text === '') return [];
  const value = parsedJson(text);
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string');
  const list = /^\[(.*)\]$/s.exec(text)?.[1];
  return (list === undefined ? [text] : list.split(',').map((each) => decoded(each.trim()))).filter(
    (each) => each !== '',
  );
}

/** Empty when it is not encoded correctly. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return '';
  }
}

/** Whether the provider's groups give roles, so that neither invitations nor admins can. */
export const givesRoles = (groupRoles: GroupRoles): boolean => Object.keys(groupRoles).length > 0;

/**
 * The groups of a person from the provider: those that their groups there stand for, and the names of the latter for access rules. A
 * group there that is called like a role gives none unless `groupRoles` says so.
 * @param inside their groups in the pool, which count where the provider's groups give no roles
 */
export function groupsOfExternal(
  attribute: string | undefined,
  groupRoles: GroupRoles,
  inside: readonly string[] = [],
): string[] {
  const names = providerGroups(attribute);
  const given = givesRoles(groupRoles)
    ? names.flatMap((name) => (Object.hasOwn(groupRoles, name) ? (groupRoles[name] ?? []) : []))
    : inside;
  const own = names.filter((name) => PLAIN.test(name) && !GIVEN.includes(name));
  return [...new Set([...given.filter((each) => GIVEN.includes(each)), ...own])];
}

/** Parses the value of the environment variable GROUP_ROLES. */
export const groupRolesOf = (text: string | undefined): GroupRoles => (text ? (JSON.parse(text) as GroupRoles) : {});

/** What a provider says of a person, by its own names. */
export type Claims = Readonly<Record<string, unknown>>;

/** Why a sign-in is refused. Cognito and the local login show it to the person. */
export const GROUPS_CUT =
  'The identity provider sent no groups, because the person is in too many. Let it send only the groups that are assigned to this application, then sign in again';
/** As above. */
export const GROUPS_TOO_LONG = `The groups that the identity provider sent are longer than ${GROUPS_LENGTH} characters. Let it send only the groups that are assigned to this application, then sign in again`;

/**
 * What is to be stored of a person who signs in, so that groups of an earlier sign-in are never kept: a provider that leaves the claim out, as
 * many do for people without a group, says the same as one that sends an empty list.
 * @param groupsClaim name of the claim (or SAML attribute) with the groups
 * @returns the claims with an empty list of groups, or undefined when they can be stored as they are
 * @throws Error {@link GROUPS_CUT} when the provider says that there are groups and sends none (Microsoft Entra ID, group overages), or
 * {@link GROUPS_TOO_LONG}: of groups that are missing nobody knows what they would have allowed or forbidden
 */
export function claimsWithGroups(claims: Claims, groupsClaim: string): Claims | undefined {
  const groups = claims[groupsClaim];
  if (groups === undefined || groups === null) {
    if (isCut(claims, groupsClaim)) throw new Error(GROUPS_CUT);
    return { ...claims, [groupsClaim]: '[]' };
  }
  const text = typeof groups === 'string' ? groups : JSON.stringify(groups);
  if (text.length > GROUPS_LENGTH) throw new Error(GROUPS_TOO_LONG);
  return undefined;
}

/** In OpenID Connect a claim source in place of the claim (`_claim_names`) or `hasgroups`, in SAML the attribute `…/groups.link`. */
function isCut(claims: Claims, groupsClaim: string): boolean {
  const { _claim_names: elsewhere, hasgroups } = claims as {
    readonly _claim_names?: unknown;
    readonly hasgroups?: unknown;
  };
  return (
    String(hasgroups) === 'true' ||
    Object.hasOwn(recordOf(elsewhere), groupsClaim) ||
    Object.keys(claims).some((name) => name.endsWith('/claims/groups.link'))
  );
}

/** An object, or one as JSON; of anything else none. */
function recordOf(value: unknown): object {
  const parsed = typeof value === 'string' ? parsedJson(value) : value;
  return typeof parsed === 'object' && parsed !== null ? parsed : {};
}
