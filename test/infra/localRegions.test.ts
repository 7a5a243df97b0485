/** The templates of three regions as the local stack resolves them: what regions share, and what each has of its own. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DataFolder, OUTPUTS_FILE } from '../../local/data/folder.ts';
import { type OpenRegion, openRegions, refuseOtherRegions } from '../../local/regions.ts';
import { ofType, type StackTemplate } from '../../local/template/template.ts';
import { localTables, replicaTables } from '../../local/twins/dynamodb/tables.ts';
import { defined } from '../support/defined.ts';
import { localTemplates } from '../support/localTemplates.ts';
import { REGIONS, synthesizeRegions } from '../support/synth.ts';
import { temporaryFolder } from '../support/twins.ts';
import { nameOf } from './properties/property.ts';

const folder = temporaryFolder();
let data: DataFolder;
let regions: readonly OpenRegion[];
beforeAll(async () => {
  const { home, edge, others, front } = synthesizeRegions();
  data = new DataFolder(`${folder.path}/data`);
  const addresses = { edgeUrl: 'http://localhost:8787', issuer: 'http://localhost:8788' };
  regions = await openRegions(localTemplates([front, edge, ...others, home]), data, addresses);
});
afterAll(async () => {
  await Promise.all(regions.map(({ gateway }) => gateway.close()));
  data.release();
  folder.remove();
});

/** The variables of a function in each region that has it, by region. */
const variablesOf = (name: string) =>
  new Map(
    regions.flatMap(({ template, resolve }) =>
      ofType(template, 'AWS::Lambda::Function')
        .filter(([id]) => nameOf(id) === name)
        .map(([, { Environment }]) => [
          template.region,
          resolve<{ Variables: Record<string, string> }>(Environment).Variables,
        ]),
    ),
  );

describe('three regions', () => {
  test('are opened with the home region first', () => {
    expect(regions.map(({ template }) => template.region)).toEqual(REGIONS);
  });

  test('share the keys and the secret of the distribution, under ARNs of their own', () => {
    const [home, ...others] = [...variablesOf('DataPlaneRpc').values()];

    expect(others).toHaveLength(2);
    for (const [at, other] of others.entries()) {
      const inRegion = (arn: string | undefined) => arn?.replace('us-east-1', REGIONS[at + 1] as string);
      expect(other['KEY_TOKENS']).toMatch(/:key\/mrk-[0-9a-f]{32}$/);
      expect(other['KEY_TOKENS']).toBe(inRegion(home?.['KEY_TOKENS']));
      expect(other['KEY_CREDENTIALS']).toBe(inRegion(home?.['KEY_CREDENTIALS']));
      expect(JSON.parse(other['ORIGIN_SECRET'] ?? '').current).toHaveLength(48);
      expect(other['ORIGIN_SECRET']).toBe(home?.['ORIGIN_SECRET']);
    }
  });

  test('have an endpoint of IoT and a bucket each, which home knows', () => {
    const own = [...variablesOf('DataPlaneRpc').values()];
    const edges = JSON.parse(variablesOf('ManagementApi').get('us-east-1')?.['EDGE_REGIONS'] ?? '') as object[];

    expect(new Set(own.map(({ IOT_ENDPOINT }) => IOT_ENDPOINT)).size).toBe(3);
    expect(edges).toEqual(
      own.slice(1).map(({ IOT_ENDPOINT, BUCKET_BUNDLES, TABLE_GATES }, at) =>
        expect.objectContaining({
          region: REGIONS[at + 1],
          push: IOT_ENDPOINT,
          bundles: BUCKET_BUNDLES,
          gates: TABLE_GATES,
        }),
      ),
    );
  });

  test('have replicas of the same tables, in which no region changes the audit trail', () => {
    const [home, ...others] = regions as [OpenRegion, ...OpenRegion[]];
    const trailAtHome = localTables(home.template, home.resolve).find(({ denied }) => denied.length > 0);

    const replicas = others.map((other) => replicaTables(home, other));

    for (const [at, tables] of replicas.entries()) {
      const names = tables.map(({ description }) => description.TableName);
      const trail = defined(tables.find(({ description }) => description.TableName === 'Portcullis-audit'));
      expect(names.toSorted()).toEqual(['Portcullis-audit', 'Portcullis-servers', 'Portcullis-tokens']);
      expect(trail.denied).toEqual(trailAtHome?.denied);
      expect(trail.description.TableArn).toBe(
        `arn:aws:dynamodb:${REGIONS[at + 1]}:000000000000:table/Portcullis-audit`,
      );
    }
  });

  test('let home change the gates of the others, and no region but the own write its tokens', () => {
    const [home, near] = regions as [OpenRegion, OpenRegion];
    const roleOf = ({ template }: OpenRegion, name: string) =>
      defined(Object.keys(template.resources).find((id) => nameOf(id) === name));
    const [management, rpc] = [roleOf(home, 'ManagementApiRole'), roleOf(near, 'DataPlaneRpcRole')];
    const arn = (region: string, name: string) => `arn:aws:dynamodb:${region}:000000000000:table/Portcullis-${name}`;
    const stamp = (key: string) => ({ 'dynamodb:LeadingKeys': [key], 'dynamodb:Attributes': ['tokenHash'] });

    const allowed = [
      home.policies.allows(management, 'dynamodb:UpdateItem', arn('ap-southeast-2', 'gates')),
      near.policies.allows(rpc, 'dynamodb:UpdateItem', arn('eu-west-1', 'gates')),
      near.policies.allows(rpc, 'dynamodb:UpdateItem', arn('eu-west-1', 'tokens'), stamp('a@eu-west-1')),
      near.policies.allows(rpc, 'dynamodb:UpdateItem', arn('eu-west-1', 'tokens'), stamp('a')),
    ];

    expect(allowed).toEqual([true, false, true, false]);
  });
});

describe('a data folder', () => {
  const outputsWith = (regions: string | undefined): StackTemplate['outputs'] =>
    regions === undefined ? {} : { Regions: { Value: regions } };

  test.each([
    ['with another region', 'us-east-1,eu-west-1', 'us-east-1,eu-west-1,ap-southeast-2'],
    ['of one region with another', 'us-east-1', 'us-east-1,eu-west-1'],
    ['without regions', undefined, undefined],
    ['that knew the one region by another name', 'us-east-1', 'eu-central-1'],
  ])('%s is taken', (_what, before, now) => {
    data.write(OUTPUTS_FILE, before === undefined ? {} : { Regions: before });

    expect(() => refuseOtherRegions(data, outputsWith(now))).not.toThrow();
  });

  test.each([
    ['of three regions without one', 'us-east-1,eu-west-1,ap-southeast-2', 'us-east-1,eu-west-1'],
    ['of two regions without any', 'us-east-1,eu-west-1', undefined],
    ['of one stack with two regions', undefined, 'us-east-1,eu-west-1'],
    ['of another home region', 'us-east-1,eu-west-1', 'eu-west-1,us-east-1'],
  ])('%s is refused', (_what, before, now) => {
    data.write(OUTPUTS_FILE, before === undefined ? {} : { Regions: before });

    expect(() => refuseOtherRegions(data, outputsWith(now))).toThrow(expect.objectContaining({ code: 'data_foreign' }));
  });
});
