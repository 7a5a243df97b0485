/** What the table of core/api/routes.ts says of each route. */
import type * as z from 'zod';
import type { Right, Role } from '../access.ts';

/** `public` needs no login, `person` a login without any role; the roles include those below them. */
export type Access = 'public' | 'person' | Role;

/** One route of the management API. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With {braces}; the names are those of `PATH_PARAMETERS`. */
  readonly path: string;
  readonly access: Access;
  readonly tag: string;
  /** Needed beside the role. */
  readonly right?: Right;
  readonly summary: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** An absent body counts as {}. */
  readonly bodyOptional?: boolean;
  readonly success: 200 | 201 | 202 | 204;
  /** Absent for 204, and for `produces`. */
  readonly answer?: z.ZodType;
  /** Media types of an answer that is not JSON. */
  readonly produces?: readonly string[];
}

/** The description itself, with its literal types kept. */
export const route = <R extends Route>(description: R): R => description;
