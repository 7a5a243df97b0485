/**
 * What a template chooses: each text or truth value of a property that is no name of a thing, with its place, such as
 * `S3::Bucket DataBundles VersioningConfiguration Status`. Members of a list share a place. References, texts for people and documents of
 * rights are left out; definitions of state machines are in.
 */
import { definitionOf, labelOf } from './numbers.ts';
import type { Resource } from './synth.ts';

export interface Choice {
  readonly place: string;
  readonly value: string;
  /** Changes it in the resources that were read; undefined: takes it away. */
  set(value: string | undefined): void;
}

type Node = Record<string | number, unknown>;

const SKIPPED =
  /^(\w*Tags|PolicyDocument|AssumeRolePolicyDocument|KeyPolicy|ResourcePolicy|Policy|DashboardBody|DefinitionString|FunctionCode|Code|Create|Update|Delete|ImportSource|\w*Name|Comment|Description|AlarmDescription|EmailMessage|EmailSubject|Format|Fn::\w+)$/;
/** Of what is called …Name, what is chosen. */
const CHOSEN = /^(MetricName|AttributeName|IndexName|HeaderName|GroupName|ServiceName|VendorName)$/;
/** CDK's functions and roles for deployments. */
const HELPERS = /^(AWS679|CustomCDK|CustomS3)/;

const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'boolean';

/** `parent[key]` and what is in it. */
function* walk(parent: Node, key: string | number, place: string): Generator<Choice> {
  const value = parent[key];
  const choice = (text: string): Choice => ({
    place,
    value: text,
    set: (changed) => {
      if (changed === undefined) delete parent[key];
      else parent[key] = changed;
    },
  });
  if (isPlain(value)) yield choice(String(value));
  if (typeof value !== 'object' || value === null || 'Ref' in value) return;
  // A list of texts is one value; where some of them are references, the others are.
  if (Array.isArray(value) && value.some(isPlain)) yield choice(value.filter(isPlain).join(', '));
  else if (Array.isArray(value)) {
    for (const [index, each] of value.entries())
      yield* walk(value as unknown as Node, index, `${place} ${labelOf(each, index)}`);
  } else if (Object.keys(value).length === 0) yield choice('{}');
  else yield* members(value as Node, place);
}

function* members(node: Node, place: string): Generator<Choice> {
  for (const key of Object.keys(node))
    if (!SKIPPED.test(key) || CHOSEN.test(key)) yield* walk(node, key, `${place} ${key}`);
}

function* all(resources: Readonly<Record<string, Resource>>): Generator<Choice> {
  for (const [id, resource] of Object.entries(resources)) {
    const name = id.replace(/[0-9A-F]{8}$/, '');
    const place = `${resource.Type.replace('AWS::', '')} ${name}`;
    if (HELPERS.test(name) || resource.Type.startsWith('AWS::IAM::')) continue;
    yield* members((resource.Properties ?? {}) as Node, place);
    const set = (value: string | undefined) => Object.assign(resource, { DeletionPolicy: value });
    yield { place: `${place} DeletionPolicy`, value: resource.DeletionPolicy ?? 'Delete', set };
    if (resource.Type !== 'AWS::StepFunctions::StateMachine') continue;
    const { states, write } = definitionOf(resource);
    for (const each of members(states, place))
      yield {
        ...each,
        set: (value) => {
          each.set(value);
          write();
        },
      };
  }
}

const known = new WeakMap<object, readonly Choice[]>();

/** All of them, read once for each object of resources. */
export function choicesOf(resources: Readonly<Record<string, Resource>>): readonly Choice[] {
  const choices = known.get(resources) ?? [...all(resources)];
  known.set(resources, choices);
  return choices;
}
