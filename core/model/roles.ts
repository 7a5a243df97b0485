/** Who may call which route: the roles of people, and the rights that are granted separately from a role. */
import * as z from 'zod';

/** Roles of people, by group of the user pool. */
export const role = z.enum(['admin', 'editor', 'viewer']);
/** Role of a person. */
export type Role = z.infer<typeof role>;

/** The right to read kept answers. Only members of the user pool group of this name have it, whatever their role. */
export const ANSWER_READER = 'answer-reader';
/** Rights that are granted separately from the role, by group of the user pool. */
export const right = z.enum([ANSWER_READER]);
/** A right that is granted separately from the role. */
export type Right = z.infer<typeof right>;

/** The group of the user pool whose members read everything of the installation and change nothing. */
export const AUDITOR = 'auditor';
