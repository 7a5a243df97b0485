/** The type of the rows of core/api/routes/index.ts. */
import type * as z from 'zod';
import type { Place } from '../../model/projects.ts';
import type { Right, Role } from '../../model/roles.ts';

/**
 * Who may call a route: `public` needs no login, `token` a connection token instead, `person` any login, even without a role; a role includes
 * the lower ones.
 */
export type Access = 'public' | 'token' | 'person' | Role;

/**
 * Where the role is needed (core/model/projects.ts): in the project of the server that the path names as `{id}`, in the project `{projectId}`, in one
 * of the caller's projects, or for the installation. A route for a role cannot leave it out, and one with `{id}` can say nothing else.
 */
export type Placed =
  | { readonly access: 'public' | 'token' | 'person'; readonly path: string; readonly place?: undefined }
  | { readonly access: Role; readonly path: `${string}{id}${string}`; readonly place: 'server' }
  | { readonly access: Role; readonly path: `${string}{projectId}${string}`; readonly place: 'project' }
  | { readonly access: Role; readonly path: string; readonly place: Exclude<Place, 'server' | 'project'> };

/** One route of the management API. */
export type Route = Placed & Described;

interface Described {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path template with {parameters}, whose names are those of `PATH_PARAMETERS`. */
  readonly path: string;
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

/** A path of a server whose route names another place is none. */
type Fitting<R extends Route> = R['access'] extends Role
  ? R['path'] extends `${string}{id}${string}`
    ? R & { readonly place: 'server' }
    : R
  : R;

/** Returns its argument; the type parameter keeps the literal types. */
export const route = <const R extends Route>(description: R & Fitting<R>): R => description;
