/** `npm run destroy`: what is shown, asked and refused before a stack is removed, by the command against CloudFormation on loopback. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { IDENTIFIERS, STATEFUL } from '../../lib/dataChanges.ts';
import { type DeployedStack, startCloudFormation } from '../support/cloudFormation.ts';
import { type Synthesized, synthesize, synthesizeRegions } from '../support/synth.ts';
import { temporaryFolder } from '../support/twins.ts';

const root = join(import.meta.dirname, '..', '..');
/** The script runs on any Node, before the installed one is known, so it has no types. */
const { stepsOf } = (await import(join(root, 'scripts', 'destroySteps.mjs'))) as {
  stepsOf(args: readonly string[]): string[][];
};
/** Synthesized here, not in a test: on a busy machine it takes as long as a test may. */
const single = synthesize({ backup: 'daily' });
const withoutRetaining = synthesize({ backup: 'daily', retainData: false });
const { home, edge, front } = synthesizeRegions();
let cloud: Awaited<ReturnType<typeof startCloudFormation>>;
let folder: ReturnType<typeof temporaryFolder>;
beforeAll(async () => {
  cloud = await startCloudFormation();
});
beforeEach(() => {
  folder = temporaryFolder();
  cloud.stacks.clear();
  cloud.asked.clear();
});
afterEach(() => folder.remove());
afterAll(() => cloud.close());

/** A synthesized stack as it would be deployed: each resource is named after its logical id. */
const asDeployed = ({ template, resources }: Synthesized): DeployedStack => ({
  template: template.toJSON(),
  resources: Object.fromEntries(Object.entries(resources).map(([id, { Type }]) => [id, [Type, `${id}-name`] as const])),
});
const filesOf = () => readdirSync(folder.path).filter((name) => name.includes('.retained.'));

async function destroy(typed: string, ...args: string[]): Promise<{ code: number | null; said: string }> {
  const command = spawn(process.execPath, [join(root, 'bin', 'destroy.ts'), ...args], {
    cwd: folder.path,
    env: { PATH: process.env['PATH'], AWS_REGION: 'eu-west-1', ...cloud.environment },
  });
  let said = '';
  for (const stream of [command.stdout, command.stderr]) {
    stream.on('data', (piece) => {
      said += String(piece);
    });
  }
  command.stdin.end(typed);
  const code = await new Promise<number | null>((done) => command.once('close', done));
  return { code, said };
}

describe('removal', () => {
  test('shows what stays and what goes, and writes down the names of what stays', async () => {
    cloud.stacks.set('Portcullis', asDeployed(single));
    const kept = Object.entries(single.resources).filter(([, { DeletionPolicy }]) =>
      /^Retain/.test(DeletionPolicy ?? ''),
    );

    const { code, said } = await destroy('yes\n');

    expect(code).toBe(0);
    for (const [id, { Type }] of kept) expect(said).toContain(`${id}-name  (${id}, ${Type})`);
    expect(said).toContain('STAYS in the account');
    expect(said).not.toContain('DELETED with its data');
    const [file = ''] = filesOf();
    const mapping = JSON.parse(readFileSync(join(folder.path, file), 'utf8')) as Record<string, unknown>;
    expect(Object.keys(mapping).sort()).toEqual(kept.map(([id]) => id).sort());
    const [[table]] = single.ofType('AWS::DynamoDB::GlobalTable') as [[string, unknown]];
    expect(mapping[table]).toEqual({ TableName: `${table}-name` });
    expect(said).toContain(`npm run cdk -- import Portcullis --resource-mapping ${file}`);
    expect([...cloud.asked].sort()).toEqual(['DescribeStacks', 'GetTemplate', 'ListStackResources']);
  });

  test.each([
    ['no answer', ''],
    ['another answer', 'y\n'],
    ['the name, where yes is asked for', 'Portcullis\n'],
  ])('with %s removes nothing', async (_what, typed) => {
    cloud.stacks.set('Portcullis', asDeployed(single));

    const { code, said } = await destroy(typed);

    expect([code, filesOf()]).toEqual([1, []]);
    expect(said).toContain('Nothing was removed.');
  });

  test('of several regions goes from what refers to others to what is referred to', async () => {
    cloud.stacks.set('Portcullis-Home', { ...asDeployed(home), outputs: { Regions: 'us-east-1,eu-west-1' } });
    cloud.stacks.set('Portcullis-Edge-eu-west-1', asDeployed(edge));
    cloud.stacks.set('Portcullis-Front', asDeployed(front));

    const { code, said } = await destroy('yes\n', '-c', 'regions=us-east-1,eu-west-1');

    expect(code).toBe(0);
    expect(said.match(/^Portcullis\S*:$/gm)).toEqual([
      'Portcullis-Front:',
      'Portcullis-Edge-eu-west-1:',
      'Portcullis-Home:',
    ]);
    expect(said).not.toContain('DELETED with its data');
    expect(filesOf()).toHaveLength(3);
  });
});

