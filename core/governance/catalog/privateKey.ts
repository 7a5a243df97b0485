/** Private keys. They are recognized in text by their form and have no field names. */
import { personalData } from './kind.ts';

/** Private keys. */
export const privateKey = personalData({
  id: 'private-key',
  title: 'Private keys',
  group: 'credentials',
  on: true,
  minimal: true,
  finds: 'PEM private keys',
  leaves: 'public keys, certificates',
});
