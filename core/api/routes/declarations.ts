/** The route that brings servers to what is declared. */
import { applyAnswer, applyRequest } from '../apply.ts';
import { route } from './route.ts';

/** By id; core/api/routes/index.ts joins it with the others. */
export const declarationRoutes = {
  applyDeclarations: route({
    method: 'POST',
    path: '/v1/apply',
    // What it does needs the roles of the routes that do the same.
    access: 'viewer',
    place: 'projects',
    tag: 'Servers',
    summary: 'Bring servers to what is declared, or tell what that would be; to be sent again until nothing is left',
    body: applyRequest,
    success: 200,
    answer: applyAnswer,
  }),
} as const;
