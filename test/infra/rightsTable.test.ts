/** The table of rights: every right of every role, `logs:` and those of CDK's helpers included, in each layout that has others. */
import { describe, expect, test } from '@jest/globals';
import type { DeploymentConfig } from '../../lib/config.ts';
import { rightsOfRoles } from '../support/rightsOfRoles.ts';
import { BACKUP, NETWORK_WITH_ENDPOINTS, OIDC, SAML } from '../support/settings.ts';
import { type Resource, synthesize, synthesizeRegions } from '../support/synth.ts';
import { homeAndFront } from '../support/wholeLayout.ts';
import { arnOf, Draft } from './mistakes/draft.ts';
import { RIGHTS } from './rights.table.ts';

type Resources = Readonly<Record<string, Resource>>;
type Section = keyof typeof RIGHTS;

const linesOf = (section: Section): string[] => RIGHTS[section].split('\n').filter((line) => line.trim() !== '');
const roleOf = (line: string): string => line.split(' | ')[0] as string;

/** A function writes its own log, and no more of it: in no line of the table, because it holds of all. */
const ownLogsIn = (resources: Resources): string[] =>
  Object.entries(resources)
    .filter(([, { Type, Properties }]) => Type === 'AWS::Lambda::Function' && Properties?.['LoggingConfig'])
    .map(([id]) => id.replace(/[0-9A-F]{8}$/, ''))
    .filter((name) => !/^(AWS679|Custom)/.test(name))
    .map((name) => `${name} | logs ${name}Logs | CreateLogStream PutLogEvents`);

/** Each function opens its own variables with the key of `dataKey=own`, by Lambda alone. */
const ownVariablesIn = (resources: Resources): string[] =>
  Object.entries(resources)
    .filter(([, { Type, Properties }]) => Type === 'AWS::Lambda::Function' && Properties?.['KmsKeyArn'])
    .map(([id]) => id.replace(/[0-9A-F]{8}$/, ''))
    .map((name) => `${name} | kms DataKey | Decrypt | StringEquals kms:ViaService lambda.Region.amazonaws.com`);

/** The base, without what a section takes away, with what it adds. */
function expectedIn(resources: Resources, sections: readonly Section[], base: readonly string[]): string[] {
  const lines = sections.flatMap(linesOf);
  const lost = new Set(lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(2)));
  const all = [
    ...base,
    ...lines.filter((line) => !line.startsWith('- ')),
    ...ownLogsIn(resources),
    ...ownVariablesIn(resources),
  ];
  return [...new Set(all.filter((line) => !lost.has(line)))].sort();
}

const ROLE = 'arn:aws:iam::123456789012:role/orders';
const ONE_REGION: readonly (readonly [string, Partial<DeploymentConfig>, readonly Section[]])[] = [
  ['by default', {}, []],
  ['with events', { events: true }, ['events']],
  ['with backups', { backup: 'daily' }, ['backup']],
  ['with backups of events, and copies', { ...BACKUP, events: true }, ['events', 'backup', 'copies', 'backupOfEvents']],
  ['with traces to X-Ray', { traces: 'xray' }, ['xray']],
  ['with traces elsewhere', { traces: 'otlp', otlpEndpoint: 'https://otlp.example.com/v1/traces' }, []],
  ['with fixed addresses', { egress: 'static' }, ['network']],
  ['in the network of the owner', NETWORK_WITH_ENDPOINTS, ['network']],
  ['with roles of upstreams', { upstreamRoles: [ROLE] }, ['upstreamRoles']],
  [
    'with secrets of upstreams',
    {
      upstreamSecrets: {
        'arn:aws:secretsmanager:eu-west-1:123456789012:secret:orders-Ab12Cd': ['https://api.example.com'],
        'arn:aws:ssm:eu-west-1:123456789012:parameter/orders/key': ['https://api.example.com'],
      },
    },
    ['upstreamSecrets'],
  ],
  ['with an OpenID provider', { oidc: OIDC }, []],
  ['with a SAML provider', { saml: SAML }, []],
  ['without invitations', { invitations: false }, ['noInvitations']],
  ['with nothing to keep', { retainData: false }, ['nothingKept']],
  ['with metrics and alarms', { metrics: 'tool', alarms: true }, []],
  ['with a key of the account’s own', { dataKey: 'own', events: true }, ['events']],
  ['with gradual deployments and warm environments', { canary: true, provisionedConcurrency: 20 }, ['canary']],
  ['with streams', { changeStreams: true, standaloneStreams: true }, []],
];

describe('every right of every role is in the table', () => {
  test.each(ONE_REGION)('%s', (_layout, config, sections) => {
    const { resources } = synthesize(config);

    const rights = rightsOfRoles(resources);

    expect(rights).toEqual(expectedIn(resources, sections, linesOf('base')));
  });

  test('at home of several regions', () => {
    const resources = homeAndFront({});

    const rights = rightsOfRoles(resources);

    expect(rights).toEqual(expectedIn(resources, ['homeOfRegions'], linesOf('base')));
  });

  test('in each of the others', () => {
    const { edge, others } = synthesizeRegions();

    for (const { resources } of [edge, ...others]) {
      const rights = rightsOfRoles(resources);

      const roles = new Set(rights.map(roleOf));
      const base = linesOf('base').filter((line) => roles.has(roleOf(line)));
      expect(rights).toEqual(expectedIn(resources, ['otherRegion'], base));
    }
  });
});

describe('a mistake in a role is noticed:', () => {
  type Statement = Record<string, unknown>;
  const statementsOf = (draft: Draft, name: string) =>
    draft.of(`${name}RoleDefaultPolicy`, 'PolicyDocument')['Statement'] as Statement[];

  test.each<readonly [string, (draft: Draft) => void]>([
    ['a function may not write its log', (draft) => statementsOf(draft, 'SandboxCalls').shift()],
    [
      'a table is left out of backups',
      (draft) => {
        const statements = statementsOf(draft, 'Backup');
        statements.splice(
          statements.findIndex((each) => JSON.stringify(each).includes('DataTokens')),
          1,
        );
      },
    ],
    [
      'a right is held on more rows',
      (draft) => draft.grant('DataPlaneRpc', 'dynamodb:PutItem', arnOf(draft, 'DataSessions')),
    ],
    [
      'a condition is lost',
      (draft) => {
        for (const each of statementsOf(draft, 'SandboxCalls')) delete each['Condition'];
      },
    ],
    [
      'another account takes a role on',
      (draft) => {
        draft.of('SandboxCallsRole', 'AssumeRolePolicyDocument', 'Statement', 0)['Principal'] = { AWS: '*' };
      },
    ],
  ])('%s', (_mistake, make) => {
    const draft = new Draft(synthesize({ backup: 'daily' }).resources);
    make(draft);

    const rights = rightsOfRoles(draft.resources);

    expect(rights).not.toEqual(expectedIn(draft.resources, ['backup'], linesOf('base')));
  });
});
