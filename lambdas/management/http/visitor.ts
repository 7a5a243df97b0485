/** Who is logged in, as SCIM has them (aws/provisioned.ts): the groups that are pushed take the place of those of the login. */
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { groupsNow } from '../../../aws/provisioned.ts';
import { PortcullisError } from '../../../core/lib/errors.ts';
import { type Visitor, visitorOf, withGroups } from './session.ts';

/** Throws PortcullisError `no_login` and `deactivated`. */
export const visitorNow = (event: APIGatewayProxyEventV2WithJWTAuthorizer): Promise<Visitor> =>
  provisioned(visitorOf(event));

/** Throws PortcullisError `deactivated` for somebody whom the identity provider has deactivated. */
export async function provisioned(visitor: Visitor): Promise<Visitor> {
  const groups = await groupsNow(visitor);
  if (groups === undefined) {
    throw new PortcullisError(
      'deactivated',
      'Your identity provider has deactivated you here. Ask whoever runs it to assign Portcullis to you again.',
    );
  }
  return groups === visitor.groups ? visitor : withGroups(visitor, groups);
}
