/** The route that brings servers to what is declared. */
import { applyAnswer, applyRequest } from '../apply.ts';
import { routesOf } from './route.ts';

const route = routesOf('Servers');

/** By id; core/api/routes/index.ts joins it with the others. */
export const declarationRoutes = {
  applyDeclarations: route('POST', '/v1/apply', {
    // What it does needs the roles of the routes that do the same.
    access: 'viewer',
    place: 'projects',
    summary: 'Bring servers to what is declared, or tell what that would be; to be sent again until nothing is left',
    body: applyRequest,
    success: 200,
    answer: applyAnswer,
  }),
} as const;
