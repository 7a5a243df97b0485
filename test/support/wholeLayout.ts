/** The home region of a layout over several as one set of resources, so that what is asked of one stack can be asked of it. */
import type { DeploymentConfig } from '../../lib/config.ts';
import { type Resource, type Synthesized, synthesizeRegions } from './synth.ts';

/** Of a value that another stack puts out, that stack's own reference. */
function resolved(value: unknown, home: Synthesized): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => resolved(each, home));
  const read = (value as Record<string, unknown>)['Fn::GetStackOutput'] as Record<string, string> | undefined;
  if (read?.['StackName'] === home.name) return home.template.toJSON()['Outputs'][read['OutputName'] as string].Value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolved(each, home)]));
}

const known = new Map<string, Record<string, Resource>>();

/** The resources of the stacks Home and Front, whose logical ids differ. They must not be modified. */
export function homeAndFront(config: Partial<DeploymentConfig>): Record<string, Resource> {
  const key = JSON.stringify(config);
  let whole = known.get(key);
  if (!whole) {
    const { home, front } = synthesizeRegions(config);
    whole = { ...home.resources, ...(resolved(front.resources, home) as Record<string, Resource>) };
    known.set(key, whole);
  }
  return whole;
}
