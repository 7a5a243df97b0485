/** Private keys, known by their form alone. */
import { personalData } from './kind.ts';

/** Private keys. */
export const privateKey = personalData({
  id: 'private-key',
  title: 'Private keys',
  group: 'credentials',
  on: true,
  finds: 'PEM private keys',
  leaves: 'public keys, certificates',
});
