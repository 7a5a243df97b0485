/** The CDK app. `npm run synth` needs no AWS account; `npm run deploy` uses the credentials of the shell. */
import { App } from 'aws-cdk-lib';
import { type DeploymentConfig, isRegional, readConfig } from '../lib/config.ts';
import {
  cloudFormationOf,
  findImports,
  refuseOtherLayout,
  refuseUsedExports,
  showDataChanges,
} from '../lib/deployed.ts';
import { refuseOtherPartition } from '../lib/regionServices.ts';
import { PortcullisStack } from '../lib/stacks/portcullis-stack.ts';
import { makeRegionalStacks } from '../lib/stacks/regional-stacks.ts';

// PORTCULLIS_DEPLOYS is set by `npm run deploy`; CDK then sets account and region.
const { PORTCULLIS_DEPLOYS: deploys, CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: shellRegion } = process.env;
const isDeploying = deploys !== undefined && account !== undefined;
const app = new App();
const config = await configured();
const imports = isDeploying ? await orExit(() => findImports(config, cloudFormationOf)) : [];
if (isRegional(config)) makeRegionalStacks(app, config, { isMoving: imports.length > 0 });
else new PortcullisStack(app, config.stackName, { config, shellRegion });
const assembly = app.synth();
if (isDeploying) {
  await orExit(async () => refuseUsedExports(assembly.stacks, imports, console.error));
  const stacks = assembly.stacks.map(({ stackName, template, environment: { region } }) => ({
    stackName,
    template,
    client: cloudFormationOf(/^unknown/.test(region) ? shellRegion : region),
  }));
  const allowsLoss = process.env['PORTCULLIS_REPLACES_DATA'] !== undefined;
  const takesIn = process.env['PORTCULLIS_TAKES_IN'] !== undefined;
  await orExit(() => showDataChanges(stacks, console.error, { allowsLoss, takesIn }));
}

function configured(): Promise<DeploymentConfig> {
  return orExit(async () => {
    const read = readConfig(app.node.getAllContext(), shellRegion);
    if (isDeploying) refuseOtherPartition(read.regions[0] ?? shellRegion);
    if (isDeploying) await refuseOtherLayout(read, cloudFormationOf, shellRegion);
    return read;
  });
}

/** Ends the process with the message of an error, without a stack trace. */
async function orExit<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
