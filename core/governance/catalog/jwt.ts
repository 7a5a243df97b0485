/** JSON web tokens (RFC 7519). They are recognized in text by their form and have no field names. */
import { personalData } from './kind.ts';

/** JSON web tokens. */
export const jwt = personalData({
  id: 'jwt',
  title: 'JSON web tokens',
  group: 'credentials',
  on: true,
  minimal: true,
  finds: 'signed and encrypted tokens',
  leaves: 'other base64',
});
