/** The type of the rows of core/api/routes/index.ts. */
import type * as z from 'zod';
import type { Place } from '../../model/projects.ts';
import type { Right, Role } from '../../model/roles.ts';

const NO_ROLE = ['public', 'token', 'person'] as const;

/**
 * Who may call a route: `public` needs no login, `token` a connection token instead, `person` any login, even without a role; a role includes
 * the lower ones.
 */
export type Access = (typeof NO_ROLE)[number] | Role;

/** One route of the management API. */
export type Route = Described & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path template with {parameters}, whose names are those of `PATH_PARAMETERS`. */
  readonly path: string;
  readonly tag: string;
} & (NoRole | { readonly access: Role; readonly place: Place });

interface NoRole {
  readonly access: (typeof NO_ROLE)[number];
  readonly place?: undefined;
}

interface Described {
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

type OfServer = `${string}{id}${string}`;

/**
 * Who may call it, and where (core/model/projects.ts): in the project of the server that the path names as `{id}`, which needs no word, in the project
 * `{projectId}`, in one of the caller's projects, or for the installation. A route for a role cannot leave it out.
 */
type Placed<Path> =
  | NoRole
  | { readonly access: Role; readonly place: Path extends OfServer ? never : Exclude<Place, 'server' | 'project'> }
  | { readonly access: Role; readonly place: Path extends `${string}{projectId}${string}` ? 'project' : never }
  | { readonly access: Path extends OfServer ? Role : never; readonly place?: undefined };

/** Makes routes with a tag; the type parameters keep the literal types. */
export const routesOf =
  (tag: string) =>
  <const Method extends Route['method'], const Path extends string, const Said extends Described & Placed<Path>>(
    method: Method,
    path: Path,
    said: Said,
  ) => {
    const isOfServer = !(NO_ROLE as readonly Access[]).includes(said.access) && path.includes('{id}');
    return { method, path, tag, ...(isOfServer && { place: 'server' }), ...said } as Said & {
      readonly method: Method;
      readonly path: Path;
      readonly tag: string;
      readonly place: Said['access'] extends Role ? (Path extends OfServer ? 'server' : Said['place']) : undefined;
    };
  };
