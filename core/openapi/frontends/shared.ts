/** What the front ends have in common: following references to parameters and bodies, merging path-level parameters. */
import type { JsonValue } from '../../json.ts';
import type { Context, Operation, Parameter } from '../operation.ts';
import { absolutePointer, escapePointer, type ObjectTarget, type Target } from '../reading/documents.ts';
import { isObject, member } from '../reading/read.ts';

/** The object that stands at a member of a target, references followed; undefined with a warning when it leads nowhere. */
export function resolvedMember(context: Context, parent: Target, ...keys: string[]): ObjectTarget | undefined {
  let value: JsonValue | undefined = parent.value;
  for (const key of keys) value = Array.isArray(value) ? value[Number(key)] : member(value, key);
  if (value === undefined || value === null) return undefined;
  const pointer = `${parent.pointer}${keys.map((key) => `/${escapePointer(key)}`).join('')}`;
  return resolvedObject(context, { value, source: parent.source, pointer });
}

export function resolvedObject(context: Context, target: Target): ObjectTarget | undefined {
  const found = context.documents.follow(target.value, target.source, target.pointer);
  if (found && isObject(found.value)) return { ...found, value: found.value };
  const reference = member(target.value, '$ref');
  if (typeof reference === 'string') {
    context.warnings.add(
      'reference_missing',
      `The reference ${reference.slice(0, 200)} cannot be resolved (${context.documents.reasonFor(reference, target.source)}); it is left out.`,
      absolutePointer(target),
    );
  }
  return undefined;
}

/** All parameter objects of an operation: the path's first, replaced by the operation's of the same name and place. */
export function parameterTargets(context: Context, operation: Operation): Array<ObjectTarget> {
  const merged = new Map<string, ObjectTarget>();
  for (const owner of [operation.item, operation.target]) {
    const holder = member(owner.value, 'parameters');
    const listed = Array.isArray(holder)
      ? holder.map((_, index) => String(index))
      : isObject(holder)
        ? Object.keys(holder)
        : [];
    for (const key of listed) {
      const target = resolvedMember(context, owner, 'parameters', key);
      const name = target?.value['name'];
      const place = target?.value['in'];
      if (!target || (typeof name !== 'string' && typeof name !== 'number') || typeof place !== 'string') {
        if (target) {
          context.warnings.add(
            'parameter_invalid',
            'A parameter without name or place (in) is left out.',
            absolutePointer(target),
          );
        }
        continue;
      }
      const id = `${place.toLowerCase()} ${place.toLowerCase() === 'header' ? String(name).toLowerCase() : name}`;
      merged.set(id, target);
    }
  }
  return [...merged.values()];
}

/** The variables of a path template, in order, once each. */
export const templateVariables = (path: string): string[] => [
  ...new Set([...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1]!)),
];

/** Adds what the template needs and nobody declared; drops path parameters that the template does not have. */
export function fitTemplate(context: Context, operation: Operation, parameters: Parameter[]): Parameter[] {
  const variables = templateVariables(operation.path);
  const [, queryPart = ''] =
    operation.path.split(/[?#]/, 2).length > 1 ? [0, operation.path.slice(operation.path.search(/[?#]/))] : [];
  const kept = parameters.flatMap((parameter): Parameter[] => {
    if (parameter.in === 'query' && queryPart !== '' && templateVariables(String(queryPart)).includes(parameter.name)) {
      return [{ ...parameter, in: 'path', style: 'simple', explode: false, required: true }];
    }
    if (parameter.in !== 'path' || variables.includes(parameter.name)) return [parameter];
    const close = variables.find((name) => name.toLowerCase() === parameter.name.toLowerCase());
    if (close !== undefined && !parameters.some((other) => other.in === 'path' && other.name === close))
      return [{ ...parameter, name: close }];
    context.warnings.add(
      'path_parameter_unused',
      `The path ${operation.path} has no {${parameter.name}}; the parameter is left out.`,
      parameter.pointer,
    );
    return [];
  });
  for (const name of variables) {
    if (kept.some((parameter) => parameter.in === 'path' && parameter.name === name)) continue;
    context.warnings.add(
      'path_parameter_undeclared',
      `{${name}} of the path ${operation.path} is described nowhere; it is a required text.`,
      absolutePointer(operation.target),
    );
    kept.push({
      name,
      in: 'path',
      required: true,
      style: 'simple',
      explode: false,
      raw: {},
      pointer: absolutePointer(operation.target),
    });
  }
  return kept;
}
