/**
 * A toolset: a server that lists tools of other servers and has none of its own. Its row names the members in their order; its bundle says
 * what was made of them (core/tools/toolset/compose.ts). A call runs in the member's sandbox, by the member's own bundle.
 */

/** A server in a toolset, as its owner has put it there. */
export interface ToolsetMember {
  readonly serverId: string;
  /** Stands before a name that another member has, and before all with `prefixed`: letters, digits and `_`. Each member's own, and lasting. */
  readonly prefix: string;
  /** Every tool of it has the prefix, but those with a name in `names`. */
  readonly prefixed?: true;
  /** Tools with one of these tags. With neither `tags` nor `tools`: all. */
  readonly tags?: readonly string[];
  /** Ids of single tools. */
  readonly tools?: readonly string[];
  /** Other names, by the id of the tool. */
  readonly names?: Readonly<Record<string, string>>;
}

/** Why a member has no tools in a toolset. */
export const MEMBER_ABSENCES = ['missing', 'not_deployed', 'offline', 'unreadable', 'toolset'] as const;
/** Why a member has no tools in a toolset: no such server, never live, offline, a bundle that cannot be read, or itself a toolset. */
export type MemberAbsence = (typeof MEMBER_ABSENCES)[number];
