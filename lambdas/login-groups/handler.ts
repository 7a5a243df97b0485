/**
 * Runs before Cognito makes tokens (pre token generation trigger, version 2): gives people who come from the owner's identity provider the
 * groups that their groups there stand for, or where those give no roles, the groups that an invitation has given them. People of the pool
 * itself keep theirs, or have none where passwords are switched off. It has no rights and reads only the event, so its failure, which
 * Cognito answers by refusing the sign-in, is the worst that it can do.
 */
import { EXTERNAL, GROUPS_ATTRIBUTE, groupRolesOf, groupsOfExternal } from '../../core/oauth/providerGroups.ts';

/** The part of the event that matters (Amazon Cognito developer guide, pre token generation). */
export interface TokenEvent {
  readonly request: {
    readonly userAttributes: Readonly<Record<string, string>>;
    /** `groupsToOverride`: their groups in the pool. */
    readonly groupConfiguration?: { readonly groupsToOverride?: readonly string[] };
  };
  readonly response: object;
}

/** The event with the groups of both tokens. */
export async function handler(event: TokenEvent): Promise<TokenEvent> {
  const { userAttributes } = event.request;
  const isExternal = userAttributes['cognito:user_status'] === EXTERNAL;
  if (!isExternal && process.env['PASSWORDS'] !== 'false') return event;
  const groupsToOverride = isExternal
    ? groupsOfExternal(
        userAttributes[GROUPS_ATTRIBUTE],
        groupRolesOf(process.env['GROUP_ROLES']),
        event.request.groupConfiguration?.groupsToOverride,
      )
    : [];
  return {
    ...event,
    response: { claimsAndScopeOverrideDetails: { groupOverrideDetails: { groupsToOverride } } },
  };
}
