/** Routes that a client needs first: the API description, the login settings, and the caller's own identity. */
import { requireEnvironment } from '../../aws/lib/environment.ts';
import { apiDescription } from '../../core/api/routes/openapi.ts';
import type { HandlersOf } from './http/request.ts';
import { noteLogin } from './members/joining.ts';

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
    await noteLogin(actor);
    return {
      id: actor.id,
      name: actor.name ?? actor.id,
      ...(actor.email && { email: actor.email }),
      role: actor.role,
      rights: [...actor.rights],
    };
  },
};
