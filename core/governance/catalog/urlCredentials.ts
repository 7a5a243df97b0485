/** Credentials in URLs, known by their form alone. */
import { personalData } from './kind.ts';

/** Credentials in URLs. */
export const urlCredentials = personalData({
  id: 'url-credentials',
  title: 'Credentials in URLs',
  group: 'credentials',
  on: true,
  finds: 'user:password@ in a URL',
  leaves: 'the rest of the URL',
});
