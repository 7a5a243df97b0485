/**
 * The routes of the management API as data: method, path, access, and the schemas of request and response. This table is
 * the only place that defines them: the router, the API description, the client of the dashboard and the tests read it.
 * The rows are in core/api/routes/, one file per resource.
 */
// biome-ignore assist/source/organizeImports: schemas are described in the order in which these files load them
import type * as z from 'zod';
import { auditRoutes } from './routes/audit.ts';
import { serverRoutes } from './routes/servers.ts';
import { consentRoutes } from './routes/consents.ts';
import { deploymentRoutes } from './routes/deployments.ts';
import { sessionRoutes } from './routes/session.ts';
import { settingsRoutes } from './routes/settings.ts';
import { memberRoutes } from './routes/members.ts';
import { signInRoutes } from './routes/signIn.ts';
import { specRoutes } from './routes/specs.ts';
import { tokenRoutes } from './routes/tokens.ts';
import { toolRoutes } from './routes/tools.ts';
import { webhookRoutes } from './routes/webhooks.ts';

export type { Access, Route } from './routes/route.ts';

/** All routes by id, in the order of the API description. */
export const ROUTES = {
  ...sessionRoutes,
  ...specRoutes,
  ...serverRoutes,
  ...consentRoutes,
  ...deploymentRoutes,
  ...toolRoutes,
  ...tokenRoutes,
  ...auditRoutes,
  ...settingsRoutes,
  ...signInRoutes,
  ...memberRoutes,
  ...webhookRoutes,
} as const;

/** Id of a route. */
export type RouteId = keyof typeof ROUTES;

/** The query or body of a route as its handler gets it, validated. */
type Parsed<Id extends RouteId, Part extends 'query' | 'body'> =
  (typeof ROUTES)[Id] extends Record<Part, infer Schema extends z.ZodType> ? z.infer<Schema> : undefined;

/** Query parameters of a route, validated. */
export type QueryOf<Id extends RouteId> = Parsed<Id, 'query'>;
/** Body of a route, validated. */
export type BodyOf<Id extends RouteId> = Parsed<Id, 'body'>;
/** What the handler of a route returns; undefined if the response has no body. */
export type AnswerOf<Id extends RouteId> = (typeof ROUTES)[Id] extends { answer: infer Schema extends z.ZodType }
  ? z.infer<Schema>
  : undefined;
