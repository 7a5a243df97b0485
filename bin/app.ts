/** The CDK app. `npm run synth` needs no AWS account; `npm run deploy` uses the credentials of the shell. */
import { join } from 'node:path';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { App } from 'aws-cdk-lib';
import { type DeploymentConfig, isRegional, readConfig } from '../lib/config.ts';
import { refuseOtherLayout } from '../lib/deployed.ts';
import { PortcullisStack } from '../lib/stacks/portcullis-stack.ts';
import { makeRegionalStacks } from '../lib/stacks/regional-stacks.ts';

const app = new App();
const config = await configured();
const dashboard = join(import.meta.dirname, '..', 'web', 'dist');
if (isRegional(config)) makeRegionalStacks(app, config, dashboard);
else new PortcullisStack(app, config.stackName, { config, dashboard });
app.synth();

async function configured(): Promise<DeploymentConfig> {
  try {
    const read = readConfig(app.node.getAllContext());
    // PORTCULLIS_DEPLOYS is set by `npm run deploy`; CDK then sets account and region.
    const { PORTCULLIS_DEPLOYS: deploys, CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = process.env;
    const home = read.regions[0] ?? region;
    if (deploys && account) await refuseOtherLayout(read, new CloudFormationClient(home ? { region: home } : {}));
    return read;
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
