/**
 * Converts a manually added tool to a draft, as an import makes one. Lists all faults with JSON pointers into the form. The
 * caller checks that the name is not taken and that no header is set by the credential.
 */

import { type FieldFault, InvalidInput } from '../lib/errors.ts';
import type { JsonObject, JsonSchema } from '../lib/json/value.ts';
import { holdsSegments } from '../lib/url/pathVariables.ts';
import { annotationsOf } from '../model/annotations.ts';
import { humanTitle } from '../model/title.ts';
import type { ParameterLocation, ParameterStyle, ToolDraft, WireParameter } from '../model/tool.ts';
import { isForbiddenHeader, isHeaderName } from '../request/header.ts';
import { checkPathTemplate } from '../request/pathTemplate.ts';
import { argumentNames } from './argumentNames.ts';
import { type ManualBodyParts, manualBody } from './manualBody.ts';
import { composedFaults } from './manualFaults.ts';
import { explodes, STYLES } from './manualStyles.ts';
import type { ManualTool } from './schemas/tools.ts';

type ManualParameter = NonNullable<ManualTool['parameters']>[number];

/** Headers that the request builder or the HTTP client sets. */
const OWN_HEADERS = new Set(['accept-encoding', 'content-type', 'cookie']);
/** True for a header that no argument of a tool by hand may set. */
export const isOwnHeader = (name: string): boolean => isForbiddenHeader(name) || OWN_HEADERS.has(name.toLowerCase());
/** A body of GET has no meaning of its own (RFC 9110, section 9.3.1), but Elasticsearch and others read it. */
const NO_BODY = new Set(['HEAD', 'OPTIONS']);

/**
 * The draft of a form.
 * @throws InvalidInput listing every fault
 */
export function manualDraft(form: ManualTool): ToolDraft {
  const faults: FieldFault[] = [];
  const template = checkPathTemplate(form.path, '/path');
  faults.push(...template.faults);
  const given = form.parameters ?? [];
  given.forEach((parameter, index) => {
    faults.push(...parameterFaults(parameter, given.slice(0, index), template.variables, `/parameters/${index}`));
  });
  if (form.body && NO_BODY.has(form.verb)) {
    faults.push({
      field: '/body',
      rule: 'body_forbidden',
      message: `cannot go with ${form.verb}; use query parameters, or another verb.`,
    });
  }
  const parameters = withUndeclared(given, template.variables);
  const nameOf = argumentNames();
  const wire = parameters.map((parameter) => wireParameterOf(parameter, nameOf(parameter.name, parameter.in)));
  const body = form.body && manualBody(form.body, nameOf);
  faults.push(...(body?.faults ?? []));
  const request = { verb: form.verb, path: form.path, parameters: wire, ...(body && { body: body.wire }) };
  const annotations = { ...annotationsOf(request), ...form.annotations };
  if (annotations.readOnlyHint && annotations.destructiveHint) {
    faults.push({
      field: '/annotations/destructiveHint',
      rule: 'contradiction',
      message: 'cannot be true for a tool that only reads.',
    });
  }
  const inputSchema = schemaOf(parameters, wire, body);
  if (faults.length === 0)
    faults.push(...composedFaults(inputSchema, { ...form, parameters: wire, body: body?.wire }, given));
  if (faults.length > 0) throw new InvalidInput(faults);
  return {
    name: form.name,
    title: form.title ?? humanTitle(form.name),
    description: form.description?.trim() || endpointOf(form),
    ...request,
    tag: form.tag ?? '',
    tags: form.tag ? [form.tag] : [],
    inputSchema,
    annotations,
    enabled: form.enabled ?? true,
    ...(form.headers && { headers: form.headers }),
  };
}

/** The default description of a tool. */
export const endpointOf = ({ verb, path }: Pick<ToolDraft, 'verb' | 'path'>): string => `${verb} ${path}`;

function parameterFaults(
  parameter: ManualParameter,
  before: readonly ManualParameter[],
  variables: readonly string[],
  field: string,
): FieldFault[] {
  const faults: FieldFault[] = [];
  const fault = (member: string, rule: string, message: string) =>
    faults.push({ field: `${field}/${member}`, rule, message });
  const { name, in: place, style } = parameter;
  const isSame = (other: ManualParameter) =>
    other.in === place && (place === 'header' ? other.name.toLowerCase() === name.toLowerCase() : other.name === name);
  if (before.some(isSame)) fault('name', 'duplicate', `stands twice in ${place}.`);
  if (place === 'path' && !variables.includes(name)) {
    fault('name', 'path_variable', `is not in the path; write it there as {${name}}.`);
  }
  if (place === 'path' && parameter.required === false) fault('required', 'path_variable', 'is always true in a path.');
  if (place === 'header') {
    if (!isHeaderName(name)) fault('name', 'header_name', 'is not a header name.');
    else if (isOwnHeader(name)) fault('name', 'header_forbidden', 'is a header that no argument may set.');
  }
  if (place === 'cookie' && /[^\u0021-\u003a\u003c\u003e-\u007e]/.test(name)) {
    fault('name', 'cookie_name', 'is no name that a cookie may have.');
  }
  if (/[\p{Cc}\p{Cs}]/u.test(name)) fault('name', 'printable', 'may not hold control characters.');
  if (style && !STYLES[place].includes(style)) {
    fault('style', 'style', `must be one of ${STYLES[place].join(', ')} in ${place}.`);
  }
  return faults;
}

/** Adds a required string parameter for each path variable without one. */
function withUndeclared(given: readonly ManualParameter[], variables: readonly string[]): ManualParameter[] {
  const isDeclared = (name: string) => given.some((parameter) => parameter.in === 'path' && parameter.name === name);
  const missing = variables.filter((name) => !isDeclared(name));
  return [...missing.map((name): ManualParameter => ({ name, in: 'path' })), ...given];
}

function wireParameterOf(parameter: ManualParameter, argument: string): WireParameter {
  const place: ParameterLocation = parameter.in;
  const style = parameter.style ?? (STYLES[parameter.in][0] as ParameterStyle);
  return {
    argument,
    in: place,
    name: parameter.name,
    required: place === 'path' || parameter.required === true,
    style,
    explode: parameter.explode ?? explodes(style),
    ...(style === 'deepObject' && { lists: 'indices' }),
    ...(place === 'path' && holdsSegments(parameter.name) && { slashes: true }),
  };
}

function schemaOf(
  parameters: readonly ManualParameter[],
  wire: readonly WireParameter[],
  body: ManualBodyParts | undefined,
): JsonSchema {
  const properties: JsonObject = {};
  const required: string[] = [];
  parameters.forEach(({ schema, description }, index) => {
    const { argument, required: isRequired } = wire[index] as WireParameter;
    properties[argument] = { ...((schema ?? { type: 'string' }) as JsonObject), ...(description && { description }) };
    if (isRequired) required.push(argument);
  });
  Object.assign(properties, body?.properties);
  required.push(...(body?.required ?? []));
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...(body?.definitions && { $defs: body.definitions }),
    ...(!body?.open && { additionalProperties: false }),
  };
}
