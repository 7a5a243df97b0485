/**
 * Converts one operation to one tool draft: its texts, its arguments and their mapping to the request, its input schema
 * and its annotations.
 */

import { isObject, type JsonObject, type JsonSchema, type JsonValue } from '../../lib/json/value.ts';
import { bareType, isJsonType } from '../../lib/mediaType.ts';
import { bareVariable } from '../../lib/url/pathVariables.ts';
import type { Annotating } from '../../model/annotations.ts';
import type { ToolAnnotations, ToolDraft, WireBody, WireParameter } from '../../model/tool.ts';
import { hasDotSegment } from '../../request/path.ts';
import { ArgumentNames } from '../arguments/argumentNames.ts';
import { bodyChoice, withRequired } from '../body/mediaTypeChoice.ts';
import { absolutePointer } from '../document/location.ts';
import { stringMember } from '../document/read.ts';
import { argumentsByBody, type BodyArguments } from '../model/bodyArguments.ts';
import type { ConvertedSchema } from '../model/convertedSchema.ts';
import type { Body, Context, Operation, VersionReader } from '../model/operation.ts';
import type { SettableParameter } from '../model/parameterDecisions.ts';
import type { OpenWarning } from '../model/warnings.ts';
import { type Parameters, wireParameterOf } from '../parameters/parameters.ts';
import { resourceName } from '../parameters/slashes.ts';
import { type Assembler, closure } from '../schema/assemble.ts';
import type { Converter } from '../schema/converter.ts';
import { type Root, referencesOf } from '../schema/parts.ts';
import type { Writable } from '../versions/shared.ts';
import type { AnswerMarkReader } from './answerMarks.ts';
import type { AnswerSchemas } from './answerSchema.ts';
import type { AnswerValueReader } from './answerValues.ts';
import { hasBrokenBody } from './brokenReferences.ts';
import { annotated, describe, hintsOf, titleOf } from './describe.ts';
import type { ResponseFields } from './responseFields.ts';
import type { ResponseHeaders } from './responseHeaders.ts';
import type { Successes } from './successResponse.ts';

const NO_BODY = new Set(['TRACE', 'CONNECT']);

/** What the tools of one import share. */
export interface ToolContext {
  readonly context: Context;
  readonly reader: VersionReader;
  readonly converter: Converter;
  readonly assembler: Assembler;
  readonly parameters: Parameters;
  readonly responseHeaders: ResponseHeaders;
  readonly responseFields: ResponseFields;
  readonly answerMarks: AnswerMarkReader;
  readonly answerValues: AnswerValueReader;
  readonly successes: Successes;
  /** Undefined when the forms of answers are not wanted. */
  readonly answerSchemas: AnswerSchemas | undefined;
  /** The operation's own server when it differs from the document's. */
  readonly baseUrlOf: (operation: Operation) => string | undefined;
}

/** The parts of a tool's input schema. */
interface Shape {
  readonly names: string[];
  readonly forms: ConvertedSchema[];
  readonly required: string[];
  readonly additional: JsonValue;
}

/**
 * Makes the tool of an operation.
 * @param name from {@link toolNames}
 */
