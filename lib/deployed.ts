/**
 * What a deployment meets. Refuses one whose `regions` do not match the existing stacks: without them, or with fewer, the app would
 * create other stacks with empty tables and new keys, or delete replicas; and one that would remove or replace data. Reads
 * CloudFormation, changes nothing.
 */
import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
  paginateListStackResources,
  type Stack,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import { type DeploymentConfig, edgesOf, isRegional, stackNames } from './config.ts';
import { dataChanges, describeChange, losesData, type Template } from './dataChanges.ts';
import { describeLeftovers, leftoversOf, refusalOf } from './leftovers.ts';

/** The client of a region, or of that of the shell. */
export const cloudFormationOf = (region: string | undefined): CloudFormationClient =>
  new CloudFormationClient(region ? { region } : {});

/** Output of the home stack with the regions of the deployment. */
export const REGIONS_OUTPUT = 'Regions';
/** Output of the home stack with the one of them that is being taken away. */
export const LEAVING_OUTPUT = 'LeavingRegion';

/**
 * Checks the configuration against the existing stacks.
 * @param clientOf the client of a region
 * @param shellRegion where the one stack is, or would be
 * @throws Error that names the stack, the rule and what to do; errors of CloudFormation, such as missing rights
 */
export async function refuseOtherLayout(
  config: DeploymentConfig,
  clientOf: (region: string | undefined) => CloudFormationClient,
  shellRegion?: string,
): Promise<void> {
  const client = clientOf(config.regions[0] ?? shellRegion);
  const { stackName, regions } = config;
  const { home: homeName } = stackNames(config);
  const home = await findCreated(client, homeName);
  if (!isRegional(config)) {
    if (!home) return;
    const deployed = regionsOf(home).join(',');
    throw new Error(
      `${homeName} is deployed, and this configuration names no regions: it would make a second, empty install beside it. ` +
        `Name the regions again (-c regions=${deployed || '…'}, or "context" in cdk.json), or give this one another stackName.`,
    );
  }
  if (await findCreated(client, stackName)) {
    throw new Error(
      `${stackName} is deployed as one stack, and this configuration names regions: its keys and data can't be taken over by ` +
        'stacks of several regions. Leave regions out, or give this install another stackName.',
    );
  }
  const missing = home ? regionsOf(home).filter((region) => !regions.includes(region)) : [];
  const [leaving] = home ? outputOf(home, LEAVING_OUTPUT) : [];
  const lost = missing.filter((region) => region !== leaving);
  if (lost.length > 0) {
    throw new Error(
      `${homeName} is deployed with ${lost.join(', ')}, which regions does not name: the replicas there would be dropped. ` +
        `Name ${lost.length === 1 ? 'it' : 'them'} again, or take one away in two deployments (-c leavingRegion=${lost[0]} first, design/regions.md).`,
    );
  }
  for (const region of missing) {
    const name = stackNames(config).edge(region);
    if (await findCreated(clientOf(region), name)) {
      throw new Error(
        `${name} is still there, and works on what this deployment takes away. Delete it first: npm run cdk -- destroy ${name} with the settings of before.`,
      );
    }
  }
}

/** The stack with this name; undefined when there is none, or it was deleted or never created. */
export async function findStack(client: CloudFormationClient, StackName: string): Promise<Stack | undefined> {
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName }));
    return Stacks.find(({ StackStatus }) => StackStatus !== 'DELETE_COMPLETE' && StackStatus !== 'REVIEW_IN_PROGRESS');
  } catch (error) {
    // CloudFormation has no error code for a missing stack.
    if (error instanceof Error && /^Stack with id .* does not exist$/.test(error.message)) return undefined;
    throw error;
  }
}

/** The same, and undefined for one whose creation was rolled back: CDK deletes it and makes it anew. */
async function findCreated(client: CloudFormationClient, stackName: string): Promise<Stack | undefined> {
  const stack = await findStack(client, stackName);
  return stack && !hasFailed(stack) ? stack : undefined;
}

const hasFailed = ({ StackStatus }: Stack): boolean => StackStatus?.startsWith('ROLLBACK_') ?? false;

/** All resources of a stack, those that were deleted or left included. */
export async function resourcesOf(client: CloudFormationClient, StackName: string): Promise<StackResourceSummary[]> {
  const found: StackResourceSummary[] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName })) {
    found.push(...StackResourceSummaries);
  }
  return found;
}

/** The template of a deployed stack. */
export async function templateOf(client: CloudFormationClient, StackName: string): Promise<Template> {
  const { TemplateBody = '{}' } = await client.send(new GetTemplateCommand({ StackName }));
  return JSON.parse(TemplateBody) as Template;
}

