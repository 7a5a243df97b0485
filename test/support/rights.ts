/** Reads the rights of each function from a synthesized template, as text for a table of expectations. */
import type { Resource, Synthesized } from './synth.ts';

interface Statement {
  readonly Effect: string;
  readonly Action: string | string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

const asArray = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

/** Logical id without CDK's hash. */
const short = (logicalId: string) => logicalId.replace(/[0-9A-F]{8}$/, '');

/** `PublishOutputFnGetAttDataServers0123ABCDArn…` → `DataServers`. */
const putOut = (name: string) => /PublishOutput(?:Ref|FnGetAtt)(.+?)[0-9A-F]{8}/.exec(name)?.[1] ?? name;

/** `{Fn::GetAtt: [DataServers…, Arn]}` → `DataServers`; joins keep their literal tail: `DataBundles/bundles/*`. */
export function targetOf(resource: unknown): string {
  if (typeof resource === 'string') return resource;
  const node = resource as Record<string, unknown>;
  if (typeof node['Ref'] === 'string') return short(node['Ref'].replace(/^AWS::/, ''));
  if (Array.isArray(node['Fn::GetAtt'])) return short(String(node['Fn::GetAtt'][0]));
  const read = node['Fn::GetStackOutput'] as { OutputName: string } | undefined;
  if (read) return putOut(read.OutputName);
  if (Array.isArray(node['Fn::Join'])) {
    const [separator, parts] = node['Fn::Join'] as [string, unknown[]];
    return parts.map(targetOf).join(separator);
  }
  return JSON.stringify(resource);
}

/** Function name (logical id without hash) → sorted lines `action target`. */
export function rightsByFunction({ resources, ofType }: Synthesized): Map<string, string[]> {
  const rights = new Map<string, string[]>();
  for (const [id, fn] of ofType('AWS::Lambda::Function')) {
    const role = targetId(fn.Properties?.['Role']);
    const lines = new Set<string>();
    for (const statement of statementsOf(resources, role)) {
      if (statement.Effect !== 'Allow') continue;
      for (const action of asArray(statement.Action)) {
        for (const resource of asArray(statement.Resource)) lines.add(`${action} ${targetOf(resource)}`);
      }
    }
    rights.set(short(id), [...lines].sort());
  }
  return rights;
}

/** CDK puts statements that do not fit a role's own policy into a managed policy. */
const POLICIES = ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy'];

/** All statements of the policies attached to a role, and of its inline policies. */
export function statementsOf(resources: Record<string, Resource>, role: string): Statement[] {
  const documents = Object.values(resources)
    .filter(({ Type, Properties }) => {
      const roles = (Properties?.['Roles'] ?? []) as Array<{ Ref?: string }>;
      return POLICIES.includes(Type) && roles.some(({ Ref }) => Ref === role);
    })
    .map(({ Properties }) => Properties?.['PolicyDocument']);
  const inline = (resources[role]?.Properties?.['Policies'] ?? []) as Array<{ PolicyDocument: unknown }>;
  return [...documents, ...inline.map(({ PolicyDocument }) => PolicyDocument)].flatMap(
    (document) => (document as { Statement: Statement[] }).Statement,
  );
}

export const targetId = (reference: unknown) => String((reference as { 'Fn::GetAtt': string[] })['Fn::GetAtt'][0]);
