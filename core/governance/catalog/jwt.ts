/** JSON web tokens, known by their form alone. */
import { personalData } from './kind.ts';

/** JSON web tokens. */
export const jwt = personalData({
  id: 'jwt',
  title: 'JSON web tokens',
  group: 'credentials',
  on: true,
  finds: 'signed and encrypted tokens',
  leaves: 'other base64',
});
