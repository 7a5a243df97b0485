/** Who may call what: the roles of people, and the rights beside them. */
import * as z from 'zod';

/** Roles of people, by group of the user pool. */
export const role = z.enum(['admin', 'editor', 'viewer']);
/** Role of a person. */
export type Role = z.infer<typeof role>;

/** Rights beside the role, each a group of the login: kept answers may be read by people in it alone. */
export const ANSWER_READER = 'answer-reader';
/** Rights beside the role. */
export const right = z.enum([ANSWER_READER]);
/** A right beside the role. */
export type Right = z.infer<typeof right>;
