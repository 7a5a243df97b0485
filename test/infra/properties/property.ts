/**
 * What a property of the template is, and how one reads a template. A property says in a name and a sentence what must hold, and
 * lists what breaks it; `properties.test.ts` asks it of whole templates, `mistakes.test.ts` of templates with one mistake in them.
 */
import type { DeploymentConfig } from '../../../lib/config.ts';
import type { Resource } from '../../support/synth.ts';

export type Resources = Readonly<Record<string, Resource>>;

export interface Property {
  readonly name: string;
  /** What happens on AWS where it does not hold. */
  readonly why: string;
  /** Each fault with the resource that has it; empty where the property holds in a template that these settings made. */
  faults(resources: Resources, config: DeploymentConfig): string[];
}

/** The value at a path of members and indexes; undefined where the path ends early. */
export function at(value: unknown, ...path: ReadonlyArray<string | number>): unknown {
  let found = value;
  for (const step of path) found = (found as Record<string | number, unknown> | undefined | null)?.[step];
  return found;
}

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

export const ofType = (resources: Resources, type: string): Array<readonly [string, Resource]> =>
  Object.entries(resources).filter(([, { Type }]) => Type === type);

/** Logical id without the hash that CDK appends. */
export const nameOf = (logicalId: string): string => logicalId.replace(/[0-9A-F]{8}$/, '');

/** Logical id that a `Ref` or `Fn::GetAtt` points to. */
export function target(value: unknown): string | undefined {
  const id = at(value, 'Ref') ?? at(value, 'Fn::GetAtt', 0);
  return typeof id === 'string' ? id : undefined;
}

/** Name of the function that a reference to it, or to one of its aliases, leads to. */
export function functionNameOf(resources: Resources, reference: unknown): string {
  const { Type, Properties } = resources[target(reference) ?? ''] ?? {};
  const isAlias = Type === 'AWS::Lambda::Alias';
  return nameOf(target(isAlias ? at(Properties, 'FunctionName') : reference) ?? '');
}

/** The functions of the product, by name; CDK's helpers have no architecture of ours. */
export const functionsOf = (resources: Resources): Map<string, Resource> =>
  new Map(
    ofType(resources, 'AWS::Lambda::Function')
      .filter(([, { Properties }]) => at(Properties, 'Runtime') === 'nodejs24.x' && at(Properties, 'Architectures'))
      .map(([id, resource]) => [nameOf(id), resource]),
  );

export const variablesOf = ({ Properties }: Resource): Record<string, unknown> =>
  (at(Properties, 'Environment', 'Variables') ?? {}) as Record<string, unknown>;

export const distributionOf = (resources: Resources): unknown =>
  at(ofType(resources, 'AWS::CloudFront::Distribution')[0]?.[1].Properties, 'DistributionConfig');

/** Behaviours by their path; `*` is the default one. */
export function behavioursOf(resources: Resources): Map<string, unknown> {
  const config = distributionOf(resources);
  return new Map([
    ...list(at(config, 'CacheBehaviors')).map((each) => [String(at(each, 'PathPattern')), each] as const),
    ['*', at(config, 'DefaultCacheBehavior')],
  ]);
}

/** A property of one value: what is found and what must be there, as one line. */
export const unlike = (where: string, found: unknown, wanted: unknown): string[] =>
  JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [`${where}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`];
