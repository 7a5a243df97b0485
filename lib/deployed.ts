/**
 * Refuses a deployment whose `regions` do not match the existing stacks: without them, or with fewer, the app would create
 * other stacks with empty tables and new keys, or delete replicas. Reads CloudFormation, changes nothing.
 */
import { type CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import { type DeploymentConfig, isRegional } from './config.ts';

/** Output of the home stack with the regions of the deployment. */
export const REGIONS_OUTPUT = 'Regions';

/**
 * Checks the configuration against the existing stacks.
 * @param client for the region of the stack or the home stack
 * @throws Error that names the stack, the rule and what to do; errors of CloudFormation, such as missing rights
 */
export async function refuseOtherLayout(config: DeploymentConfig, client: CloudFormationClient): Promise<void> {
  const { stackName, regions } = config;
  const home = await find(client, `${stackName}-Home`);
  if (!isRegional(config)) {
    if (!home) return;
    const deployed = regionsOf(home).join(',');
    throw new Error(
      `${stackName}-Home is deployed, and this configuration names no regions: it would make a second, empty install beside it. ` +
        `Name the regions again (-c regions=${deployed || '…'}, or "context" in cdk.json), or give this one another stackName.`,
    );
  }
  if (await find(client, stackName)) {
    throw new Error(
      `${stackName} is deployed as one stack, and this configuration names regions: its keys and data can't be taken over by ` +
        'stacks of several regions. Leave regions out, or give this install another stackName.',
    );
  }
  const missing = home ? regionsOf(home).filter((region) => !regions.includes(region)) : [];
  if (missing.length > 0) {
    throw new Error(
      `${stackName}-Home is deployed with ${missing.join(', ')}, which regions does not name: the replicas there would be dropped. ` +
        `Name ${missing.length === 1 ? 'it' : 'them'} again.`,
    );
  }
}

/** The stack with a name; undefined when there is none, or it was deleted or never created. */
async function find(client: CloudFormationClient, StackName: string): Promise<Stack | undefined> {
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName }));
    return Stacks.find(({ StackStatus }) => StackStatus !== 'DELETE_COMPLETE' && StackStatus !== 'REVIEW_IN_PROGRESS');
  } catch (error) {
    // CloudFormation has no error code for a missing stack.
    if (error instanceof Error && /^Stack with id .* does not exist$/.test(error.message)) return undefined;
    throw error;
  }
}

function regionsOf({ Outputs = [] }: Stack): string[] {
  const value = Outputs.find(({ OutputKey }) => OutputKey === REGIONS_OUTPUT)?.OutputValue ?? '';
  return value === '' ? [] : value.split(',');
}
