/** What each stack puts out, in every layout: commands and people go by these, and a wrong one is a name of something else. */
import { describe, expect, test } from '@jest/globals';
import { type DeploymentConfig, deploymentConfig } from '../../lib/config.ts';
import { LEAVING_OUTPUT, REGIONS_OUTPUT } from '../../lib/deployed.ts';
import { LAYOUTS } from '../support/layouts.ts';
import { REGIONS, type Synthesized, synthesize, synthesizeRegions } from '../support/synth.ts';
import { OVER_REGIONS } from './properties/asked.ts';

type Outputs = Readonly<Record<string, { readonly Value: unknown }>>;

const outputsOf = ({ template }: Synthesized) => template.toJSON()['Outputs'] as Outputs;
const withoutHash = (id: string) => id.replace(/[0-9A-F]{8}$/, '');

/** A value as text, with references in braces; what another stack puts out is shown as that stack says it. */
function shown(value: unknown, stacks: readonly Synthesized[]): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const [[kind = '', given] = []] = Object.entries(value);
  const inner = (each: unknown) => shown(each, stacks);
  if (kind === 'Ref') return `{${withoutHash(given)}}`;
  if (kind === 'Fn::GetAtt') return `{${withoutHash(given[0])}.${given[1]}}`;
  if (kind === 'Fn::Join') return given[1].map(inner).join(given[0]);
  if (kind === 'Fn::Split') return inner(given[1]);
  if (kind === 'Fn::Select') return inner(given[1]);
  const home = stacks.find(({ name }) => name === given.StackName);
  return home ? inner(outputsOf(home)[given.OutputName]?.Value) : JSON.stringify(value);
}

/** All outputs of these stacks by name, but those by which CDK connects stacks. */
const found = (...stacks: readonly Synthesized[]): Record<string, string> =>
  Object.fromEntries(
    stacks
      .flatMap((stack) => Object.entries(outputsOf(stack)))
      .filter(([name]) => !/^(Publish|Exports)Output/.test(name))
      .map(([name, { Value }]) => [withoutHash(name), shown(Value, stacks)]),
  );

const addresses = ({ egressZones }: DeploymentConfig) =>
  Array.from({ length: egressZones }, (_, zone) => `{SandboxEgressAddress${zone + 1}}`).join(',');

/** Of the functions that call APIs, in each region. */
const ofSandbox = (config: DeploymentConfig) => ({
  ...(config.egress === 'static' && { SandboxEgressEgressAddresses: addresses(config) }),
  ...(config.upstreamRoles.length + Object.keys(config.upstreamSecrets).length > 0 && {
    SandboxCallsSandboxRole: '{SandboxCallsRole.Arn}',
  }),
});

/** Of one stack, or of the home region of several. */
const expected = (config: DeploymentConfig, region: string) => {
  const login = `https://{LoginPoolDomain}.auth.${region}.amazoncognito.com`;
  return {
    AuditArchive: '{DataAuditArchive}',
    AuditKey: '{AuditArchiverKey.Arn}',
    AuditTable: '{DataAudit}',
    EdgeUrl: `https://${config.domainNames[0] ?? '{EdgeDistribution.DomainName}'}`,
    FailureQueue: '{FailuresQueue}',
    LoginUrl: login,
    UserPoolClientId: '{LoginPoolDashboard}',
    UserPoolId: '{LoginPool}',
    ...(config.events && { EventBus: '{EventsBus}' }),
    ...(config.oidc && { LoginProviderCallback: `${login}/oauth2/idpresponse` }),
    ...(config.saml && {
      LoginProviderCallback: `${login}/saml2/idpresponse`,
      LoginProviderAudience: 'urn:amazon:cognito:sp:{LoginPool}',
    }),
    ...ofSandbox(config),
  };
};

describe('outputs lead to what they say', () => {
  test.each(LAYOUTS)('$layout', ({ config }) => {
    const settings = deploymentConfig.parse(config);

    expect(found(synthesize(config))).toEqual(expected(settings, '{AWS::Region}'));
  });

  const config = { ...OVER_REGIONS, leavingRegion: REGIONS[2] };
  const settings = deploymentConfig.parse(config);
  const origins = {
    RpcDomain: '{DataPlaneRpcFunctionUrl.FunctionUrl}',
    StreamDomain: '{DataPlaneStreamFunctionUrl.FunctionUrl}',
  };

  test('at home of several regions, one of which is leaving', () => {
    const { home, front } = synthesizeRegions(config);

    expect(found(home, front)).toEqual({
      ...expected(settings, REGIONS[0]),
      ...origins,
      [REGIONS_OUTPUT]: REGIONS.join(','),
      [LEAVING_OUTPUT]: REGIONS[2],
    });
  });

  test('in each of the others', () => {
    const { edge, others } = synthesizeRegions(config);

    for (const stack of [edge, ...others]) {
      const isServing = stack.region !== config.leavingRegion;
      expect(found(stack)).toEqual({ ...(isServing && origins), ...ofSandbox(settings) });
    }
  });
});
