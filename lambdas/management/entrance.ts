/** Routes that a client needs first: the API description, the login settings, and the caller's own identity. */
import { requireEnvironment } from '../../aws/lib/environment.ts';
import { apiDescription } from '../../core/api/routes/openapi.ts';
import { DEFAULT_PROJECT } from '../../core/model/projects.ts';
import type { HandlersOf } from './http/request.ts';
import { noteLogin } from './members/joining.ts';
import { projectsOf } from './members/projects.ts';

/** Handlers of these routes. */
export const entrance: HandlersOf<'getApiDescription' | 'getLoginConfig' | 'getMe'> = {
  getApiDescription: () => apiDescription(requireEnvironment('EDGE_URL')),

  getLoginConfig: () => ({
    issuer: requireEnvironment('LOGIN_ISSUER'),
    clientId: requireEnvironment('USER_POOL_CLIENT'),
    loginDomain: requireEnvironment('LOGIN_DOMAIN'),
    edgeUrl: requireEnvironment('EDGE_URL'),
  }),

  getMe: async ({ actor }) => {
    const [projects] = await Promise.all([projectsOf(actor.standing), noteLogin(actor)]);
    const isPlain = projects.every(({ id }) => id === DEFAULT_PROJECT);
    const isOwner = actor.standing.installation === 'owner';
    return {
      id: actor.id,
      name: actor.name ?? actor.id,
      ...(actor.email && { email: actor.email }),
      role: actor.role === 'admin' && !isOwner ? 'editor' : actor.role,
      rights: [...actor.rights],
      ...(actor.standing.installation === 'auditor' && { auditor: true as const }),
      ...(!isPlain && { projects }),
    };
  },
};
