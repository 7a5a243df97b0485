/**
 * Control Tower's proactive controls, as cfn-guard has them (the package @cdklabs/cdk-validator-cfnguard), over the template of each entrance. They
 * see resources with their references resolved, as hooks of CloudFormation do.
 */
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import type { DeploymentConfig } from '../../lib/config.ts';
import { PRIVATE } from '../support/settings.ts';
import { synthesize } from '../support/synth.ts';
import { temporaryFolder } from '../support/twins.ts';
import { EXCEPTIONS } from './controlTower.ts';

const installed = resolve(
  import.meta.dirname,
  '../../.cache/oracles/control-tower/node_modules/@cdklabs/cdk-validator-cfnguard',
);
const program = join(installed, 'bin/ubuntu/x86_64/cfn-guard');
const rules = join(installed, 'rules/control-tower/cfn-guard');
const isHere = process.platform === 'linux' && process.arch === 'x64' && existsSync(program);
const testHere = isHere ? test : test.skip;
const folder = temporaryFolder();
afterAll(() => folder.remove());

/** `CT.LAMBDA.PR.5` by the name of its rule. */
const controls = new Map(
  globSync('**/*.guard', { cwd: rules }).flatMap((file) => {
    const control = basename(file, '.guard').replaceAll('-', '.').toUpperCase();
    const text = readFileSync(join(rules, file), 'utf8');
    return [...text.matchAll(/^rule (\w+)/gm)].map(([, name = '']) => [name, control] as const);
  }),
);

const ARN = 'arn:aws:service:us-east-1:123456789012:resource';

/** The value with a text in place of each reference. */
function resolved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolved);
  if (typeof value !== 'object' || value === null) return value;
  const [[key = '', argument] = []] = Object.entries(value);
  if (key === 'Fn::Join') return (resolved((argument as [string, unknown[]])[1]) as unknown[]).join('');
  if (key === 'Ref' || key.startsWith('Fn::')) return ARN;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolved(inner)]));
}

interface Report {
  readonly not_compliant: ReadonlyArray<{ readonly Rule: { readonly name: string } }>;
}

function violatedBy(config: Partial<DeploymentConfig>): Promise<string[]> {
  const file = join(folder.path, `${config.entrance ?? 'default'}.json`);
  // A bucket and its policy are told to belong together by the reference.
  const resources = Object.entries(synthesize(config).resources).map(([id, resource]) => [
    id,
    resource.Type.startsWith('AWS::S3::') ? resource : resolved(resource),
  ]);
  writeFileSync(file, JSON.stringify({ Resources: Object.fromEntries(resources) }));
  const options = ['--output-format', 'json', '--show-summary', 'none', '--structured'];
  return new Promise((done, fail) => {
    execFile(
      program,
      ['validate', '--rules', rules, '--data', file, ...options],
      { maxBuffer: 512 * 1024 * 1024 },
      // It ends with 19 where a rule is violated.
      (error, stdout) => {
        if (error && error.code !== 19) return fail(error);
        const [{ not_compliant: violations } = { not_compliant: [] }] = JSON.parse(stdout) as Report[];
        done([...new Set(violations.map(({ Rule: { name } }) => controls.get(name) ?? name))].sort());
      },
    );
  });
}

testHere.each([
  ['cloudfront' as const, {}],
  ['rest' as const, { entrance: 'rest' as const }],
  ['private' as const, PRIVATE],
])(
  'the template of entrance=%s meets every control but those with a reason',
  async (entrance, config) => {
    const expected = EXCEPTIONS.filter(({ entrances }) => entrances?.includes(entrance) ?? true);

    expect(await violatedBy(config)).toEqual(expected.map(({ control }) => control).sort());
  },
  600_000,
);
