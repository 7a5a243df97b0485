/**
 * Reads environment variables and rights of functions from the synthesized stacks of several regions. Names of what the twins serve are
 * assigned here.
 */
import { type Policies, readPolicies } from '../../local/template/policies.ts';
import { ACCOUNT } from '../../local/template/resolve.ts';
import type { StackTemplate } from '../../local/template/template.ts';
import { targetId } from './rights.ts';
import { synthesizeRegions } from './synth.ts';

/** Entry file of a function, by the first part of its logical id. */
const FUNCTIONS = { 'mcp-rpc': 'DataPlaneRpc', 'mcp-stream': 'DataPlaneStream', management: 'ManagementApi' } as const;
export type FunctionName = keyof typeof FUNCTIONS;

export interface RegionalFunction {
  /** The role's name in policies. */
  readonly role: string;
  readonly environment: Record<string, string>;
}

export interface RegionalTemplates {
  readonly policies: Policies;
  /** Functions of a region by name; for home those of the home and the front stack. */
  functionsOf(region: string): Partial<Record<FunctionName, RegionalFunction>>;
}

export const tableArn = (region: string, name: string): string => `arn:aws:dynamodb:${region}:${ACCOUNT}:table/${name}`;
export const bundlesName = (region: string): string => `portcullis-bundles-${ACCOUNT}-${region}`;
export const KEYS = { Credentials: 'key-credentials', Signing: 'key-signing', TokenHash: 'key-tokens' } as const;

export function regionalTemplates(home: string, away: string): RegionalTemplates {
  const { home: homeStack, edge, front } = synthesizeRegions({ regions: [home, away] });
  const stacks = { home: [homeStack, home], edge: [edge, away], front: [front, home] } as const;
  const policies = new Map<string, Policies>();
  const functions = new Map<string, Partial<Record<FunctionName, RegionalFunction>>>([
    [home, {}],
    [away, {}],
  ]);
  for (const [stack, [{ resources, ofType }, region]] of Object.entries(stacks)) {
    const resolve = resolver(region);
    const rights = Object.entries(resources).filter(([, { Type }]) => /^AWS::IAM::(Managed)?Policy$/.test(Type));
    policies.set(
      stack,
      readPolicies(
        { resources: Object.fromEntries(rights) } as unknown as StackTemplate,
        (value) => resolve(value) as never,
      ),
    );
    for (const [name, prefix] of Object.entries(FUNCTIONS)) {
      const [, fn] = ofType('AWS::Lambda::Function').find(([id]) => id.startsWith(prefix)) ?? [];
      if (!fn) continue;
      const { Variables = {} } = (fn.Properties?.['Environment'] ?? {}) as { Variables?: object };
      const made = {
        role: `${stack} ${targetId(fn.Properties?.['Role'])}`,
        environment: resolve(Variables) as Record<string, string>,
      };
      functions.set(region, { ...functions.get(region), [name]: made });
    }
  }
  const ofRole = (role: string) => role.split(' ') as [string, string];
  return {
    policies: {
      allows: (role, ...rest) => {
        const [stack, id] = ofRole(role);
        return policies.get(stack)?.allows(id, ...rest) ?? false;
      },
    },
    functionsOf: (region) => functions.get(region) ?? {},
  };
}

/** Resolves the intrinsic functions of a stack in a region. A resource without a twin keeps its own name. */
function resolver(region: string): (value: unknown) => unknown {
  const physical = (name: string, attribute: string): string => {
    const [, table] =
      /^Data(Servers|Tokens|Audit|Tools|Deployments|Settings|Gates|Sessions|SignIns|UpstreamTokens)$/.exec(name) ?? [];
    const [, key] = /^Keys(Credentials|Signing|TokenHash)$/.exec(name) ?? [];
    if (table) {
      const written = `Portcullis-${table.toLowerCase()}`;
      return attribute === 'Arn' ? tableArn(region, written) : written;
    }
    if (key) return KEYS[key as keyof typeof KEYS];
    if (name === 'DataBundles' || name === 'DataSpecs') {
      const bucket = name === 'DataBundles' ? bundlesName(region) : name;
      return attribute === 'Arn' ? `arn:aws:s3:::${bucket}` : bucket;
    }
    if (attribute === 'Arn') return `arn:aws:lambda:${region}:${ACCOUNT}:function:${name}`;
    return attribute === 'endpointAddress' ? 'iot.example.com' : name;
  };
  const short = (id: string) => id.replace(/[0-9A-F]{8}$/, '');
  const putOut = (name: string): string => {
    const [, kind, id = '', attribute = ''] =
      /PublishOutput(Ref|FnGetAtt)(.+?)[0-9A-F]{8}(.*)[0-9A-F]{8}$/.exec(name) ?? [];
    return physical(id, kind === 'Ref' ? 'Ref' : attribute);
  };
  const pseudo: Record<string, string> = {
    'AWS::Partition': 'aws',
    'AWS::Region': region,
    'AWS::AccountId': ACCOUNT,
    'AWS::URLSuffix': 'amazonaws.com',
  };
  const resolve = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(resolve);
    const [[name, argument] = ['', undefined], ...more] = Object.entries(value as Record<string, unknown>);
    if (more.length > 0) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each)]));
    switch (name) {
      case 'Ref':
        return pseudo[String(argument)] ?? physical(short(String(argument)), 'Ref');
      case 'Fn::GetAtt': {
        const [id, attribute] = argument as [string, string];
        return physical(short(id), attribute);
      }
      case 'Fn::GetStackOutput':
        return putOut((argument as { OutputName: string }).OutputName);
      case 'Fn::Join': {
        const [separator, parts] = argument as [string, unknown[]];
        return resolve(parts.map(resolve).join(separator));
      }
      case 'Fn::Split': {
        const [separator, text] = argument as [string, unknown];
        return String(resolve(text)).split(separator);
      }
      case 'Fn::Select': {
        const [index, list] = argument as [number, unknown];
        return (resolve(list) as unknown[])[Number(index)] ?? '';
      }
      default:
        return { [name]: resolve(argument) };
    }
  };
  return resolve;
}
