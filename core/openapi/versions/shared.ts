/**
 * Functions that the readers of all versions share: resolving references to parameters and bodies, and merging the
 * parameters of path item and operation.
 */
import { isObject, type JsonObject } from '../../lib/json/value.ts';
import { bareVariable as withoutOperators } from '../../lib/url/pathVariables.ts';
import { absolutePointer, Location, type ObjectTarget, type Target } from '../document/location.ts';
import { stringMember } from '../document/read.ts';
import { childOf, revealed } from '../document/references.ts';
import { textMember } from '../document/sourceText.ts';
import type { Context, DescribedParameter, Operation, Parameter } from '../model/operation.ts';
import { parameterDecisions } from '../model/parameterDecisions.ts';
import type { OpenWarning } from '../model/warnings.ts';

/**
 * The object in a member of a location, with references followed; undefined if there is none, with a warning if a
 * reference cannot be resolved.
 */
export function resolvedMember(context: Context, parent: Target, key: string): ObjectTarget | undefined {
  const value = childOf(parent.value, key, parent.source);
  if (typeof value !== 'object' || value === null) return undefined;
  return resolvedObject(context, new Location(parent, key, value));
}

/**
 * The object at a location, with references followed; undefined if there is none, with a warning if a reference cannot
 * be resolved.
 */
export function resolvedObject(
  context: Pick<Context, 'documents' | 'warnings'>,
  target: Target,
): ObjectTarget | undefined {
  if (isObjectTarget(target) && target.value['$ref'] === undefined) return target;
  const found = context.documents.follow(target);
  if (found && isObjectTarget(found)) return found;
  if (stringMember(target.value, '$ref') !== undefined) missing(context, target);
  return undefined;
}

/** Adds the warning about a reference that cannot be resolved. */
export function missing({ documents, warnings }: Pick<Context, 'documents' | 'warnings'>, target: Target): OpenWarning {
  const reference = stringMember(target.value, '$ref') ?? '';
  const reason = documents.reasonFor(reference, target.source);
  const message = `The reference ${reference.slice(0, 200)} cannot be resolved (${reason}); it is left out.`;
  return warnings.add('reference_missing', message, absolutePointer(target));
}

const isObjectTarget = (target: Target): target is ObjectTarget => isObject(target.value);

/**
 * The parameters of an operation: its own, and those of the path item that it does not replace (by name and location).
 * @param read reads one Parameter Object of the version
 */
export function parametersOf(
  context: Context,
  operation: Operation,
  read: (target: ObjectTarget, context: Context) => Parameter | undefined,
): Parameter[] {
  const described = describedOf(context, operation);
  const found: Parameter[] = [];
  for (const one of described) {
    if (!one.isRead) {
      const before = context.warnings.count;
      one.parameter = read(one.target, context);
      one.isRead = true;
      one.hasWarnings = context.warnings.count > before;
    }
    if (one.parameter) found.push(one.parameter);
  }
  return fitTemplate(context, operation, found, described);
}

/** All Parameter Objects of an operation. */
export function describedOf(context: Context, operation: Operation): readonly DescribedParameter[] {
  const { shared } = operation;
  let general = context.pathParameters.get(shared.value);
  if (!general) {
    general = mergedParameters(context, shared, []);
    context.pathParameters.set(shared.value, general);
  }
  return mergedParameters(context, operation.target, general);
}

/** The parameters of a path item or operation merged over `general`. */
function mergedParameters(
  context: Context,
  owner: ObjectTarget,
  general: readonly DescribedParameter[],
): readonly DescribedParameter[] {
  const holder = owner.value['parameters'];
  if (typeof holder !== 'object' || holder === null) return general;
  const merged = [...general];
  const list = new Location(owner, 'parameters', holder);
  // A few documents have an object instead of the array.
  const keys = Array.isArray(holder) ? undefined : Object.keys(holder);
  const values = Array.isArray(holder) ? holder : Object.values(holder);
  for (let index = 0; index < values.length; index++) {
    const value = revealed(values[index] ?? null, owner.source);
    if (!isObject(value)) continue;
    const one =
      sharedOf(context, value) ?? describe(context, new Location(list, keys?.[index] ?? `${index}`, value), owner);
    if (!one) continue;
    let at = 0;
    while (at < merged.length && merged[at]?.id !== one.id) at++;
    merged[at] = one;
  }
  return merged;
}

/**
 * The parameter of a Parameter or Reference Object if it was read before. Undefined for one with warnings: it is read
 * again, so that each location is reported.
 */
function sharedOf({ parameters }: Context, value: JsonObject): DescribedParameter | undefined {
  const known = parameters.get(value);
  if (!known || known.hasWarnings) return undefined;
  const decision = known.parameter && parameterDecisions.get(known.parameter);
  const isWithoutWarnings =
    !decision ||
    decision === 'dropped' ||
    ('parameter' in decision ? decision.warnings.length === 0 : 'sent' in decision);
  return isWithoutWarnings ? known : undefined;
}

