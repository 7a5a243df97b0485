/** Routes of the people who may log in, of invitations, and of the trial of governance. */
import { governanceTrial, governanceTrialResult } from '../governance.ts';
import * as members from '../members.ts';
import { routesOf } from './route.ts';

const route = routesOf('Settings');
const sessionRoute = routesOf('Session');

/** By id; core/api/routes/index.ts joins them with the others. */
export const memberRoutes = {
  listMembers: route('GET', '/v1/members', {
    access: 'admin',
    place: 'installation',
    summary: 'Who may log in, with their roles',
    query: members.membersQuery,
    success: 200,
    answer: members.memberPage,
  }),
  getHoldings: route('GET', '/v1/members/{memberId}/holdings', {
    access: 'admin',
    place: 'installation',
    summary: 'How many sessions, tokens, clients and invitations a lock-out, a removal or a lower role would end',
    query: members.holdingsQuery,
    success: 200,
    answer: members.memberHoldings,
  }),
  changeMember: route('PATCH', '/v1/members/{memberId}', {
    access: 'admin',
    place: 'installation',
    summary:
      'Change the role or the rights of a person, or lock them out; ends what they may not hold any more, and says how much',
    body: members.memberChange,
    success: 200,
    answer: members.changedMember,
  }),
  removeMember: route('DELETE', '/v1/members/{memberId}', {
    access: 'admin',
    place: 'installation',
    summary:
      'Remove a person; ends their logins and sessions, revokes their connection tokens and deletes their machine clients',
    query: members.memberRemoval,
    success: 200,
    answer: members.holdings,
  }),
  listInvitations: route('GET', '/v1/invitations', {
    access: 'admin',
    place: 'installation',
    summary: 'Invitations, also those that were accepted or withdrawn or have expired',
    success: 200,
    answer: members.invitationList,
  }),
  inviteMember: route('POST', '/v1/invitations', {
    access: 'admin',
    place: 'installation',
    summary: 'Invite somebody by e-mail with a role',
    body: members.newInvitation,
    success: 201,
    answer: members.invitation,
  }),
  resendInvitation: route('POST', '/v1/invitations/{invitationId}/resend', {
    access: 'admin',
    place: 'installation',
    summary: 'Send an invitation again, also one that has expired; it is good for seven days from now',
    success: 200,
    answer: members.invitation,
  }),
  withdrawInvitation: route('DELETE', '/v1/invitations/{invitationId}', {
    access: 'admin',
    place: 'installation',
    summary: 'Withdraw an invitation that was not accepted',
    success: 200,
    answer: members.invitation,
  }),
  acceptInvitation: sessionRoute('POST', '/v1/invitations/accept', {
    access: 'person',
    summary:
      'Take the role that an invitation gives to the verified e-mail address of the caller, who then needs a new token',
    success: 200,
    answer: members.invitation,
  }),
  tryGovernance: route('POST', '/v1/governance/try', {
    access: 'viewer',
    place: 'projects',
    summary: 'What governance would do to a document; nothing of it is kept',
    body: governanceTrial,
    success: 200,
    answer: governanceTrialResult,
  }),
} as const;
