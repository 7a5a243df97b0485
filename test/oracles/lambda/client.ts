/** Where `npm run oracles` has put AWS's runtime client. */
import { resolve } from 'node:path';

export const CLIENT = resolve(
  import.meta.dirname,
  '../../../.cache/oracles/lambda/node_modules/aws-lambda-ric/index.mjs',
);
