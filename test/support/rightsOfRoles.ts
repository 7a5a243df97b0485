/**
 * The rights of every role of a template, one line for what is allowed on one resource under one condition:
 * `DataPlaneRpc | dynamodb DataSessions | PutItem | rows ended.*, held.*`. CDK's own helpers are among them.
 */
import { BINDING_SERVER_ATTRIBUTES, PIPELINE_SERVER_ATTRIBUTES } from '../../aws/tables/servers.ts';
import { statementsOf, targetOf } from './rights.ts';
import { REGIONS, type Resource } from './synth.ts';

type Resources = Readonly<Record<string, Resource>>;
type Conditions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const [HOME, ...OTHER_REGIONS] = REGIONS;
const OTHERS = new RegExp(OTHER_REGIONS.join('|'), 'g');

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
const isStream = (resource: unknown): boolean =>
  (resource as { 'Fn::GetAtt'?: string[] } | null)?.['Fn::GetAtt']?.[1] === 'StreamArn';

/** The home region is `Region`, each other one `OTHER`. */
const placeOf = (resource: unknown): string =>
  (isStream(resource) ? `${targetOf(resource)} stream` : targetOf(resource))
    .replace(/\{"Fn::Sub":"(.*?)"\}/g, '$1')
    .replace(/\{"Fn::Select":\[6,.*?"Ref":"(\w+?)[0-9A-F]{8}"\}.*?\]\}/g, '$1')
    .replace(/\$\{AWS::(\w+)\}/g, '$1')
    .replaceAll(HOME, 'Region')
    .replace(OTHERS, 'OTHER')
    .replace(/^arn:Partition:iot:Region:AccountId:/, '')
    .replaceAll('arn:Partition:', 'arn:');

const textOf = (value: unknown): string => list(value).map(placeOf).join(', ');

const SERVER_ATTRIBUTES = new Map([
  [textOf([...PIPELINE_SERVER_ATTRIBUTES]), 'attributes PIPELINE_SERVER_ATTRIBUTES'],
  [textOf([...BINDING_SERVER_ATTRIBUTES]), 'attributes BINDING_SERVER_ATTRIBUTES'],
]);

/** An encryption context: the names that it must have, and with `?` those that it may have. */
function contextIn(conditions: Conditions): string[] {
  const keys = conditions['ForAllValues:StringEquals']?.['kms:EncryptionContextKeys'];
  if (keys === undefined) return [];
  const isNeeded = (name: unknown) => conditions['Null']?.[`kms:EncryptionContext:${name}`] === 'false';
  return [
    `context ${list(keys)
      .map((name) => (isNeeded(name) ? name : `${name}?`))
      .join(', ')}`,
  ];
}

const SHORT: Readonly<Record<string, string>> = {
  'ForAllValues:StringLike dynamodb:LeadingKeys': 'rows',
  'ForAllValues:StringEquals dynamodb:Attributes': 'attributes',
  'StringLike s3:prefix': 'below',
};

function conditionOf(conditions: Conditions = {}): string {
  const others = Object.entries(conditions).flatMap(([operator, keys]) =>
    Object.entries(keys)
      .filter(([key]) => !key.startsWith('kms:EncryptionContext'))
      .map(([key, value]) => {
        const text = textOf(value);
        const name = SHORT[`${operator} ${key}`] ?? `${operator} ${key}`;
        return (name === 'attributes' && SERVER_ATTRIBUTES.get(text)) || `${name} ${text}`;
      }),
  );
  return [...contextIn(conditions), ...others].join(' and ');
}

/** Who may take on a role; a role of a function, Lambda. */
function trustIn(role: Resource | undefined, name: string): string[] {
  const document = role?.Properties?.['AssumeRolePolicyDocument'] as
    | { Statement: Record<string, unknown>[] }
    | undefined;
  return (document?.Statement ?? []).flatMap(({ Principal, Condition, Action }) => {
    const { Service } = Principal as { Service?: unknown };
    if (Service === 'lambda.amazonaws.com' && Action === 'sts:AssumeRole' && Condition === undefined) return [];
    const condition = conditionOf(Condition as Conditions | undefined);
    const who = typeof Service === 'string' ? Service : JSON.stringify(Principal);
    return [[name, `trusts ${who}`, String(Action), ...(condition ? [condition] : [])].join(' | ')];
  });
}

/** Of one role, by its logical id. */
function linesOf(resources: Resources, id: string): string[] {
  const name = id.replace(/[0-9A-F]{8}$/, '').replace(/(Service)?Role$/, '');
  const actions = new Map<string, Set<string>>();
  for (const { Effect, Action, Resource, Condition } of statementsOf(resources, id)) {
    for (const action of list(Action).map(String)) {
      const [service, operation = ''] = action.split(':');
      for (const resource of list(Resource)) {
        const what = `${Effect === 'Allow' ? '' : 'not '}${service} ${placeOf(resource)}`;
        const key = JSON.stringify([what, conditionOf(Condition as Conditions | undefined)]);
        actions.set(key, (actions.get(key) ?? new Set()).add(operation));
      }
    }
  }
  const own = [...actions].map(([key, operations]) => {
    const [what, condition] = JSON.parse(key) as [string, string];
    return [name, what, [...operations].sort().join(' '), ...(condition ? [condition] : [])].join(' | ');
  });
  const managed = list(resources[id]?.Properties?.['ManagedPolicyArns'] ?? []);
  return [...own, ...managed.map((policy) => `${name} | managed ${placeOf(policy)}`), ...trustIn(resources[id], name)];
}

/** Of all roles, sorted. */
export const rightsOfRoles = (resources: Resources): string[] => [
  ...new Set(
    Object.entries(resources)
      .filter(([, { Type }]) => Type === 'AWS::IAM::Role')
      .flatMap(([id]) => linesOf(resources, id))
      .sort(),
  ),
];
