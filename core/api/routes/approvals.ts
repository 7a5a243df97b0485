/** Routes of calls that a person has to approve. */
import { approval, approvalDecision, approvalList } from '../approvals.ts';
import { routesOf } from './route.ts';

const route = routesOf('Approvals');

/** By id; core/api/routes/index.ts joins them with the others. */
export const approvalRoutes = {
  listApprovals: route('GET', '/v1/servers/{id}/approvals', {
    access: 'editor',
    summary: 'Calls that wait for a person, with their arguments in full, and those that were decided lately',
    success: 200,
    answer: approvalList,
  }),
  decideApproval: route('POST', '/v1/servers/{id}/approvals/{approvalId}', {
    access: 'editor',
    summary:
      'Approve a call, which may then be made once within 15 minutes, or refuse it. Nobody decides about a call of their own',
    body: approvalDecision,
    success: 200,
    answer: approval,
  }),
} as const;
