/**
 * A first deployment that fails at any of its resources, and its repetition: CloudFormation's rules for a creation that is rolled back, applied
 * to the templates in the order of their references. What is left costs nothing, and nothing stands in the way of the next try but what
 * `npm run deploy` says to take in.
 */
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import { describe, expect, test } from '@jest/globals';
import { leftoversOf, refusalOf } from '../../lib/leftovers.ts';
import { type Resource, type Synthesized, synthesize, synthesizeRegions } from '../support/synth.ts';

const types = new Map(
  loadAwsServiceSpecSync()
    .all('resource')
    .map((each) => [each.cloudFormationType, each]),
);

/** Types that cost nothing while they hold nothing. */
const FREE_WHEN_EMPTY = ['AWS::DynamoDB::GlobalTable', 'AWS::Cognito::UserPool'];

/** The name that a template gives a resource; undefined where CloudFormation makes one. */
function nameOf({ Type, Properties = {} }: Resource): string | undefined {
  const names = types.get(Type)?.primaryIdentifier?.map((property) => Properties[property]) ?? [];
  return names.length > 0 && names.every((name) => name !== undefined) ? `${Type} ${JSON.stringify(names)}` : undefined;
}

const isProtected = ({ Properties = {} }: Resource): boolean =>
  /"DeletionProtection(Enabled)?":(true|"ACTIVE")/.test(JSON.stringify(Properties));

/** Logical ids, what is referred to first. */
function orderOf(resources: Synthesized['resources']): string[] {
  const order = new Set<string>();
  const visit = (
    id: string,
    resource: Resource & { readonly DependsOn?: string | string[] },
    above: readonly string[],
  ) => {
    if (order.has(id) || above.includes(id)) return;
    const text = JSON.stringify({ ...resource.Properties, DependsOn: resource.DependsOn });
    for (const [other, each] of Object.entries(resources)) {
      if (other !== id && text.includes(`"${other}"`)) visit(other, each, [...above, id]);
    }
    order.add(id);
  };
  for (const [id, resource] of Object.entries(resources)) visit(id, resource, []);
  return [...order];
}

/** Ids in their order, each with its name. */
const stepsOf = ({ resources }: Synthesized) =>
  orderOf(resources).map((id) => ({
    id,
    resource: resources[id] as Resource,
    name: nameOf(resources[id] as Resource),
  }));
type Step = ReturnType<typeof stepsOf>[number];

/** Tries to create a stack. `exists`: names in the account. `takenIn`: names that are imported in place of being made. */
function create(
  steps: readonly Step[],
  { failsAt, exists, takenIn }: { failsAt?: string; exists: readonly string[]; takenIn: readonly string[] },
) {
  const made: Step[] = [];
  for (const step of steps) {
    const isTaken = step.name !== undefined && exists.includes(step.name) && !takenIn.includes(step.name);
    if (step.id === failsAt || isTaken) {
      const left = made.filter(({ resource }) => resource.DeletionPolicy === 'Retain');
      const cannotGo = made.filter((each) => !left.includes(each) && isProtected(each.resource)).map(({ id }) => id);
      return { failedAt: step.id, cannotGo, left };
    }
    made.push(step);
  }
  return { made };
}

const single = synthesize({ backup: 'daily', events: true, egress: 'static' });
const { home, edge, front } = synthesizeRegions({ backup: 'daily', events: true, egress: 'static' });

describe.each(Object.entries({ single, home, edge, front }))('the creation of %s', (_name, stack) => {
  const steps = stepsOf(stack);
  const tries = steps.map(({ id }) => create(steps, { failsAt: id, exists: [], takenIn: [] }));

  test('can fail at each of its resources and be rolled back', () => {
    expect(tries.length).toBeGreaterThan(30);
    expect(tries.map(({ failedAt }) => failedAt)).toEqual(steps.map(({ id }) => id));
    expect([...new Set(tries.flatMap(({ cannotGo = [] }) => cannotGo))]).toEqual([]);
  });

  test('leaves nothing that costs money', () => {
    const left = tries.flatMap((each) => each.left ?? []);

    const costly = left.filter(({ resource }) => !FREE_WHEN_EMPTY.includes(resource.Type)).map(({ id }) => id);

    expect([...new Set(costly)]).toEqual([]);
  });

  test('succeeds the second time, once what is told is taken in', () => {
    const template = stack.template.toJSON();
    for (const { failedAt, left = [] } of tries) {
      const summaries = left.map(({ id, resource }) => ({
        LogicalResourceId: id,
        ResourceType: resource.Type,
        PhysicalResourceId: `${id}-name`,
        ResourceStatus: 'DELETE_SKIPPED' as const,
        LastUpdatedTimestamp: undefined,
      }));
      const told = leftoversOf(summaries, template);
      const toTakeIn = told.filter(({ isNamed }) => isNamed).map(({ logicalId }) => logicalId);
      const exists = left.flatMap(({ name }) => name ?? []);
      const takenIn = left.filter(({ id }) => toTakeIn.includes(id)).flatMap(({ name }) => name ?? []);

      expect([failedAt, create(steps, { exists, takenIn }).failedAt]).toEqual([failedAt, undefined]);
      const isFree = create(steps, { exists, takenIn: [] }).failedAt === undefined;
      expect([failedAt, refusalOf(stack.name, told) === undefined]).toEqual([failedAt, isFree]);
    }
  });
});
