/** The type of the rows of core/api/routes/index.ts. */
import type * as z from 'zod';
import type { Right, Role } from '../../model/roles.ts';

/**
 * Who may call a route: `public` needs no login, `token` a connection token instead, `person` any login, even without a role; a role includes
 * the lower ones.
 */
export type Access = 'public' | 'token' | 'person' | Role;

/** One route of the management API. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path template with {parameters}, whose names are those of `PATH_PARAMETERS`. */
  readonly path: string;
  readonly access: Access;
  readonly tag: string;
  /** A right that is required in addition to the role. */
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

/** Returns its argument; the type parameter keeps the literal types. */
export const route = <R extends Route>(description: R): R => description;
