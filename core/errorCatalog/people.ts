/** Error codes of the management API about people, their roles and rights, projects, automation keys, provisioning, and what a person has to approve. */
import type { Entries } from './entries.ts';

const AGAIN = 'Ask again in a moment.';

/** Errors about people and what they may do. */
export const PEOPLE: Entries = {
  address_not_verified: [
    'The login does not say that the e-mail address of the person is verified, so no invitation can be matched.',
    'Ask an administrator; with SAML, `saml.emailVerifiedAttribute` names the attribute that says so.',
    409,
  ],
  already_member: ['Somebody with this address is a member already.', 'Change their role instead.', 409],
  approval_changed: [
    'The digest of the decision is not that of the call, or of the change.',
    'Load the list of approvals again and read it before you decide.',
    409,
  ],
  approval_decided: [
    'Somebody has decided about this call, or this change, already.',
    'Load the list of approvals again.',
    409,
  ],
  approval_not_found: [
    'There is no such request for an approval: it has ended, or was never made.',
    'Load the list of approvals again.',
    404,
  ],
  approval_own: ['Nobody decides about a call that they have made themselves.', 'Ask another editor or an admin.', 403],
  automation_key_not_found: ['There is no such automation key.', 'Look at the list of keys.', 404],
  change_denied: [
    'A second person has refused this change within the last hour.',
    'Ask them why, and change it. The same request can be sent again after an hour.',
    409,
  ],
  change_not_own: ['Somebody else has asked for the change.', 'Only whoever asked withdraws and explains it.', 403],
  change_overtaken: [
    'What a change would have changed has changed since, or whoever asked may not make it any more. Nothing was done.',
    'Ask for the change again; the second person then sees the new values.',
    409,
  ],
  change_own: [
    'Nobody is the second person for a change of their own, or of an automation key that they made.',
    'Ask somebody else with the rights that the change needs.',
    403,
  ],
  change_request_not_found: [
    'There is no such change that was asked for: it is over for more than a week, or was never made.',
    'Load the list of approvals again.',
    404,
  ],
  change_running: ['Another change of the server is being published.', AGAIN, 409],
  change_too_large: [
    'A change that needs a second person is too large to be read at once.',
    'Make it in several smaller ones.',
  ],
  deactivated: [
    'The identity provider has deactivated the person here (SCIM).',
    'Ask whoever runs it to assign Portcullis to the person again.',
    403,
  ],
  directory_busy: ['The user pool is throttled.', AGAIN, 503],
  directory_refused: ['The user pool refused a change of a person.', 'The message says why.', 409],
  invitation_closed: [
    'The invitation was accepted or withdrawn.',
    'Change the member, or invite the address anew.',
    409,
  ],
  invitation_expired: ['The invitation has expired.', 'Ask an administrator to send it again.', 409],
  invitation_not_found: ['There is no such invitation.', 'Look at the list of invitations.', 404],
  invitation_pending: ['The address is invited already.', 'Send that invitation again, or withdraw it first.', 409],
  key_not_accepted: [
    'The automation key is unknown, revoked or expired.',
    'Ask an admin for another one; they make it on the page Members.',
    401,
  ],
  key_not_allowed: [
    'Automation keys are not for members, invitations, keys, new OAuth clients and secrets of them, and what people do for themselves.',
    'Log in for this.',
    403,
  ],
  last_admin: ['This is the only admin who can log in.', 'Make somebody else an admin first.', 409],
  login_ended: ['The access of the person was changed or ended after the token was made.', 'Log in again.', 401],
  mail_not_sent: ['The user pool could not send the mail.', 'Check its e-mail settings, then send it again.', 502],
  member_deactivated: [
    'The identity provider has deactivated the person (SCIM), and only it lets them in again.',
    'Have Portcullis assigned to the person again at the provider.',
    409,
  ],
  member_invited: ['The person has not logged in yet.', 'Withdraw the invitation and invite them anew.', 409],
  member_not_found: ['There is no such person.', 'Look at the list of members.', 404],
  members_busy: ['Somebody else is changing members at the moment.', AGAIN, 409],
  members_fixed: [
    'The deployment leaves people to the user pool (invitations=false).',
    'Use the commands on the page Members.',
    409,
  ],
  no_role: [
    'The person is in none of the groups admin, editor and viewer.',
    'Ask an administrator for a role. Where groups of an identity provider give roles, it has to send them with each sign-in.',
    403,
  ],
  oauth_client_not_found: [
    'There is no such registered client, or it was deleted.',
    'Look at the list of clients.',
    404,
  ],
  passwords_off: [
    'Nobody logs in with a password here (passwords=false).',
    'Add the person to a group of the identity provider that gives a role.',
    409,
  ],
  project_default: ['The project default always exists.', 'Delete other projects, or its servers.', 409],
  project_not_empty: ['The project has servers.', 'Move them to other projects or delete them.', 409],
  project_not_found: [
    'There is no such project, or you have no role in it.',
    'Look at the list of projects, or ask an admin for a role.',
    404,
  ],
  right_not_yours: ['Only who has a right can give it.', 'Ask somebody who has it.', 403],
  right_required: [
    'Only members of the group answer-reader can view stored answers, and in some projects raw ones.',
    'Ask whoever administers the user pool.',
    403,
  ],
  role_required: ['The person’s role does not allow this.', 'Ask somebody with the role that is named.', 403],
  roles_from_provider: [
    'Groups of the identity provider give its people their roles (groupRoles).',
    'Change their groups there; locking somebody out works here.',
    409,
  ],
  scim_changed: ['The user or group has changed since the version that If-Match names.', 'Read it again.', 412],
  scim_filter_invalid: [
    'The filter of a SCIM request cannot be read.',
    'Write it as RFC 7644, section 3.4.2.2, says.',
    400,
  ],
  scim_no_target: ['Nothing meets the path of a SCIM PATCH.', 'Read the resource again.', 400],
  scim_not_found: ['There is no such user, group or endpoint of SCIM.', 'Look at the list of users or groups.', 404],
  scim_not_implemented: ['This part of SCIM is not there.', 'ServiceProviderConfig says what is.', 501],
  scim_not_unique: [
    'Another user or group has a name, externalId or main address of the one that is sent.',
    'Find it by a filter, and change that one.',
    409,
  ],
  scim_off: ['The deployment has no identity provider whose people could be provisioned.', 'Set oidc or saml.', 409],
  scim_path_invalid: ['A SCIM PATCH names an attribute that is not there.', 'Schemas lists the attributes.', 400],
  scim_read_only: ['The attribute cannot be changed by SCIM.', 'Leave it out.', 400],
  scim_syntax_invalid: ['The body of a SCIM request has another form than it should.', 'The detail says which.', 400],
  scim_too_many: ['A SCIM request, or what is stored by SCIM, has too many values.', 'Send less at once.', 400],
  scim_unfinished: [
    'A SCIM request had more members than it could change in its time; what is done stays.',
    'Send it again.',
    503,
  ],
  scim_value_invalid: ['A value of a SCIM request is missing or not possible.', 'The detail names the attribute.', 400],
  second_person_missing: [
    'A rule for a second person was to be set where nobody could be one.',
    'Invite a second person with the role that the message names, then set the rule.',
    409,
  ],
  second_person_needed: [
    'Nothing was changed yet: a rule of the floor has a second person approve this. `context` has the id of the request.',
    'Wait for the decision, on the page Approvals or with `portcullis approval show`. If `by` is `asker`, send the same request again once it is approved.',
    202,
  ],
  session_not_found: ['You have no such session.', 'Look at the list of your sessions.', 404],
  too_many_change_requests: [
    'Somebody has asked for as many changes as may wait for a second person, or as are stored of one person.',
    'Withdraw one, or wait until they are decided; of those that are stored, until the first ones are two weeks old.',
    409,
  ],
  too_many_keys: ['There are as many automation keys as there may be.', 'Revoke one that is not used any more.', 409],
  too_many_members: ['The project has as many members or groups as it may have.', 'Give roles to groups.', 409],
  too_many_projects: ['There are as many projects as there may be.', 'Delete one that has no servers any more.', 409],
};