function describe(context: Context, location: Location, owner: ObjectTarget): DescribedParameter | undefined {
  const target = resolvedObject(context, location);
  if (!target) {
    context.broken.add(owner.value);
    return undefined;
  }
  if (target !== location) {
    const known = sharedOf(context, target.value);
    if (known) {
      // Reference Objects with equal texts are one object, too (deferredParts.ts).
      context.parameters.set(location.value as JsonObject, known);
      return known;
    }
  }
  const name = nameOf(target.value);
  if (name === undefined) {
    const message = 'A parameter without name or place (in) is left out.';
    context.warnings.add('parameter_invalid', message, absolutePointer(target));
    return undefined;
  }
  const { parameters, parameterIds } = context;
  const id = parameterIds.get(name) ?? parameterIds.size;
  if (id === parameterIds.size) parameterIds.set(name, id);
  const one: DescribedParameter = { target, id, parameter: undefined, isRead: false, hasWarnings: false };
  parameters.set(target.value, one);
  return one;
}

/** A key that is equal for parameters with the same name and location; the case of header names is ignored. */
function nameOf(raw: JsonObject): string | undefined {
  const { in: location } = raw;
  const name = textMember(raw, 'name');
  if (name === undefined || typeof location !== 'string') return undefined;
  return `${location.length} ${location}${location === 'header' ? name.toLowerCase() : name}`;
}

/** The type without `readonly` on its members. */
export type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** The variables of a path template in order, without duplicates. */
export function templateVariables(path: string): string[] {
  const names: string[] = [];
  // Offset of the last opening brace that is not closed yet; -1 when there is none.
  let open = path.indexOf('{');
  if (open < 0) return names;
  for (let at = open; at < path.length; at++) {
    const unit = path.charCodeAt(at);
    if (unit === OPENING_BRACE) open = at;
    else if (unit === CLOSING_BRACE) {
      if (open >= 0 && at > open + 1) names.push(path.slice(open + 1, at));
      open = -1;
    }
  }
  return names.length < 2 ? names : [...new Set(names)];
}

const bareVariable = (name: string): string => withoutOperators(name).toLowerCase();

/** True when the variables are exactly the declared path parameters, as in nearly all operations. */
function areExactly(variables: readonly string[], parameters: readonly Parameter[]): boolean {
  let count = 0;
  for (const parameter of parameters) {
    if (parameter.in !== 'path') continue;
    if (!variables.includes(parameter.name)) return false;
    count++;
  }
  return count === variables.length;
}

/** A copy of the parameter with changes. */
const changed = (parameter: Parameter, changes: Partial<Parameter>): Parameter => ({ ...parameter, ...changes });

/** True for a query parameter with the name of a path variable that has no path parameter. */
const isMisplaced = (
  { name, in: location }: Parameter,
  variables: readonly string[],
  inPath: readonly Parameter[],
): boolean => location === 'query' && variables.includes(name) && !inPath.some((other) => other.name === name);

/**
 * The variable that a path parameter with another name must belong to: the one with the same letters and digits, or the
 * only variable without a parameter when this is the only parameter without a variable.
 */
function intendedVariable(
  parameter: Parameter,
  variables: readonly string[],
  inPath: readonly Parameter[],
): string | undefined {
  const isDeclared = (name: string) => inPath.some((other) => bareVariable(other.name) === bareVariable(name));
  const free = variables.filter((name) => !isDeclared(name));
  const unmatched = inPath.filter(({ name }) => !variables.some((other) => bareVariable(other) === bareVariable(name)));
  const letters = (name: string) => bareVariable(name).replace(/[^\p{L}\p{N}]/gu, '');
  const alike = free.filter((name) => letters(name) === letters(parameter.name));
  if (alike.length === 1) return alike[0];
  return free.length === 1 && unmatched.length === 1 ? free[0] : undefined;
}

/** Adds a parameter for each variable without one, and removes path parameters without a variable. */
function fitTemplate(
  context: Context,
  operation: Operation,
  parameters: Parameter[],
  described: readonly DescribedParameter[],
): Parameter[] {
  const variables = templateVariables(operation.path);
  const queryAt = variables.length === 0 ? -1 : operation.path.search(/[?#]/);
  const queryVariables = queryAt < 0 ? [] : templateVariables(operation.path.slice(queryAt));
  if (queryVariables.length === 0 && areExactly(variables, parameters)) return parameters;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const kept = parameters.flatMap((parameter): Parameter[] => {
    if (parameter.in === 'query' && queryVariables.includes(parameter.name)) {
      return [changed(parameter, { in: 'path', style: 'simple', explode: false, required: true })];
    }
    if (isMisplaced(parameter, variables, inPath) && context.repairs.isOn('path_parameter_place')) {
      context.repairs.report('path_parameter_place', absolutePointer(operation.target));
      return [changed(parameter, { in: 'path', style: 'simple', explode: false, required: true })];
    }
    if (parameter.in !== 'path' || variables.includes(parameter.name)) return [parameter];
    // The names may differ in case, or by the operators of a URI Template (RFC 6570): `{+path}`, `{path*}`.
    const similar = variables.find((name) => bareVariable(name) === bareVariable(parameter.name));
    if (similar !== undefined && !inPath.some((other) => other.name === similar)) {
      return [changed(parameter, { name: similar })];
    }
    const here = described.find(({ target }) => target.value === parameter.raw);
    if (here) here.hasWarnings = true;
    const intended = context.repairs.isOn('path_parameter_name') && intendedVariable(parameter, variables, inPath);
    if (intended) {
      context.repairs.report('path_parameter_name', absolutePointer(operation.target));
      return [changed(parameter, { name: intended })];
    }
    context.warnings.add(
      'path_parameter_unused',
      `The path ${operation.path} has no {${parameter.name}}; the parameter is left out.`,
      absolutePointer(here?.target ?? parameter.location),
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
      location: operation.target,
    });
  }
  return kept;
}
