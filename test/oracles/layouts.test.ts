/**
 * Every setting by itself, all together, and the layouts of `npm test`, in one region and over three: cfn-lint, cdk-nag and
 * CloudFormation's specification find nothing in any of them. The templates that two layouts have in common are looked at once for each
 * region that they are for.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { type DeploymentConfig, deploymentConfig } from '../../lib/config.ts';
import { PROPERTIES } from '../infra/properties/index.ts';
import { findingsInFolder, lintedRegion, testWithCfnLint } from '../support/cfnLint.ts';
import { EVERYTHING, LAYOUTS, SETTINGS } from '../support/layouts.ts';
import { findingsOfNag, isAcknowledged } from '../support/nag.ts';
import { faultsOfResource } from '../support/specification.ts';
import { makeApp, makeRegionalApp, REGIONS, type Resource } from '../support/synth.ts';
import { temporaryFolder } from '../support/twins.ts';

type Config = Partial<DeploymentConfig>;

/** Settings that are for one region; `deploymentConfig` refuses them together with further regions. */
const ONE_REGION_ALONE = [
  'dataKey',
  'entranceEndpoints',
  'privateHosts',
  'privateRanges',
  'routeTables',
  'securityGroups',
  'subnets',
  'vpc',
  'vpcEndpoints',
];

const GIVEN: ReadonlyArray<readonly [name: string, config: Config]> = [
  ...Object.entries(SETTINGS),
  ['everything', EVERYTHING],
  ...LAYOUTS.map(({ layout, config }) => [layout, config] as const),
];
const OVER_THREE = GIVEN.map(([name, config]): readonly [string, Config] => [
  name,
  { ...config, regions: [...REGIONS] },
]);
const isAllowed = ([, config]: readonly [string, Config]) => deploymentConfig.safeParse(config).success;
const CASES: ReadonlyArray<readonly [name: string, config: Config]> = [
  ...GIVEN,
  ...OVER_THREE.filter(isAllowed).map(([name, config]) => [`${name}, over three regions`, config] as const),
];

const folder = temporaryFolder();
afterAll(() => folder.remove());
/** Regions and digests of the templates in the folder. */
const known = new Set<string>();

interface Template {
  readonly Resources: Record<string, Resource>;
}

/** What cdk-nag finds in a layout, and its templates; each that no layout had before goes into the folder. */
function synthesized(name: string, config: Config): { findings: string[]; templates: Template[] } {
  const { app } = config.regions?.length ? makeRegionalApp(config) : makeApp(config);
  // What lib/ accepts it names by the default name.
  const { stackName = 'Portcullis' } = config;
  const findings = findingsOfNag(app).map((each) =>
    each.replaceAll(stackName, 'Portcullis').replaceAll(stackName.toLowerCase(), 'portcullis'),
  );
  // Read from the folder, because the app throws again for what cdk-nag has found.
  const templates = new CloudAssembly(app.outdir).stacks.map(({ templateFile, environment }) => {
    const text = readFileSync(join(app.outdir, templateFile), 'utf8');
    const region = lintedRegion(environment.region);
    const key = `${region} ${createHash('sha256').update(text).digest('hex')}`;
    mkdirSync(join(folder.path, region), { recursive: true });
    if (!known.has(key)) writeFileSync(join(folder.path, region, `${known.size} ${name} ${templateFile}`), text);
    known.add(key);
    return JSON.parse(text) as Template;
  });
  rmSync(app.outdir, { recursive: true });
  return { findings, templates };
}

test.each(CASES)('%s: each template obeys the specification, and cdk-nag finds nothing more', (name, config) => {
  const { findings, templates } = synthesized(name, config);

  const faults = templates.flatMap(({ Resources }) => [
    ...Object.entries(Resources).flatMap(faultsOfResource),
    ...(templates.length === 1
      ? PROPERTIES.flatMap((property) => property.faults(Resources, deploymentConfig.parse(config)))
      : []),
  ]);
  expect(templates).toHaveLength(config.regions?.length ? config.regions.length + 1 : 1);
  expect(faults).toEqual([]);
  expect(findings.filter((each) => !isAcknowledged(each))).toEqual([]);
});

test('no setting is left out', () => {
  expect(Object.keys(SETTINGS).sort()).toEqual(Object.keys(deploymentConfig.shape).sort());
});

test('the settings that are for one region are refused over three, and no others', () => {
  const refused = OVER_THREE.filter((each) => !isAllowed(each)).map(([name]) => name);

  expect(refused.filter((name) => name in SETTINGS).sort()).toEqual(ONE_REGION_ALONE);
});

const countsOf = (regions: readonly string[]): string =>
  [...new Set(regions)].map((name) => `${name}: ${regions.filter((region) => region === name).length}`).join(', ');

testWithCfnLint(
  'cfn-lint finds nothing in any of the templates, by what the region of each has',
  async () => {
    const found = await findingsInFolder(folder.path);

    const regions = [...known].map((key) => key.split(' ')[0] ?? '');
    console.log(`cfn-lint: ${known.size} templates of ${CASES.length} layouts (${countsOf(regions)})`);
    expect(found).toEqual([]);
    expect(known.size).toBeGreaterThan(CASES.length);
  },
  3_600_000,
);
