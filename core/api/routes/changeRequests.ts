/** Routes of changes that wait for a second person. */
import { changeDecision, changeRequest, changeRequestList, changeRequestsQuery } from '../changeRequests.ts';
import { routesOf } from './route.ts';

const route = routesOf('Approvals');

/** By id; core/api/routes/index.ts joins them with the others. */
export const changeRequestRoutes = {
  listChangeRequests: route('GET', '/v1/change-requests', {
    access: 'viewer',
    place: 'projects',
    summary: 'Changes that wait for a second person, and those that were decided lately, of the projects of the caller',
    query: changeRequestsQuery,
    success: 200,
    answer: changeRequestList,
  }),
  getChangeRequest: route('GET', '/v1/change-requests/{changeId}', {
    access: 'viewer',
    place: 'projects',
    summary: 'A change that waits for a second person, with every value before and after',
    success: 200,
    answer: changeRequest,
  }),
  decideChangeRequest: route('POST', '/v1/change-requests/{changeId}', {
    access: 'viewer',
    place: 'projects',
    summary:
      'Approve a change, which is then carried out, or refuse it, with the role that the change itself needs; or withdraw and explain one of your own',
    body: changeDecision,
    success: 200,
    answer: changeRequest,
  }),
} as const;
