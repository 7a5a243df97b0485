/**
 * Two triggers of the user pool for people who come from the owner's identity provider. Before Cognito stores what the provider says (inbound
 * federation): where it says nothing of groups, those of an earlier sign-in are not kept. Before Cognito makes tokens (pre token
 * generation, version 2): the groups that their groups there stand for, or where those give no roles, the groups that an invitation has
 * given. People of the pool itself keep theirs, or have none where passwords are switched off. It has no rights and reads only the event, so
 * its failure, which Cognito answers by refusing the sign-in, is the worst that it can do.
 */
import {
  type Claims,
  claimsWithGroups,
  EXTERNAL,
  GROUPS_ATTRIBUTE,
  groupRolesOf,
  groupsOfExternal,
} from '../../core/auth/oauth/providerGroups.ts';

/** The part of the event that matters (Amazon Cognito developer guide, pre token generation). */
export interface TokenEvent {
  readonly request: {
    readonly userAttributes: Readonly<Record<string, string>>;
    /** `groupsToOverride`: their groups in the pool. */
    readonly groupConfiguration?: { readonly groupsToOverride?: readonly string[] };
  };
  readonly response: object;
}

/** Likewise (inbound federation): what the provider says, by its own names. */
export interface InboundEvent {
  readonly triggerSource: 'InboundFederation_ExternalProvider';
  readonly request: {
    readonly attributes: { readonly [source in 'idToken' | 'userInfo' | 'samlResponse']?: Claims };
  };
  readonly response: object;
}

/** The event with the answer. */
export async function handler<Event extends TokenEvent | InboundEvent>(event: Event): Promise<Event> {
  const response =
    'triggerSource' in event && event.triggerSource === 'InboundFederation_ExternalProvider'
      ? { userAttributesToMap: stored(event) }
      : answered(event as TokenEvent);
  return response ? { ...event, response } : event;
}

/** Nothing means: as the provider says. Otherwise whatever is to stay has to be named. */
function stored({ request: { attributes } }: InboundEvent): Claims {
  const { idToken, userInfo, samlResponse } = attributes;
  const groupsClaim = process.env['GROUPS_CLAIM'] ?? '';
  return claimsWithGroups({ ...samlResponse, ...userInfo, ...idToken }, groupsClaim) ?? {};
}

function answered({ request: { userAttributes, groupConfiguration } }: TokenEvent): object | undefined {
  const isExternal = userAttributes['cognito:user_status'] === EXTERNAL;
  if (!isExternal && process.env['PASSWORDS'] !== 'false') return undefined;
  const groupsToOverride = isExternal
    ? groupsOfExternal(
        userAttributes[GROUPS_ATTRIBUTE],
        groupRolesOf(process.env['GROUP_ROLES']),
        groupConfiguration?.groupsToOverride,
      )
    : [];
  return { claimsAndScopeOverrideDetails: { groupOverrideDetails: { groupsToOverride } } };
}
