/** Routes of the people who may log in, of invitations, and of the trial of governance. */
import { governanceTrial, governanceTrialResult } from '../governance.ts';
import * as members from '../members.ts';
import { route } from './route.ts';

/** By id; core/api/routes/index.ts joins them with the others. */
export const memberRoutes = {
  listMembers: route({
    method: 'GET',
    path: '/v1/members',
    access: 'admin',
    tag: 'Settings',
    summary: 'Who may log in, with their roles',
    query: members.membersQuery,
    success: 200,
    answer: members.memberPage,
  }),
  getHoldings: route({
    method: 'GET',
    path: '/v1/members/{memberId}/holdings',
    access: 'admin',
    tag: 'Settings',
    summary: 'How many sessions, tokens, clients and invitations a lock-out, a removal or a lower role would end',
    query: members.holdingsQuery,
    success: 200,
    answer: members.memberHoldings,
  }),
  changeMember: route({
    method: 'PATCH',
    path: '/v1/members/{memberId}',
    access: 'admin',
    tag: 'Settings',
    summary:
      'Change the role or the rights of a person, or lock them out; ends what they may not hold any more, and says how much',
    body: members.memberChange,
    success: 200,
    answer: members.changedMember,
  }),
  removeMember: route({
    method: 'DELETE',
    path: '/v1/members/{memberId}',
    access: 'admin',
    tag: 'Settings',
    summary:
      'Remove a person; ends their logins and sessions, revokes their connection tokens and deletes their machine clients',
    query: members.memberRemoval,
    success: 200,
    answer: members.holdings,
  }),
  listInvitations: route({
    method: 'GET',
    path: '/v1/invitations',
    access: 'admin',
    tag: 'Settings',
    summary: 'Invitations, also those that were accepted or withdrawn or have expired',
    success: 200,
    answer: members.invitationList,
  }),
  inviteMember: route({
    method: 'POST',
    path: '/v1/invitations',
    access: 'admin',
    tag: 'Settings',
    summary: 'Invite somebody by e-mail with a role',
    body: members.newInvitation,
    success: 201,
    answer: members.invitation,
  }),
  resendInvitation: route({
    method: 'POST',
    path: '/v1/invitations/{invitationId}/resend',
    access: 'admin',
    tag: 'Settings',
    summary: 'Send an invitation again, also one that has expired; it is good for seven days from now',
    success: 200,
    answer: members.invitation,
  }),
  withdrawInvitation: route({
    method: 'DELETE',
    path: '/v1/invitations/{invitationId}',
    access: 'admin',
    tag: 'Settings',
    summary: 'Withdraw an invitation that was not accepted',
    success: 200,
    answer: members.invitation,
  }),
  acceptInvitation: route({
    method: 'POST',
    path: '/v1/invitations/accept',
    access: 'person',
    tag: 'Session',
    summary:
      'Take the role that an invitation gives to the verified e-mail address of the caller, who then needs a new token',
    success: 200,
    answer: members.invitation,
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