test('with --delete-data only the locked archive and the backups are said to stay', async () => {
  cloud.stacks.set('Portcullis', asDeployed(single));
  const always = Object.entries(withoutRetaining.resources).filter(([, { DeletionPolicy }]) =>
    /^Retain/.test(DeletionPolicy ?? ''),
  );

  const { code, said } = await destroy('Portcullis\n', '--delete-data');

  expect(code).toBe(0);
  const [, stays = ''] = /STAYS in the account[^\n]*\n([\s\S]*?)\n {2}DELETED with its data:/.exec(said) ?? [];
  const deployed = always.filter(([id]) => id in single.resources);
  expect(stays.trim().split(/\n\s*/)).toEqual(deployed.map(([id, { Type }]) => `${id}-name  (${id}, ${Type})`));
  const [file = ''] = filesOf();
  const mapping = JSON.parse(readFileSync(join(folder.path, file), 'utf8')) as Record<string, unknown>;
  expect(Object.keys(mapping)).toEqual(deployed.map(([id]) => id));
});

describe('a stack that does not retain its data', () => {
  beforeEach(() => {
    const deployed = asDeployed(single);
    const template = JSON.parse(
      JSON.stringify(deployed.template).replaceAll(/"Retain(ExceptOnCreate)?"/g, '"Delete"'),
    ) as object;
    cloud.stacks.set('Portcullis', { ...deployed, template });
  });

  test('is not removed without --delete-data', async () => {
    const { code, said } = await destroy('yes\n');

    expect(code).toBe(1);
    expect(said).toContain('DELETED with its data:');
    expect(said).toContain('Say --delete-data if that is meant.');
    expect(said).not.toContain('Type');
  });

  test.each([
    ['yes\n', 1],
    ['portcullis\n', 1],
    ['Portcullis\n', 0],
  ])('is removed with it where its name is typed: %j', async (typed, expected) => {
    expect(await destroy(typed, '--delete-data')).toMatchObject({ code: expected });
    expect(filesOf()).toEqual([]);
  });
});

describe('is refused', () => {
  test.each([
    ['for a stack that is not there', {}, [], 'There is no stack Portcullis'],
    ['for a stack that is protected', { Portcullis: { isProtected: true } }, [], '--no-enable-termination-protection'],
    [
      'without the regions of the deployment',
      { 'Portcullis-Home': { outputs: { Regions: 'us-east-1' } } },
      [],
      '-c regions=us-east-1',
    ],
  ] as const)('%s', async (_what, there: Record<string, DeployedStack>, args, message) => {
    for (const [name, stack] of Object.entries(there)) cloud.stacks.set(name, stack);

    const { code, said } = await destroy('yes\n', ...args);

    expect(code).toBe(1);
    expect(said).toContain(message);
    expect(said).not.toMatch(/\n\s+at /);
  });

  test.each([
    [['-c', 'stackNam=Other'], 'stackNam'],
    [['--delete-everything'], '--delete-everything'],
    [['-c', 'stackName'], 'write -c key=value'],
  ])('when it is called wrongly: %j', async (args, message) => {
    const { code, said } = await destroy('yes\n', ...args);

    expect(code).toBe(2);
    expect(said).toContain(message);
    expect([...cloud.asked]).toEqual([]);
  });
});

describe('after the answer', () => {
  test('CDK removes the stacks with the settings that were given', () => {
    expect(stepsOf(['-c', 'stackName=Two', '-c', 'regions=us-east-1'])).toEqual([
      ['destroy', '--all', '--force', '-c', 'stackName=Two', '-c', 'regions=us-east-1'],
    ]);
  });

  test('data is deleted by a deployment without protection first', () => {
    expect(stepsOf(['--delete-data', '-c', 'stackName=Two'])).toEqual([
      ['deploy', '--all', '--require-approval', 'never', '-c', 'stackName=Two', '-c', 'retainData=false'],
      ['destroy', '--all', '--force', '-c', 'stackName=Two', '-c', 'retainData=false'],
    ]);
  });
});

test('what stays is taken back by the identifier that CloudFormation knows', () => {
  const database = loadAwsServiceSpecSync();
  const identified = Object.keys(STATEFUL).map((type) => {
    const [resource] = database.lookup('resource', 'cloudFormationType', 'equals', type);
    return [type, resource?.primaryIdentifier];
  });

  // An address has two, of which CloudFormation lists one: `cdk import` asks for it.
  expect(Object.fromEntries(identified.filter(([, names]) => names?.length === 1))).toEqual(
    Object.fromEntries(Object.entries(IDENTIFIERS).map(([type, name]) => [type, [name]])),
  );
});
