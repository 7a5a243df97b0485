/**
 * The stacks of a deployment, those of one region as one template: the output of one that another reads becomes a reference within. Their logical
 * ids do not repeat within a region, because each construct is in one of them. Regions stay apart; what one reads from another is resolved
 * by the host (crossRegion.ts).
 */
import { REGION, type StackOutput } from './resolve.ts';
import { unsupported } from './strict.ts';
import type { Resource } from './template.ts';

/** A template as CDK writes it, with its stack's name, and the region that it is for, if it says one. */
export interface WrittenTemplate {
  readonly name: string;
  readonly text: string;
  readonly region?: string;
}

/** Resources and outputs of the stacks of one region. */
export interface TemplateParts {
  /** Name of the first of them. */
  readonly name: string;
  readonly region: string;
  readonly resources: Readonly<Record<string, Resource>>;
  readonly outputs: Readonly<Record<string, { readonly Value: unknown }>>;
}

interface Parsed {
  readonly Resources: Record<string, Resource>;
  readonly Outputs?: Record<string, { readonly Value: unknown }>;
}

/** Types that nothing runs; each stack may have its own under one id, as alarms and their summary. */
const REPEATABLE = /^AWS::(CDK::Metadata|CloudWatch::\w+)$/;

/**
 * By region, first the home region, which has the distribution.
 * @throws PortcullisError `template_unsupported` for an output that no stack of the region has, and what two define
 */
export function joined(written: readonly WrittenTemplate[]): TemplateParts[] {
  const regions = [...Map.groupBy(written, ({ region = REGION }) => region)].map(([region, stacks]) => ({
    region,
    name: stacks[0]?.name ?? '',
    ...ofOneRegion(region, stacks),
  }));
  const isHome = ({ resources }: TemplateParts) =>
    Object.values(resources).some(({ Type }) => Type === 'AWS::CloudFront::Distribution');
  return [...regions.filter(isHome), ...regions.filter((region) => !isHome(region))];
}

function ofOneRegion(region: string, stacks: readonly WrittenTemplate[]): Pick<TemplateParts, 'resources' | 'outputs'> {
  const templates = stacks.map(({ text }) => JSON.parse(text) as Parsed);
  const outputs = templates.flatMap(({ Outputs }) => Object.entries(Outputs ?? {}));
  const values = new Map(outputs.map(([name, { Value }]) => [name, Value]));
  const within = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(within);
    const asked = (value as { readonly 'Fn::GetStackOutput'?: StackOutput })['Fn::GetStackOutput'];
    if (asked && (asked.Region ?? region) === region) {
      const found = values.get(asked.OutputName);
      if (found === undefined) throw unsupported(`No stack of ${region} has the output ${asked.OutputName}.`);
      return found;
    }
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, within(inner)]));
  };
  const resources = templates.flatMap(({ Resources }) => Object.entries(Resources));
  const ids = resources.filter(([, { Type }]) => !REPEATABLE.test(Type)).map(([id]) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice) throw unsupported(`Two stacks define ${twice}.`);
  return {
    resources: within(Object.fromEntries(resources)) as TemplateParts['resources'],
    outputs: within(Object.fromEntries(outputs)) as TemplateParts['outputs'],
  };
}
