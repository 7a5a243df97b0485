/**
 * `npm run synth`, `npm run deploy`: the pinned CDK command line over bin/app.ts, on Node 24, with the dashboard and, for these two commands,
 * the documentation built.
 */
import { delimiter, dirname } from 'node:path';
import { ensureDashboard, ensureInstalled, ensureSite, node24, runOnNode24 } from './ensure.mjs';

ensureInstalled();
ensureDashboard();
// cdk.json starts the app with `node`, so the pinned Node goes first on the path.
process.env.PATH = `${dirname(node24)}${delimiter}${process.env.PATH}`;
if (['synth', 'deploy'].includes(process.argv[2])) process.env.PORTCULLIS_SITE = ensureSite();
// Makes the app look at what is deployed before it synthesizes.
if (process.argv[2] === 'deploy') process.env.PORTCULLIS_DEPLOYS = 'true';
const args = process.argv.slice(2);
if (args.includes('--replace-data')) process.env.PORTCULLIS_REPLACES_DATA = 'true';
if (args.includes('--import-existing-resources')) process.env.PORTCULLIS_TAKES_IN = 'true';
runOnNode24(['node_modules/aws-cdk/bin/cdk', ...args.filter((arg) => arg !== '--replace-data')]);
