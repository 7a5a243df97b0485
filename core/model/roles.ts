/** Who may call which route: the roles of people, and the rights that are granted separately from a role. Data only: what calls pass reads it, too. */

/** Roles of people, by group of the user pool; each includes those before it. */
export const ROLES = ['viewer', 'editor', 'admin'] as const;
/** Role of a person. */
export type Role = (typeof ROLES)[number];

/** The right to read kept answers. Only members of the user pool group of this name have it, whatever their role. */
export const ANSWER_READER = 'answer-reader';
/** Rights that are granted separately from the role, by group of the user pool. */
export const RIGHTS = [ANSWER_READER] as const;
/** A right that is granted separately from the role. */
export type Right = (typeof RIGHTS)[number];

/** The group of the user pool whose members read everything of the installation and change nothing. */
export const AUDITOR = 'auditor';
