/** API keys, known by their form alone. */
import { personalData } from './kind.ts';

/** API keys. */
export const apiKey = personalData({
  id: 'api-key',
  title: 'API keys',
  group: 'credentials',
  on: true,
  finds: 'keys of well-known shapes',
  leaves: 'hashes, ids',
});
