/**
 * The stacks of a deployment in one region as one stack: what one imports from another becomes a reference within, and the region is the
 * one in which everything runs locally. Their logical ids do not repeat, because each construct is in one of them.
 */
import { REGION } from './resolve.ts';
import { unsupported } from './strict.ts';
import type { Resource } from './template.ts';

/** A template as CDK writes it, and the region that it is for, if it says one. */
export interface WrittenTemplate {
  readonly text: string;
  readonly region?: string;
}

/** Resources and outputs of a stack. */
export interface TemplateParts {
  readonly resources: Readonly<Record<string, Resource>>;
  readonly outputs: Readonly<Record<string, { readonly Value: unknown }>>;
}

interface Parsed {
  readonly Resources: Record<string, Resource>;
  readonly Outputs?: Record<string, { readonly Value: unknown; readonly Export?: { readonly Name: string } }>;
}

/** Throws LocalStackError `template_unsupported` for stacks of several regions, and for what no stack exports or two define. */
export function joined(written: readonly WrittenTemplate[]): TemplateParts {
  const [region, another] = new Set(written.map((each) => each.region));
  if (another) throw unsupported(`Stacks of ${region} and ${another} do not run together here.`);
  const templates = written.map(({ text }) => JSON.parse(region ? text.replaceAll(region, REGION) : text) as Parsed);
  const outputs = templates.flatMap(({ Outputs }) => Object.entries(Outputs ?? {}));
  const exported = new Map(outputs.flatMap(([, { Export, Value }]) => (Export ? [[Export.Name, Value]] : [])));
  const within = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(within);
    if ('Fn::ImportValue' in value) {
      const found = exported.get(value['Fn::ImportValue'] as string);
      if (found === undefined) throw unsupported(`No stack exports ${JSON.stringify(value['Fn::ImportValue'])}.`);
      return found;
    }
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, within(inner)]));
  };
  const resources = templates.flatMap(({ Resources }) => Object.entries(Resources));
  const ids = resources.filter(([, { Type }]) => Type !== 'AWS::CDK::Metadata').map(([id]) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice) throw unsupported(`Two stacks define ${twice}.`);
  return {
    resources: within(Object.fromEntries(resources)) as TemplateParts['resources'],
    outputs: within(Object.fromEntries(outputs.filter(([, { Export }]) => !Export))) as TemplateParts['outputs'],
  };
}
