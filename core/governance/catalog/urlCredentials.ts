/** Credentials in URLs. They are recognized in text by their form and have no field names. */
import { personalData } from './kind.ts';

/** Credentials in URLs. */
export const urlCredentials = personalData({
  id: 'url-credentials',
  title: 'Credentials in URLs',
  group: 'credentials',
  on: true,
  minimal: true,
  finds: 'user:password@ in a URL',
  leaves: 'the rest of the URL',
});
