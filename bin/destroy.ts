/**
 * `npm run destroy`: shows what removing the stacks means for data, asks, and writes a file with the names of what stays. Then
 * scripts/destroy.mjs has CDK remove the stacks. Exit codes: 0 go on, 1 refused or not confirmed, 2 called wrongly.
 * Rights: cloudformation:DescribeStacks, GetTemplate, ListStackResources.
 */
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { type DeploymentConfig, edgesOf, isRegional, readConfig, stackNames } from '../lib/config.ts';
import { contextOf } from '../lib/context.ts';
import { cloudFormationOf, refuseOtherLayout } from '../lib/deployed.ts';
import { describeRemoval, importMapping, type Removal, removalOf } from '../lib/removal.ts';

const USAGE =
  'npm run destroy [-- -c key=value … --delete-data]: with the settings of the deployment that is to be removed.';

process.exitCode = await main();

async function main(): Promise<number> {
  let deletesData: boolean;
  let config: DeploymentConfig;
  try {
    const { values } = parseArgs({
      options: { context: { type: 'string', short: 'c', multiple: true }, 'delete-data': { type: 'boolean' } },
    });
    deletesData = values['delete-data'] ?? false;
    config = readConfig(
      contextOf(values.context ?? []),
      process.env['AWS_REGION'] ?? process.env['AWS_DEFAULT_REGION'],
    );
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    return 2;
  }
  try {
    return await ask(config, deletesData);
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  }
}

/** In the order of removal: what refers to others first. */
function stacksOf(config: DeploymentConfig): Array<readonly [stackName: string, region: string | undefined]> {
  const { stackName, regions } = config;
  if (!isRegional(config)) return [[stackName, undefined]];
  const names = stackNames(config);
  return [
    [names.front, regions[0]],
    ...edgesOf(config).map((region) => [names.edge(region), region] as const),
    [names.home, regions[0]],
  ];
}

async function ask(config: DeploymentConfig, deletesData: boolean): Promise<number> {
  await refuseOtherLayout(config, cloudFormationOf);
  const removals: Removal[] = [];
  for (const [stackName, region] of stacksOf(config)) {
    const removal = await removalOf(cloudFormationOf(region), stackName, { deletesData });
    if (removal) removals.push(removal);
  }
  if (removals.length === 0) throw new Error(`There is no stack ${config.stackName} in this account and region.`);
  for (const line of removals.flatMap(describeRemoval)) console.log(line);
  const lost = removals.flatMap((removal) => removal.lost);
  if (lost.length > 0 && !deletesData) {
    throw new Error(
      'Nothing was removed: data would be deleted, because this deployment does not retain it (retainData=false). Say --delete-data if that is meant.',
    );
  }
  const { wanted, question } = deletesData
    ? {
        wanted: config.stackName,
        question: `What is listed as deleted is deleted with its data. Type the stack's name (${config.stackName}) to delete it: `,
      }
    : { wanted: 'yes', question: 'Remove the stacks, and leave in the account what stays? Type yes: ' };
  if ((await answerTo(question)) !== wanted) {
    console.error('\nNothing was removed.');
    return 1;
  }
  for (const removal of removals.filter(({ stays }) => stays.length > 0)) keepNames(removal);
  return 0;
}

async function answerTo(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new Promise<string>((done) => terminal.once('close', () => done('')));
  const answer = await Promise.race([terminal.question(question), closed]);
  terminal.close();
  return answer.trim();
}

/** Fails where the file exists: it may name what an earlier removal has left. */
function keepNames(removal: Removal): void {
  const file = `${removal.stackName}.retained.${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.json`;
  writeFileSync(file, `${JSON.stringify(importMapping(removal), null, 2)}\n`, { flag: 'wx' });
  console.log(
    `\nThe names of what stays are in ${file}. To take it into a new stack, before its first deployment:\n` +
      `  npm run cdk -- import ${removal.stackName} --resource-mapping ${file}`,
  );
}