const regionsOf = (home: Stack): string[] => outputOf(home, REGIONS_OUTPUT);

/** The texts of an output that is a list; none where it is missing. */
function outputOf({ Outputs = [] }: Stack, name: string): string[] {
  const value = Outputs.find(({ OutputKey }) => OutputKey === name)?.OutputValue ?? '';
  return value === '' ? [] : value.split(',');
}

/**
 * What the deployed stacks import from each other: names of exports, and `''` for what is read from another region. Stacks of earlier versions
 * do; what they import cannot go before they have been deployed without.
 * @throws errors of CloudFormation
 */
export async function findImports(
  config: DeploymentConfig,
  clientOf: (region: string | undefined) => CloudFormationClient,
): Promise<string[]> {
  if (!isRegional(config)) return [];
  const names = stackNames(config);
  const readers = [
    [names.front, config.regions[0]],
    ...edgesOf(config).map((region) => [names.edge(region), region] as const),
  ] as const;
  const found = await Promise.all(
    readers.map(async ([name, region]) => {
      const client = clientOf(region);
      const stack = await findCreated(client, name);
      const text = stack ? JSON.stringify(await templateOf(client, name)) : '';
      const exports = [...text.matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, each = '']) => each);
      return text.includes('"Custom::CrossRegionExportReader"') ? [...exports, ''] : exports;
    }),
  );
  return found.flat();
}

/**
 * @param imports of {@link findImports}
 * @throws Error when an export goes that a deployed stack imports, because CloudFormation would roll the deployment back
 */
export function refuseUsedExports(
  stacks: readonly Pick<SynthesizedStack, 'template'>[],
  imports: readonly string[],
  print: (line: string) => void,
): void {
  if (imports.length === 0) return;
  const exports = stacks.flatMap(({ template }) =>
    Object.values(template.Outputs ?? {}).map(({ Export }) => Export?.Name),
  );
  const lost = imports.filter((name) => name !== '' && !exports.includes(name));
  if (lost.length > 0) {
    throw new Error(
      `The deployed stacks use ${[...new Set(lost)].join(', ')}, which this configuration has no longer. ` +
        'Deploy once with the settings of before; from the next deployment on they can be switched off.',
    );
  }
  print(
    'The deployed stacks import from each other, as earlier versions had it. Deploy once more after this: then options can be switched off.',
  );
}

/** A stack that was synthesized. */
export interface SynthesizedStack {
  readonly stackName: string;
  readonly template: Template;
  /** The client of the stack's region. */
  readonly client: CloudFormationClient;
}

/**
 * Compares the synthesized stacks with the deployed ones, and prints what changes for data.
 * @param allowsLoss whether data may be removed or replaced
 * @param takesIn whether CloudFormation takes in resources that exist (`--import-existing-resources`)
 * @throws Error that names the resources when a change loses data and that was not allowed, or when a creation that failed has left some
 *   in the way; errors of CloudFormation
 */
export async function showDataChanges(
  stacks: readonly SynthesizedStack[],
  print: (line: string) => void,
  { allowsLoss, takesIn }: { readonly allowsLoss: boolean; readonly takesIn: boolean },
): Promise<void> {
  const losses: string[] = [];
  const inTheWay: string[] = [];
  for (const { stackName, template, client } of stacks) {
    const stack = await findStack(client, stackName);
    if (!stack || hasFailed(stack)) {
      const left = stack ? leftoversOf(await resourcesOf(client, stackName), template) : [];
      for (const line of describeLeftovers(stackName, left)) print(line);
      const refusal = refusalOf(stackName, left);
      if (refusal !== undefined && !takesIn) inTheWay.push(refusal);
      print(`${stackName}: first deployment, all data is new.`);
      continue;
    }
    const changes = dataChanges(await templateOf(client, stackName), template);
    print(`${stackName}: ${changes.length === 0 ? 'nothing changes for data.' : 'changes for data:'}`);
    for (const change of changes) print(`  ${describeChange(change)}`);
    losses.push(...changes.filter(losesData).map(describeChange));
  }
  if (inTheWay.length > 0) throw new Error(inTheWay.join('\n'));
  if (losses.length === 0 || allowsLoss) return;
  throw new Error(
    `This deployment loses data, and was not begun:\n${losses.map((line) => `  ${line}`).join('\n')}\n` +
      'Find out which setting or commit changes these resources. If it is meant, make a backup (design/operations.md) and deploy with --replace-data.',
  );
}
