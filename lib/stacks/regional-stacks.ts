/**
 * The stacks for several regions, in the order of deployment: Home (data, keys, pipeline, and MCP in the home region), one
 * Edge per further region (MCP only), and Front in the home region (distribution, login, management). Key ARNs and
 * where the functions are found are outputs that other stacks read; other resources are referenced by name (lib/regional.ts).
 */
import { CfnOutput, CrossStackReferences, Fn, ReferenceStrength, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { type DeploymentConfig, edgesOf, servingRegions, stackNames } from '../config.ts';
import { DataPlane } from '../constructs/data-plane.ts';
import { EdgeData } from '../constructs/edge-data.ts';
import type { KeySet } from '../constructs/keys.ts';
import type { McpOrigin, McpOrigins } from '../constructs/mcp-origins.ts';
import { Push } from '../constructs/push.ts';
import { ReplicaKeys } from '../constructs/replica-keys.ts';
import { ReplicaPolicy } from '../constructs/replica-policy.ts';
import { EdgeSandbox } from '../constructs/sandbox.ts';
import { addTraces } from '../constructs/traces.ts';
import { LEAVING_OUTPUT, REGIONS_OUTPUT } from '../deployed.ts';
import { applyOwnerRules } from '../owner.ts';
import { monitor } from './monitoring.ts';
import { type HomeParts, makeFront, makeHome, makeOutputs } from './parts.ts';

class HomeStack extends Stack {
  readonly parts: HomeParts;
  readonly origins: McpOrigins | undefined;

  constructor(scope: Construct, id: string, { config, ...props }: StackProps & { config: DeploymentConfig }) {
    super(scope, id, { description: 'Portcullis: the home region', ...props });
    this.parts = makeHome(this, config);
    this.origins = this.parts.dataPlane.behindEdge?.origins;
    if (config.leavingRegion !== undefined) {
      new CfnOutput(this, LEAVING_OUTPUT, {
        value: config.leavingRegion,
        description: 'What a later deployment may leave out',
      });
    }
    new CfnOutput(this, REGIONS_OUTPUT, {
      value: config.regions.join(','),
      description: 'What a later deployment has to name again',
    });
  }
}

interface EdgeStackProps extends StackProps {
  readonly config: DeploymentConfig;
  readonly primary: KeySet;
}

class EdgeStack extends Stack {
  readonly origins: McpOrigins;

  constructor(scope: Construct, id: string, { config, primary, ...props }: EdgeStackProps) {
    super(scope, id, { description: 'Portcullis: MCP clients of another region', ...props });
    const data = new EdgeData(this, 'Data', config);
    const keys = new ReplicaKeys(this, 'Keys', { config, primary });
    const push = new Push(this, 'Push', config.logRetentionDays);
    new ReplicaPolicy(this, 'AuditPolicy', { config, audit: data.audit, logGroup: push.logGroup });
    const sandbox = new EdgeSandbox(this, 'Sandbox', { config, bundles: data.bundles, keys });
    const dataPlane = new DataPlane(this, 'DataPlane', { config, data, keys, push, sandbox });
    addTraces(this, config, dataPlane.rpc);
    if (!dataPlane.behindEdge) throw new Error('A private API is in one region.');
    this.origins = dataPlane.behindEdge.origins;
  }
}

/**
 * Puts out where the functions of a stack are found, for the front stack. Domains are cut from addresses with `Fn::Split`, which takes no
 * output of another stack (cfn-lint E1017), so the stack itself does it.
 */
function putOut(stack: Stack, { rpc, stream }: McpOrigins): McpOrigins {
  const named = (origin: McpOrigin, output: string): McpOrigin => {
    new CfnOutput(stack, output, { value: origin.domain, description: 'For the front stack' });
    return { ...origin, domain: Fn.getStackOutput(stack.stackName, output, stack.region) };
  };
  return { rpc: named(rpc, 'RpcDomain'), stream: named(stream, 'StreamDomain') };
}

/** The stacks of a deployment over several regions. */
export interface RegionalStacks {
  readonly home: Stack;
  readonly edges: readonly Stack[];
  readonly front: Stack;
}

/**
 * Creates the stacks and their dependencies. One reads what another puts out (`Fn::GetStackOutput`): an export could not be taken back while
 * the front stack, which is deployed last, still imports it, so that an option could never be switched off.
 * @param isMoving whether the deployed stacks still import exports, which then have to stay for this deployment
 */
export function makeRegionalStacks(
  scope: Construct,
  config: DeploymentConfig,
  { isMoving = false }: { readonly isMoving?: boolean } = {},
): RegionalStacks {
  CrossStackReferences.of(scope).consume(isMoving ? ReferenceStrength.BOTH : ReferenceStrength.WEAK);
  const names = stackNames(config);
  const account = process.env['CDK_DEFAULT_ACCOUNT'];
  const inRegion = (region: string | undefined) => ({
    env: { ...(account && { account }), ...(region && { region }) },
    crossRegionReferences: true,
    terminationProtection: config.terminationProtection,
  });
  const home = new HomeStack(scope, names.home, { config, ...inRegion(config.regions[0]) });
  const edges = edgesOf(config).map((region) => {
    const props = { config, primary: home.parts.keys, ...inRegion(region) };
    const stack = new EdgeStack(scope, names.edge(region), props);
    // The home stack creates the replicas of the tables and of the secret.
    stack.addStackDependency(home);
    return { region, stack };
  });
  const front = new Stack(scope, names.front, {
    description: 'Portcullis: dashboard, management API and the distribution',
    ...inRegion(config.regions[0]),
  });
  for (const { stack } of edges) front.addStackDependency(stack);
  // As long as deployed stacks import addresses, these have to stay exports.
  const domainsOf = isMoving ? (_: Stack, origins: McpOrigins) => origins : putOut;
  const serving = edges.filter(({ region }) => servingRegions(config).includes(region));
  const made = makeFront(front, {
    config,
    home: home.parts,
    ...(home.origins && { origins: domainsOf(home, home.origins) }),
    ...(serving.length > 0 && {
      edges: serving.map(({ region, stack }) => ({ region, ...domainsOf(stack, stack.origins) })),
    }),
  });
  makeOutputs(front, { ...home.parts, ...made });
  const stacks = { home, edges: edges.map(({ stack }) => stack), front };
  for (const stack of [home, ...stacks.edges, front]) {
    monitor(stack, config);
    applyOwnerRules(stack, config);
  }
  return stacks;
}
