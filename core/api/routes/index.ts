/**
 * The routes of the management API as data: method, path, access, and the schemas of request and response. This table is
 * the only place that defines them: the router, the API description, the client of the dashboard and the tests read it.
 * The rows are in core/api/routes/, one file per resource.
 */
// biome-ignore assist/source/organizeImports: schemas are described in the order in which these files load them
import type * as z from 'zod';
import { approvalRoutes } from './approvals.ts';
import { attentionRoutes } from './attention.ts';
import { automationKeyRoutes } from './automationKeys.ts';
import { auditRoutes } from './audit.ts';
import { serverRoutes } from './servers.ts';
import { declarationRoutes } from './declarations.ts';
import { consentRoutes } from './consents.ts';
import { deploymentRoutes } from './deployments.ts';
import { projectRoutes } from './projects.ts';
import { sessionRoutes } from './session.ts';
import { settingsRoutes } from './settings.ts';
import { memberRoutes } from './members.ts';
import { policyRoutes } from './policies.ts';
import { signInRoutes } from './signIn.ts';
import { specRoutes } from './specs.ts';
import { tokenRoutes } from './tokens.ts';
import { changeRequestRoutes } from './changeRequests.ts';
import { checkRoutes } from './checks.ts';
import { toolRoutes } from './tools.ts';
import { webhookRoutes } from './webhooks.ts';

export type { Access, Route } from './route.ts';

/** All routes by id, in the order of the API description. */
export const ROUTES = {
  ...sessionRoutes,
  ...specRoutes,
  ...serverRoutes,
  ...declarationRoutes,
  ...attentionRoutes,
  ...consentRoutes,
  ...deploymentRoutes,
  ...checkRoutes,
  ...policyRoutes,
  ...toolRoutes,
  ...tokenRoutes,
  ...approvalRoutes,
  ...changeRequestRoutes,
  ...auditRoutes,
  ...settingsRoutes,
  ...signInRoutes,
  ...memberRoutes,
  ...projectRoutes,
  ...automationKeyRoutes,
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
