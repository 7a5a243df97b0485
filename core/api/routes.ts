/**
 * Every route of the management API as data: method, path, who may call it, what goes in and what comes out.
 * The function routes by this table, the API description is generated from it, tests check answers against it. Nothing
 * about a route is said anywhere else. The rows are in core/api/routes/, a file for each resource.
 */
// biome-ignore assist/source/organizeImports: schemas are described in the order in which these files load them
import type * as z from 'zod';
import { auditRoutes } from './routes/audit.ts';
import { serverRoutes } from './routes/servers.ts';
import { deploymentRoutes } from './routes/deployments.ts';
import { sessionRoutes } from './routes/session.ts';
import { settingsRoutes } from './routes/settings.ts';
import { memberRoutes } from './routes/members.ts';
import { signInRoutes } from './routes/signIn.ts';
import { specRoutes } from './routes/specs.ts';
import { tokenRoutes } from './routes/tokens.ts';
import { toolRoutes } from './routes/tools.ts';

export type { Access, Route } from './routes/route.ts';

/**
 * All routes by id, in the order of the API description. The router, the API description, the client of the dashboard and the roles test
 * read this table.
 */
export const ROUTES = {
  ...sessionRoutes,
  ...specRoutes,
  ...serverRoutes,
  ...deploymentRoutes,
  ...toolRoutes,
  ...tokenRoutes,
  ...auditRoutes,
  ...settingsRoutes,
  ...signInRoutes,
  ...memberRoutes,
} as const;

/** Id of a route. */
export type RouteId = keyof typeof ROUTES;

/** A part of a route's schema as it arrives in a handler. */
type Parsed<Id extends RouteId, Part extends 'query' | 'body'> =
  (typeof ROUTES)[Id] extends Record<Part, infer Schema extends z.ZodType> ? z.infer<Schema> : undefined;

/** Query parameters of a route, validated. */
export type QueryOf<Id extends RouteId> = Parsed<Id, 'query'>;
/** Body of a route, validated. */
export type BodyOf<Id extends RouteId> = Parsed<Id, 'body'>;
/** What a handler of the route returns; undefined where nothing but a status is sent. */
export type AnswerOf<Id extends RouteId> = (typeof ROUTES)[Id] extends { answer: infer Schema extends z.ZodType }
  ? z.infer<Schema>
  : undefined;
