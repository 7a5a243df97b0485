/** What a deployment refuses because of one that is there: the app as it is started, against an answer of CloudFormation on loopback. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startCloudFormation } from '../support/cloudFormation.ts';
import { synthesizeRegions, TEMPLATES_ONLY } from '../support/synth.ts';
import { temporaryFolder } from '../support/twins.ts';

const root = join(import.meta.dirname, '..', '..');
let cloud: Awaited<ReturnType<typeof startCloudFormation>>;
let folder: ReturnType<typeof temporaryFolder>;

beforeAll(async () => {
  folder = temporaryFolder();
  cloud = await startCloudFormation();
});
beforeEach(() => cloud.stacks.clear());
afterAll(() => {
  cloud.close();
  folder.remove();
});
/** Makes stacks that are there, with their outputs. */
const deployed = (outputs: Record<string, Record<string, string>>, template: object = {}) => {
  for (const [name, each] of Object.entries(outputs)) cloud.stacks.set(name, { outputs: each, template });
};

/** Runs the app as CDK does. */
async function deploy(
  regions?: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; said: string }> {
  const context = regions === undefined ? {} : { regions };
  const app = spawn(process.execPath, [join(root, 'bin', 'app.ts')], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      CDK_OUTDIR: join(folder.path, 'out'),
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, ...TEMPLATES_ONLY }),
      CDK_DEFAULT_ACCOUNT: '123456789012',
      CDK_DEFAULT_REGION: 'eu-west-1',
      CDK_VALIDATION: 'false',
      NODE_COMPILE_CACHE: join(folder.path, 'compiled'),
      PORTCULLIS_DEPLOYS: 'true',
      ...cloud.environment,
      ...more,
    },
  });
  let said = '';
  app.stderr.on('data', (piece) => {
    said += String(piece);
  });
  const code = await new Promise<number | null>((done) => app.once('close', done));
  return { code, said };
}

