/** The CDK app. `npm run synth` needs no AWS account; `npm run deploy` uses the credentials of the shell. */
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { readConfig } from '../lib/config.ts';
import { PortcullisStack } from '../lib/stacks/portcullis-stack.ts';

const app = new App();
const config = readConfig(app.node.getAllContext());
new PortcullisStack(app, config.stackName, {
  config,
  dashboard: join(import.meta.dirname, '..', 'web', 'dist'),
});
app.synth();
