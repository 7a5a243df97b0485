/**
 * `npm run preflight`: reads the quotas of the account that a deployment with these settings needs, and says which are too low, and which
 * region lacks what it needs. Changes nothing. Rights: servicequotas:ListServiceQuotas. Exit codes: 0 enough, 1 something is too low or
 * missing, 2 nothing could be read.
 */
import { parseArgs } from 'node:util';
import { ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { type DeploymentConfig, readConfig } from '../lib/config.ts';
import { contextOf } from '../lib/context.ts';
import { type Judgement, judge, needsOf, type Quota, quotasOf, WITHOUT_FUNCTION_URLS } from '../lib/preflight.ts';

/** CloudFront's region. */
const GLOBAL_REGION = 'us-east-1';

process.exitCode = await main();

async function main(): Promise<number> {
  let config: DeploymentConfig;
  try {
    const { values } = parseArgs({ options: { context: { type: 'string', short: 'c', multiple: true } } });
    config = readConfig(contextOf(values.context ?? []));
  } catch (error) {
    console.error((error as Error).message);
    return 2;
  }
  const home = config.regions[0] ?? process.env['AWS_REGION'] ?? process.env['AWS_DEFAULT_REGION'];
  if (home === undefined) {
    console.error('No region: set AWS_REGION, or name regions (-c regions=eu-west-1).');
    return 2;
  }
  let isLow = false;
  let isMissing = false;
  for (const region of config.regions.length > 0 ? config.regions : [home]) {
    console.log(`\n${region}`);
    if (WITHOUT_FUNCTION_URLS.has(region)) {
      isMissing = true;
      console.log(
        '  missing  Lambda: function URLs, by the lists of November 2026. Deploy to another region, or ask AWS whether they are here now.',
      );
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