export function toolOf(operation: Operation, name: string, tools: ToolContext): ToolDraft {
  const { context, reader, converter } = tools;
  const { raw, verb, path } = operation;
  const touched: OpenWarning[] = [];
  const names = new ArgumentNames();
  const declared = reader.parameters(operation, context);
  const body = NO_BODY.has(verb) ? undefined : reader.body(operation, context);
  if (body && !argumentsByBody.has(body) && hasBrokenBody(body, context)) context.broken.add(raw);
  const read = body && argumentsOf(body, converter, names, touched);
  const bodyPart = read && body.isRequiredUnspecified ? requiredBody(read, verb, context, touched) : read;
  if (operation.missing) touched.push(operation.missing);
  const shape: Shape = { names: [], forms: [], required: [], additional: bodyPart?.additional ?? false };
  const parameters: WireParameter[] = [];
  const sent: Record<string, string> = {};
  const settables = tools.parameters.settableOf(declared, touched, sent);
  const named = resourceName(operation);
  const hasCleanedNames = settables.some(({ parameter, key }) => parameter.name !== key);
  const cleaned = hasCleanedNames ? names.claimAll(settables.map(argumentOf)) : undefined;
  for (let at = 0; at < settables.length; at++) {
    const settable = settables[at];
    if (!settable) break;
    const { parameter, warnings, key } = settable;
    const argument = cleaned?.[at] ?? names.claim(key, parameter.in);
    shape.names.push(argument);
    shape.forms.push(tools.parameters.formOf(settable));
    if (warnings.length > 0) touched.push(...warnings);
    if (parameter.required) shape.required.push(argument);
    const wire = wireParameterOf(settable, argument);
    parameters.push(wire.in === 'path' && wire.name === named ? { ...wire, slashes: true } : wire);
  }
  if (bodyPart) {
    shape.names.push(...bodyPart.names);
    bodyPart.forms ??= bodyPart.schemas.map((schema) => converter.forms.of(schema));
    shape.forms.push(...bodyPart.forms);
    shape.required.push(...bodyPart.required);
  }
  const hints = hintsOf(raw);
  const tags = tagsOf(raw);
  const operationId = stringMember(raw, 'operationId');
  const baseUrl = tools.baseUrlOf(operation);
  const success = tools.successes.of(operation);
  const tool: Writable<ToolDraft> = {
    name,
    title: titleOf(operation, hints.title, name),
    description: describe(operation, hints.description, bodyPart, success, context),
    verb,
    path,
    parameters,
    tag: tags[0] ?? '',
    tags,
    inputSchema: inputSchema(shape, operation, tools, touched),
    annotations: annotations(
      operation,
      { verb, path, parameters, ...(bodyPart && { body: bodyPart.wire }) },
      context,
      touched,
    ),
    enabled: !hints.isDisabled && !operation.missing && isCallable(operation, tools, touched),
  };
  if (baseUrl !== undefined) tool.baseUrl = baseUrl;
  if (bodyPart) tool.body = bodyPart.wire;
  const headers = sentHeaders(sent, bodyPart?.wire, success.accept);
  if (headers) tool.headers = headers;
  const responseHeaders = tools.responseHeaders.of(operation);
  if (responseHeaders) tool.answerHeaders = responseHeaders;
  if (success.schema) {
    const responseFields = tools.responseFields.of(success.schema);
    if (responseFields !== undefined) tool.answerFields = responseFields;
    const answerSchema = tools.answerSchemas?.of(success.schema);
    if (answerSchema) tool.answerSchema = answerSchema;
    const marks = tools.answerMarks.of(success.schema);
    const values = tools.answerValues.of(success.schema);
    if (marks || values) tool.described = { ...marks, ...(values && { values }) };
  }
  if (operationId) tool.operationId = operationId;
  if (raw['deprecated'] === true) tool.deprecated = true;
  for (const warning of touched) warning.tools.add(name);
  return tool;
}

/** The headers of every call: those of parameters with one value, and what its success is asked for as. */
function sentHeaders(
  { Accept = undefined, 'Content-Type': type }: Readonly<Record<string, string>>,
  body: WireBody | undefined,
  accepted: string | undefined,
): ToolDraft['headers'] {
  const accept = Accept ?? accepted;
  // Only another name of what the body is.
  const isFitting = type !== undefined && (!body || (body.kind === 'json' && isJsonType(bareType(type))));
  if (accept === undefined && !isFitting) return undefined;
  return { ...(accept !== undefined && { Accept: accept }), ...(isFitting && { 'Content-Type': type }) };
}

/** Name and location of the argument of a parameter. Operators of a path variable are no part of its name. */
const argumentOf = ({ parameter: { name, in: place } }: SettableParameter) => ({
  name: place === 'path' ? bareVariable(name) : name,
  in: place,
});

