/** The few user directory operations of Cognito that the product asks: the three accounts of the embedded login. */
import type { AwsService } from '../aws/gateway.ts';
import { jsonService, text } from '../aws/json.ts';

export interface LocalUser {
  readonly username: string;
  readonly email: string;
  readonly groups: readonly string[];
}

export function cognitoService(poolArn: string, users: readonly LocalUser[]): AwsService {
  const shown = ({ username, email }: LocalUser) => ({
    Username: username,
    Enabled: true,
    UserStatus: 'CONFIRMED',
    UserCreateDate: 0,
    UserLastModifiedDate: 0,
    Attributes: [
      { Name: 'sub', Value: username },
      { Name: 'email', Value: email },
    ],
  });
  return jsonService('COGNITO_IDENTITY_PROVIDER', {
    ListUsers(_input, { caller }) {
      caller.demand('cognito-idp:ListUsers', poolArn);
      return { Users: users.map(shown) };
    },
    ListUsersInGroup(input, { caller }) {
      caller.demand('cognito-idp:ListUsersInGroup', poolArn);
      const group = text(input, 'GroupName');
      return { Users: users.filter(({ groups }) => groups.includes(group)).map(shown) };
    },
  });
}
