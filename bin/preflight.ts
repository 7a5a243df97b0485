/**
 * `npm run preflight`: reads the quotas of the account that a deployment with these settings needs, and says which are too low, and which
 * region lacks what it needs. Changes nothing. Rights: servicequotas:ListServiceQuotas and, with
 * `lambdaConcurrency`, lambda:GetAccountSettings and cloudformation:DescribeStacks. Exit codes: 0 enough, 1 something is too low or
 * missing, 2 nothing could be read.
 */
import { parseArgs } from 'node:util';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { reservedOf } from '../lib/concurrency.ts';
import { type DeploymentConfig, isRegional, readConfig, stackNames } from '../lib/config.ts';
import { contextOf } from '../lib/context.ts';
import { cloudFormationOf, findStack } from '../lib/deployed.ts';
import { type Judgement, judge, misplacedCertificate, needsOf, type Quota, quotasOf } from '../lib/preflight.ts';
import { missingIn } from '../lib/regionServices.ts';

/** CloudFront's region. */
const GLOBAL_REGION = 'us-east-1';

process.exitCode = await main();

async function main(): Promise<number> {
  const shellRegion = process.env['AWS_REGION'] ?? process.env['AWS_DEFAULT_REGION'];
  let config: DeploymentConfig;
  try {
    const { values } = parseArgs({ options: { context: { type: 'string', short: 'c', multiple: true } } });
    config = readConfig(contextOf(values.context ?? []), shellRegion);
  } catch (error) {
    console.error((error as Error).message);
    return 2;
  }
  const home = config.regions[0] ?? shellRegion;
  if (home === undefined) {
    console.error('No region: set AWS_REGION, or name regions (-c regions=eu-west-1).');
    return 2;
  }
  let isLow = false;
  let isMissing = false;
  for (const region of config.regions.length > 0 ? config.regions : [home]) {
    console.log(`\n${region}`);
    for (const line of missingIn(region, config)) {
      isMissing = true;
      console.log(`  missing  ${line}`);
    }
    const misplaced = misplacedCertificate(config, region);
    if (misplaced) {
      isMissing = true;
      console.log(`  missing  ${misplaced}`);
    }
    const others = await takenByOthers(config, region);
    if (others) {
      isLow = true;
      console.log(`  too low  ${others}`);
    }
    for (const judgement of await judgements(config, region, { isHome: region === home })) {
      console.log(lineOf(judgement));
      isLow ||= judgement.result === 'too low';
    }
  }
  console.log(
    isLow
      ? '\nRaise what is too low before the deployment: Service Quotas in the console, or aws service-quotas request-service-quota-increase.'
      : '\nNothing is too low. Others in the account may use a part of each quota, which is not counted here.',
  );
  return isLow || isMissing ? 1 : 0;
}

/** A line when other functions of the account have reserved what `lambdaConcurrency` wants to. */
async function takenByOthers(config: DeploymentConfig, region: string): Promise<string | undefined> {
  const wanted = reservedOf(config);
  if (wanted === 0) return undefined;
  try {
    // What is deployed already has its shares, and they count as reserved.
    const { home, edge } = stackNames(config);
    const isHome = region === (config.regions[0] ?? region);
    const name = isRegional(config) ? (isHome ? home : edge(region)) : config.stackName;
    if (await findStack(cloudFormationOf(region), name)) return undefined;
    const { AccountLimit } = await new LambdaClient({ region }).send(new GetAccountSettingsCommand({}));
    const free = AccountLimit?.UnreservedConcurrentExecutions;
    if (free === undefined || free >= wanted) return undefined;
    return `Lambda: unreserved executions: needs ${wanted}, has ${free}. Other functions of the account have reserved the rest; give lambdaConcurrency as what they leave.`;
  } catch (error) {
    console.log(
      `  unknown  Lambda: unreserved executions: needs ${wanted}, and cannot be read (${(error as Error).name}).`,
    );
    return undefined;
  }
}

async function judgements(
  config: DeploymentConfig,
  region: string,
  { isHome }: { readonly isHome: boolean },
): Promise<Judgement[]> {
  const read = new Map<string, Promise<Quota[]>>();
  const quotas = (service: string, where: string) => {
    const known = read.get(service) ?? quotasOf(new ServiceQuotasClient({ region: where }), service);
    read.set(service, known);
    return known;
  };
  const needs = needsOf(config).filter(({ isGlobal }) => isHome || !isGlobal);
  try {
    return await Promise.all(
      needs.map(async (need) => judge(need, await quotas(need.service, need.isGlobal ? GLOBAL_REGION : region))),
    );
  } catch (error) {
    const { name, message } = error as Error;
    console.error(
      /credential/i.test(`${name} ${message}`)
        ? 'No credentials of the account: set AWS_PROFILE or the keys, as for npm run deploy. What the deployment needs:'
        : `Service Quotas cannot be read (${name}: ${message}). What the deployment needs:`,
    );
    for (const { label, needed, why } of needs) console.error(`  ${label}: ${needed}. ${why}`);
    process.exit(2);
  }
}

function lineOf({ need, result, value }: Judgement): string {
  const have = value === undefined ? 'not listed by Service Quotas' : `has ${value}`;
  const advice = result === 'enough' ? '' : `. ${need.why}`;
  return `  ${result.padEnd(8)} ${need.label}: needs ${need.needed}, ${have}${advice}`;
}
