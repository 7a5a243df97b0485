/** Routes of calls that a person has to approve. */
import { approval, approvalDecision, approvalList } from '../approvals.ts';
import { route } from './route.ts';

/** By id; core/api/routes/index.ts joins them with the others. */
export const approvalRoutes = {
  listApprovals: route({
    method: 'GET',
    path: '/v1/servers/{id}/approvals',
    access: 'editor',
    place: 'server',
    tag: 'Approvals',
    summary: 'Calls that wait for a person, with their arguments in full, and those that were decided lately',
    success: 200,
    answer: approvalList,
  }),
  decideApproval: route({
    method: 'POST',
    path: '/v1/servers/{id}/approvals/{approvalId}',
    access: 'editor',
    place: 'server',
    tag: 'Approvals',
    summary:
      'Approve a call, which may then be made once within 15 minutes, or refuse it. Nobody decides about a call of their own',
    body: approvalDecision,
    success: 200,
    answer: approval,
  }),
} as const;