describe('a deployment', () => {
  test('without the regions of the one that is there is refused, with the words to repeat', async () => {
    deployed({ 'Portcullis-Home': { Regions: 'us-east-1,eu-west-1' } });

    const { code, said } = await deploy();

    expect(code).toBe(1);
    expect(said).toContain('Portcullis-Home is deployed, and this configuration names no regions');
    expect(said).toContain('-c regions=us-east-1,eu-west-1');
    expect(said).not.toMatch(/\n\s+at /);
  });

  test('with regions is refused where one stack holds the data', async () => {
    deployed({ Portcullis: {} });

    expect(await deploy('us-east-1,eu-west-1')).toMatchObject({
      code: 1,
      said: expect.stringContaining('Portcullis is deployed as one stack'),
    });
  });

  test('that leaves out a region is refused, because its replicas would go', async () => {
    deployed({ 'Portcullis-Home': { Regions: 'us-east-1,eu-west-1,ap-southeast-2' } });

    expect(await deploy('us-east-1,eu-west-1')).toMatchObject({
      code: 1,
      said: expect.stringContaining('deployed with ap-southeast-2, which regions does not name'),
    });
  });

  test('leaves out a region that was leaving, once its stack is gone', async () => {
    const home = { Regions: 'us-east-1,eu-west-1,ap-southeast-2', LeavingRegion: 'ap-southeast-2' };
    deployed({ 'Portcullis-Home': home, 'Portcullis-Edge-ap-southeast-2': {} });
    const early = await deploy('us-east-1,eu-west-1');
    deployed({ 'Portcullis-Home': home });
    cloud.stacks.delete('Portcullis-Edge-ap-southeast-2');
    const another = await deploy('us-east-1,ap-southeast-2');

    expect(early).toMatchObject({
      code: 1,
      said: expect.stringContaining('Portcullis-Edge-ap-southeast-2 is still there'),
    });
    expect(another).toMatchObject({ code: 1, said: expect.stringContaining('-c leavingRegion=eu-west-1 first') });
    expect(await deploy('us-east-1,eu-west-1')).toMatchObject({ code: 0 });
  });

  test.each([
    ['anew', {}, undefined],
    ['again with its regions', { 'Portcullis-Home': { Regions: 'us-east-1' } }, 'us-east-1'],
    ['with one region more', { 'Portcullis-Home': { Regions: 'us-east-1' } }, 'us-east-1,eu-west-1'],
  ] as const)('%s is synthesized', async (_how, there, regions) => {
    deployed(there);

    expect(await deploy(regions)).toMatchObject({ code: 0 });
  });

  test('that would lose a table is refused and names it', async () => {
    const Orders = { Type: 'AWS::DynamoDB::GlobalTable', Properties: {}, DeletionPolicy: 'Retain' };
    deployed({ Portcullis: {} }, { Resources: { Orders } });

    const { code, said } = await deploy();

    expect(code).toBe(1);
    expect(said).toContain('This deployment loses data, and was not begun');
    expect(said).toContain('Orders (AWS::DynamoDB::GlobalTable): REMOVED; the old one stays in the account');
    expect(said).not.toMatch(/\n\s+at /);
  });

  test('again as it is says that nothing changes for data', async () => {
    const file = join(folder.path, 'out', 'Portcullis.template.json');
    if (!existsSync(file)) await deploy();
    deployed({ Portcullis: {} }, JSON.parse(readFileSync(file, 'utf8')) as object);

    expect(await deploy()).toMatchObject({
      code: 0,
      said: expect.stringContaining('Portcullis: nothing changes for data.'),
    });
  });

  test('after a creation that failed names what has to be taken in, and goes on once it is', async () => {
    const { home } = synthesizeRegions({ regions: ['us-east-1'] });
    const idOf = (start: string) => Object.keys(home.resources).find((id) => id.startsWith(start)) ?? '';
    cloud.stacks.set('Portcullis-Home', {
      status: 'ROLLBACK_COMPLETE',
      resourceStatus: 'DELETE_SKIPPED',
      resources: {
        [idOf('DataServers')]: ['AWS::DynamoDB::GlobalTable', 'Portcullis-servers'],
        [idOf('DataTools')]: ['AWS::DynamoDB::GlobalTable', 'Portcullis-Home-DataTools-1X'],
      },
    });

    const refused = await deploy('us-east-1');

    expect(refused.code).toBe(1);
    expect(refused.said).toContain('its creation has failed and left Portcullis-servers, whose names');
    expect(refused.said).toContain('npm run deploy -- --import-existing-resources');
    expect(refused.said).toContain('aws dynamodb delete-table --table-name Portcullis-Home-DataTools-1X');
    expect(refused.said).not.toMatch(/\n\s+at /);
    expect(await deploy('us-east-1', { PORTCULLIS_TAKES_IN: 'true' })).toMatchObject({
      code: 0,
      said: expect.stringContaining('Portcullis-Home: first deployment, all data is new.'),
    });
    // Its stack is none that another layout has to respect.
    expect(await deploy()).toMatchObject({ code: 0 });
  });

  test('over stacks that import from each other keeps what they import, and refuses to switch it off', async () => {
    const front = (name: string) => ({
      template: { Resources: { Api: { Type: 'x', Properties: { 'Fn::ImportValue': name } } } },
    });
    cloud.stacks.set('Portcullis-Home', { outputs: { Regions: 'us-east-1' } });
    const out = join(folder.path, 'out', 'Portcullis-Home.template.json');
    cloud.stacks.set('Portcullis-Front', front('Portcullis-Home:ExportsOutputRefEventsBus1'));

    const { code, said } = await deploy('us-east-1');

    expect(code).toBe(1);
    expect(said).toContain('The deployed stacks use Portcullis-Home:ExportsOutputRefEventsBus1');
    const exported = /"Name": "(Portcullis-Home:ExportsOutput\w+)"/.exec(readFileSync(out, 'utf8'))?.[1] ?? '';
    cloud.stacks.set('Portcullis-Front', front(exported));
    expect(await deploy('us-east-1')).toMatchObject({ said: expect.stringContaining('Deploy once more after this') });
    cloud.stacks.set('Portcullis-Front', { template: { Resources: {} } });
    expect((await deploy('us-east-1')).said).not.toContain('Deploy once more');
    expect(readFileSync(out, 'utf8')).not.toContain('"Export"');
  });

  test('to a partition without CloudFront is refused', async () => {
    const { code, said } = await deploy(undefined, { CDK_DEFAULT_REGION: 'us-gov-west-1' });

    expect(code).toBe(1);
    expect(said).toContain('AWS_REGION: us-gov-west-1 is of another partition');
  });
});