/** The arguments of a body. Called before parameters claim names, so that every operation with the body has the same. */
function argumentsOf(body: Body, converter: Converter, names: ArgumentNames, touched: OpenWarning[]): BodyArguments {
  const known = argumentsByBody.get(body);
  if (known) {
    names.take(known.names);
    return known;
  }
  const made = bodyChoice(body, converter, names, touched);
  if (touched.length === 0) argumentsByBody.set(body, made);
  return made;
}

/** Repair `body_required`: verbs for which a body with required members is taken as required. */
const SENDS_BODY = new Set(['POST', 'PUT', 'PATCH']);

function requiredBody(body: BodyArguments, verb: string, { repairs }: Context, touched: OpenWarning[]): BodyArguments {
  if (body.requiredTogether.length === 0 || !SENDS_BODY.has(verb) || !repairs.isOn('body_required')) return body;
  touched.push(repairs.report('body_required'));
  return {
    ...body,
    wire: withRequired(body.wire),
    required: [...body.required, ...body.requiredTogether],
    requiredTogether: [],
  };
}

/**
 * False for a path that leaves the base URL, which the deployment would refuse; its tool is imported but switched off.
 */
function isCallable({ path, target }: Operation, { context }: ToolContext, touched: OpenWarning[]): boolean {
  if (!/[\\%]|\/[/.]/.test(path)) return true;
  const [literal = ''] = path.replace(/\{[^{}]*\}/g, 'x').split(/[?#]/, 1);
  if (!literal.startsWith('//') && !literal.includes('\\') && !hasDotSegment(literal)) return true;
  const message = `The path ${path.slice(0, 200)} leaves the base URL ('//', '.', '..' or a backslash); its tool is switched off.`;
  touched.push(context.warnings.add('path_unusable', message, absolutePointer(target)));
  return false;
}

/** Claims that are not taken are told, so that the owner can make them. */
function annotations(
  { verb, path, raw, target }: Operation,
  program: Annotating,
  { warnings }: Context,
  touched: OpenWarning[],
): ToolAnnotations {
  const { annotations: taken, notTaken } = annotated(program, raw);
  if (notTaken.length > 0) {
    const message = `The document says ${notTaken.join(', ')} of ${verb} ${path.slice(0, 200)}, which its request does not say; a document cannot make its own tools look harmless. If you know that it is so, say it in the annotations of the tool.`;
    touched.push(warnings.add('annotation_not_taken', message, absolutePointer(target)));
  }
  return taken;
}

const isTag = (tag: unknown): tag is string => typeof tag === 'string' && tag !== '';

/** The operation's tags without duplicates. */
export function tagsOf(raw: JsonObject): string[] {
  const tags = raw['tags'];
  if (!Array.isArray(tags)) return [];
  const named = tags.filter(isTag);
  return named.length < 2 ? named : [...new Set(named)];
}

function inputSchema(
  { names, forms, required, additional }: Shape,
  operation: Operation,
  { context, converter, assembler }: ToolContext,
  touched: OpenWarning[],
): JsonSchema {
  converter.settle();
  const more = isObject(additional) ? converter.forms.of(additional) : additional === true;
  for (const form of forms) converter.forms.measure(form);
  if (typeof more === 'object') converter.forms.measure(more);
  const root: Root = { names, forms, required, additional: more };
  const references = referencesOf(root);
  if (references.some((one) => one.reachesWarning)) {
    for (const definition of closure(references)) touched.push(...definition.warnings);
  }
  const assembled = assembler.assemble(root, references);
  if (assembled.isCut) {
    touched.push(
      context.warnings.add(
        'schema_cut',
        'The schema is larger than a tool may carry; its prose and its deepest parts are left out.',
        absolutePointer(operation.target),
      ),
    );
  }
  return assembled.schema;
}
