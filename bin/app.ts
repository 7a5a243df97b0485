/** The CDK app. `npm run synth` needs no AWS account; `npm run deploy` uses the credentials of the shell. */
import { join } from 'node:path';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { App } from 'aws-cdk-lib';
import { type DeploymentConfig, isRegional, readConfig } from '../lib/config.ts';
import { refuseOtherLayout } from '../lib/deployed.ts';
import { PortcullisStack } from '../lib/stacks/portcullis-stack.ts';
import { makeRegionalStacks } from '../lib/stacks/regional-stacks.ts';

const app = new App();
const config = configured();
// Set by `npm run deploy`, for which CDK says account and region.
if (process.env['PORTCULLIS_DEPLOYS'] && process.env['CDK_DEFAULT_ACCOUNT']) await compareWithDeployed();
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

async function compareWithDeployed(): Promise<void> {
  const region = config.regions[0] ?? process.env['CDK_DEFAULT_REGION'];
  try {
    await refuseOtherLayout(config, new CloudFormationClient(region ? { region } : {}));
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
