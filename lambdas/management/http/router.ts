/** Finds the route of a request and its path parameters in the table of core/api/routes/index.ts. */

import { ROUTES, type Route, type RouteId } from '../../../core/api/routes/index.ts';
import { PATH_PARAMETERS } from '../../../core/api/routes/openapi.ts';
import { PortcullisError } from '../../../core/lib/errors.ts';
import { notFound } from './errors.ts';

/** Parameters of a path; '' for those that the route does not have. */
export type PathParameters = Readonly<
  Record<
    | 'id'
    | 'toolId'
    | 'tokenId'
    | 'linkId'
    | 'approvalId'
    | 'changeId'
    | 'deploymentId'
    | 'entryId'
    | 'authorizationId'
    | 'oauthClientId'
    | 'webhookId'
    | 'deliveryId'
    | 'memberId'
    | 'invitationId'
    | 'keyId'
    | 'projectId',
    string
  >
>;

/** The route of a request. */
export interface Match {
  readonly id: RouteId;
  readonly route: Route;
  readonly params: PathParameters;
}

const WHAT = {
  id: 'server',
  toolId: 'tool',
  tokenId: 'token',
  linkId: 'setup_link',
  approvalId: 'approval',
  changeId: 'change_request',
  deploymentId: 'deployment',
  entryId: 'entry',
  authorizationId: 'authorization',
  oauthClientId: 'oauth_client',
  webhookId: 'webhook',
  deliveryId: 'delivery',
  memberId: 'member',
  invitationId: 'invitation',
  keyId: 'automation_key',
  projectId: 'project',
} as const;

/** Paths with fewer parameters come first, so that `/audit/export` is not taken for an id. */
const parametersOf = (path: string): number => path.split('{').length;
const TABLE = Object.entries(ROUTES)
  .map(([id, route]) => ({
    id: id as RouteId,
    route: route as Route,
    pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }))
  .sort((a, b) => parametersOf(a.route.path) - parametersOf(b.route.path));

/** Throws PortcullisError `route_not_found` or `method_not_allowed`, and `…_not_found` for an id of impossible form. */
export function match(method: string, path: string): Match {
  const found = TABLE.flatMap((entry) => {
    const groups = entry.pattern.exec(path)?.groups;
    return entry.pattern.test(path) ? [{ ...entry, groups: groups ?? {} }] : [];
  });
  const chosen = found.find(({ route }) => route.method === method);
  if (!chosen) {
    if (found.length === 0) {
      throw new PortcullisError('route_not_found', 'There is no such route. /v1/openapi.json lists the routes.');
    }
    const allowed = found.map(({ route }) => route.method);
    throw new PortcullisError('method_not_allowed', `This route accepts ${allowed.join(', ')}.`, {
      context: { allowed },
    });
  }
  for (const [name, value] of Object.entries(chosen.groups)) {
    if (!PATH_PARAMETERS[name]?.safeParse(value).success) throw notFound(WHAT[name as keyof typeof WHAT]);
  }
  return { id: chosen.id, route: chosen.route, params: chosen.groups as PathParameters };
}
