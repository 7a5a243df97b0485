/** The CDK app. `npm run synth` needs no AWS account; `npm run deploy` uses the credentials of the shell. */
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { type DeploymentConfig, isRegional, readConfig } from '../lib/config.ts';
import { PortcullisStack } from '../lib/stacks/portcullis-stack.ts';
import { makeRegionalStacks } from '../lib/stacks/regional-stacks.ts';

const app = new App();
const config = configured();
const dashboard = join(import.meta.dirname, '..', 'web', 'dist');
if (isRegional(config)) makeRegionalStacks(app, config, dashboard);
else new PortcullisStack(app, config.stackName, { config, dashboard });
app.synth();

function configured(): DeploymentConfig {
  try {
    return readConfig(app.node.getAllContext());
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
