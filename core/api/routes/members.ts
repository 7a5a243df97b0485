/** Routes of the people who may log in, and of the trial of governance. */
import { governanceTrial, governanceTrialResult } from '../governance.ts';
import { memberPage, membersQuery } from '../members.ts';
import { route } from './route.ts';

/** By id; core/api/routes.ts joins them with the others. */
export const memberRoutes = {
  listMembers: route({
    method: 'GET',
    path: '/v1/members',
    access: 'admin',
    tag: 'Settings',
    summary: 'Who may log in, with their roles; people are added and removed in the user pool',
    query: membersQuery,
    success: 200,
    answer: memberPage,
  }),
  tryGovernance: route({
    method: 'POST',
    path: '/v1/governance/try',
    access: 'viewer',
    tag: 'Settings',
    summary: 'What governance would do to a document; nothing of it is kept',
    body: governanceTrial,
    success: 200,
    answer: governanceTrialResult,
  }),
} as const;
