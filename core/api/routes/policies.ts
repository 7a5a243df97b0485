/** Routes that try policies and tell what they can compare. The policies themselves are a setting of the server. */
import { policySchema, policySchemaQuery, policyTrial, policyTrialResult } from '../policyTrials.ts';
import { routesOf } from './route.ts';

const route = routesOf('Policies');

/** By id; core/api/routes/index.ts joins them with the others. */
export const policyRoutes = {
  tryPolicies: route('POST', '/v1/servers/{id}/policies/try', {
    access: 'editor',
    summary: 'What policies would decide about given calls, or about those of the audit log; nothing is changed',
    body: policyTrial,
    success: 200,
    answer: policyTrialResult,
  }),
  getPolicySchema: route('GET', '/v1/servers/{id}/policies/schema', {
    access: 'viewer',
    summary: 'What policies can compare: the groups and arguments of each tool as types of Cedar',
    query: policySchemaQuery,
    success: 200,
    answer: policySchema,
  }),
} as const;
