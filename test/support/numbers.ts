/**
 * The numbers of a template, each with its place: `ManagementApi Timeout`, `DataBundles LifecycleConfiguration Rules held ExpirationInDays`,
 * `PipelineDeployment States ParseSpec Retry 0 MaxAttempts`. Members of a list go by their name where they have one. Schedules and the
 * Cache-Control of files are numbers written as texts. Left out is what CDK says of its own helpers, and what tags hold.
 */
import type { Resource } from './synth.ts';

export interface TemplateNumber {
  readonly place: string;
  readonly value: number | string;
  /** Changes it in the resources that were read. */
  set(value: number | string): void;
}

type Node = Record<string | number, unknown>;

/** CDK's functions for deployments. */
const HELPERS = /^(AWS679|Custom)/;
const SKIPPED = /^(\w*Tags|Fn::Select|PolicyDocument|AssumeRolePolicyDocument|KeyPolicy)$/;
const WRITTEN_AS_TEXT = /^(ScheduleExpression|cache-control)$/;
const NAMES = ['Id', 'Name', 'PathPattern', 'ErrorCode', 'Sid'];

/** How a member of a list is called in a place. */
export const labelOf = (value: unknown, index: number): string => {
  const name = NAMES.map((each) => (value as Node | null)?.[each]).find((each) => typeof each !== 'object' && each);
  return String(name ?? index);
};

function* walk(node: Node, place: string): Generator<TemplateNumber> {
  for (const [key, value] of Object.entries(node)) {
    if (SKIPPED.test(key)) continue;
    const here = `${place} ${Array.isArray(node) ? labelOf(value, Number(key)) : key}`;
    const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value));
    if (isNumber || WRITTEN_AS_TEXT.test(key)) {
      const found = isNumber ? Number(value) : JSON.stringify(value).replaceAll(/^"|"$/g, '');
      const set = (changed: number | string) => {
        node[key] = typeof value === 'number' ? Number(changed) : String(changed);
      };
      yield { place: here, value: found, set };
    } else if (typeof value === 'object' && value !== null) yield* walk(value as Node, here);
  }
}

/** The definition of a state machine as an object, with each reference as `@@1@@`, and how it is written back. */
export function definitionOf({ Properties = {} }: Resource): { states: Node; write(): void } {
  const text = (Properties['DefinitionString'] as { 'Fn::Join': [string, unknown[]] })['Fn::Join'];
  const parts = [...text[1]];
  const states = JSON.parse(parts.map((part, at) => (typeof part === 'string' ? part : `@@${at}@@`)).join('')) as Node;
  const write = () => {
    text[1] = JSON.stringify(states)
      .split(/@@(\d+)@@/)
      .map((part, at) => (at % 2 === 0 ? part : parts[Number(part)]));
  };
  return { states, write };
}

function* all(resources: Readonly<Record<string, Resource>>): Generator<TemplateNumber> {
  for (const [id, resource] of Object.entries(resources)) {
    const name = id.replace(/[0-9A-F]{8}$/, '');
    if (HELPERS.test(name)) continue;
    yield* walk((resource.Properties ?? {}) as Node, name);
    if (resource.Type !== 'AWS::StepFunctions::StateMachine') continue;
    const { states, write } = definitionOf(resource);
    for (const each of walk(states, name)) {
      const set = (value: number | string) => {
        each.set(value);
        write();
      };
      yield { ...each, set };
    }
  }
}

const known = new WeakMap<object, readonly TemplateNumber[]>();

/** All of them, read once for each object of resources. */
export function numbersOf(resources: Readonly<Record<string, Resource>>): readonly TemplateNumber[] {
  const numbers = known.get(resources) ?? [...all(resources)];
  known.set(resources, numbers);
  return numbers;
}
