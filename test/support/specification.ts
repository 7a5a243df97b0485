/**
 * Checks a template against CloudFormation's resource specification (the npm package that CDK is generated from): known types, known and
 * required properties, JSON types, existing attributes in GetAtt.
 */
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import type { Resource } from './synth.ts';

const database = loadAwsServiceSpecSync();

type Type =
  | { type: 'ref'; reference: { $ref: string } }
  | { type: 'array' | 'map'; element: Type }
  | { type: 'union'; types: Type[] }
  | { type: 'string' | 'number' | 'integer' | 'boolean' | 'json' | 'date-time' | 'null' | 'tag' };

interface Property {
  readonly type: Type;
  readonly required?: boolean;
}

const isIntrinsic = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === 1 &&
  /^(Ref|Fn::)/.test(Object.keys(value)[0] ?? '');

function faultsOf(properties: Record<string, Property>, value: Record<string, unknown>, at: string): string[] {
  const faults = Object.keys(value)
    .filter((name) => !(name in properties))
    .map((name) => `${at}.${name}: unknown property`);
  for (const [name, { type, required }] of Object.entries(properties)) {
    if (value[name] === undefined) {
      if (required) faults.push(`${at}.${name}: required`);
    } else faults.push(...faultsOfValue(type, value[name], `${at}.${name}`));
  }
  return faults;
}

function faultsOfValue(type: Type, value: unknown, at: string): string[] {
  if (isIntrinsic(value)) return [];
  switch (type.type) {
    case 'ref': {
      const definition = database.get('typeDefinition', type.reference.$ref as never) as {
        properties: Record<string, Property>;
      };
      return typeof value === 'object' && value !== null
        ? faultsOf(definition.properties, value as Record<string, unknown>, at)
        : [`${at}: an object was expected`];
    }
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((item, index) => faultsOfValue(type.element, item, `${at}[${index}]`))
        : [`${at}: a list was expected`];
    case 'union':
      return type.types.some((each) => faultsOfValue(each, value, at).length === 0)
        ? []
        : [`${at}: fits none of its forms`];
    case 'boolean':
      return typeof value === 'boolean' || value === 'true' || value === 'false'
        ? []
        : [`${at}: a boolean was expected`];
    case 'number':
    case 'integer':
      return Number.isFinite(Number(value)) ? [] : [`${at}: a number was expected`];
    case 'string':
      return typeof value === 'object' ? [`${at}: text was expected`] : [];
    default:
      return [];
  }
}

export function faultsOfResource([id, { Type, Properties = {} }]: [string, Resource]): string[] {
  if (Type.startsWith('Custom::') || Type === 'AWS::CloudFormation::CustomResource' || Type === 'AWS::CDK::Metadata')
    return [];
  const [found] = database.lookup('resource', 'cloudFormationType', 'equals', Type);
  if (!found) return [`${id}: ${Type} is no resource type`];
  return faultsOf((found as unknown as { properties: Record<string, Property> }).properties, Properties, id);
}
