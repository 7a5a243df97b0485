/** API keys. They are recognized in text by their form and have no field names. */
import { personalData } from './kind.ts';

/** API keys. */
export const apiKey = personalData({
  id: 'api-key',
  title: 'API keys',
  group: 'credentials',
  on: true,
  minimal: true,
  finds: 'keys of well-known shapes',
  leaves: 'hashes, ids',
});
