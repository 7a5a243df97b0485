/** The parameters that become arguments: which ones, in which order, with which schema and mapping. */

import { isObject, type JsonObject, type JsonSchema } from '../../lib/json/value.ts';
import { bareType, isJsonType } from '../../lib/mediaType.ts';
import { isSameLocation, type KeyLocation } from '../../model/credential.ts';
import type { ParameterLocation, WireParameter } from '../../model/tool.ts';
import { isForbiddenHeader, isHeaderName, isHeaderValue } from '../../request/header.ts';
import { plainKey } from '../arguments/argumentNames.ts';
import { examplesOf, withExamples } from '../arguments/examples.ts';
import { encodingsOf } from '../body/mediaType.ts';
import { asText } from '../body/textBody.ts';
import { absolutePointer } from '../document/location.ts';
import { arrayMember, member, stringMember } from '../document/read.ts';
import { ConvertedSchema } from '../model/convertedSchema.ts';
import type { Context, Parameter } from '../model/operation.ts';
import { type ParameterDecision, parameterDecisions, type SettableParameter } from '../model/parameterDecisions.ts';
import { cleanText, MAX_PROPERTY_LENGTH } from '../model/text.ts';
import { withValueTexts } from '../model/valueTexts.ts';
import type { OpenWarning } from '../model/warnings.ts';
import type { Converter } from '../schema/converter.ts';
import type { Writable } from '../versions/shared.ts';
import { saysSegments } from './slashes.ts';

/**
 * Headers that are not parameters, even when a description lists them (OpenAPI 3.x, Parameter Object, `name`). What such a parameter says is
 * not lost: its only value, or its default, is sent (model/parameterDecisions.ts), and an `Accept` with several is the choice of a format, which
 * becomes an argument.
 */
const OWN_HEADERS = new Set(['accept', 'content-type', 'authorization']);
/** The order in which parameters claim their names, after the body. */
const LOCATIONS: readonly ParameterLocation[] = ['path', 'query', 'querystring', 'header', 'cookie'];
const RANK = Object.fromEntries(LOCATIONS.map((location, rank) => [location, rank])) as Record<
  ParameterLocation,
  number
>;

/** The parameters of one import. */
export class Parameters {
  private readonly context: Context;
  private readonly converter: Converter;
  private readonly filled: readonly KeyLocation[];

  /** @param filled headers and parameters that the credential sets */
  constructor(context: Context, converter: Converter, filled: readonly KeyLocation[]) {
    this.context = context;
    this.converter = converter;
    this.filled = filled;
  }

  /**
   * The parameters that become arguments, sorted by location.
   * @param touched gets the warnings about the others
   * @param sent gets the headers of every call
   */
  settableOf(
    parameters: readonly Parameter[],
    touched: OpenWarning[],
    sent: Record<string, string>,
  ): readonly SettableParameter[] {
    const kept: SettableParameter[] = [];
    let isSorted = true;
    let rank = 0;
    for (const parameter of parameters) {
      const decision = parameterDecisions.get(parameter) ?? this.decide(parameter);
      if (decision === 'dropped') continue;
      if ('sent' in decision && decision.sent) sent[decision.sent.name] = decision.sent.value;
      if (!('parameter' in decision)) {
        if (!('sent' in decision)) touched.push(decision);
        continue;
      }
      kept.push(decision);
      if (RANK[parameter.in] < rank) isSorted = false;
      rank = RANK[parameter.in];
    }
    return isSorted ? kept : sorted(kept);
  }

  /** The schema of its argument. Not measured yet, because its references may not be converted. */
  formOf(settable: SettableParameter): ConvertedSchema {
    if (!settable.form) {
      const { schema, raw, contentType } = settable.parameter;
      const isJson = contentType !== undefined && isJsonType(bareType(contentType));
      const untyped: JsonSchema = isJson ? {} : { type: 'string' };
      const given: JsonSchema = schema ? this.converter.convert(schema, settable.warnings) : untyped;
      const converted = contentType === undefined ? given : asText(contentType, given, this.converter);
      const meant = schema && this.context.documents.follow(schema)?.value;
      const texts = withParameterTexts(this.withoutLoneExample(converted, settable), raw, isObject(meant) ? meant : {});
      settable.form = new ConvertedSchema(this.withExamples(texts, settable.parameter));
      this.chooseLists(settable, settable.form.schema);
    }
    return settable.form;
  }

  /** Keeps with the parameter how its lists are written, and those of the form that it is. */
  private chooseLists(settable: SettableParameter, schema: JsonSchema): void {
    const { parameter } = settable;
    const { lists } = this.context;
    if (parameter.encoding) {
      settable.encoding = lists.ofForm(encodingsOf(parameter.encoding, {}, 'urlencoded'), schema, false);
    } else if (parameter.contentType === undefined) {
      settable.lists = lists.ofParameter(parameter, parameter.raw, schema);
    }
  }

  private withExamples(schema: JsonSchema, { name, raw, location, media }: Parameter): JsonSchema {
    if (!media && !('example' in raw || 'examples' in raw || 'x-example' in raw)) return schema;
    const { documents } = this.context;
    const own = examplesOf(documents, location);
    return withExamples(schema, media ? [...own, ...examplesOf(documents, media)] : own, name, this.converter);
  }

  /**
   * Repair `path_enum_of_example`: turns the enum of a path parameter into an example when its only value is the
   * parameter's example.
   */
  private withoutLoneExample(schema: JsonSchema, { parameter, warnings }: SettableParameter): JsonSchema {
    const listed = schema['enum'];
    if (parameter.in !== 'path' || !Array.isArray(listed) || listed.length !== 1) return schema;
    const { repairs } = this.context;
    const isExample =
      parameter.raw['example'] === listed[0] || arrayMember(schema, 'examples').some((one) => one === listed[0]);
    if (!isExample || !repairs.isOn('path_enum_of_example')) return schema;
    warnings.push(repairs.report('path_enum_of_example'));
    const { enum: _, ...open } = schema;
    return { ...open, examples: listed };
  }

  /**
   * swagger-js drops all three (parameter-builders.js), which swagger-ui#5567 regrets; PagerDuty's description has its version in the default of
   * such an `Accept`. So what the parameter fixes is sent, nothing is asked of a model that has one answer, and a choice stays one.
   */
  private ownHeader(parameter: Parameter): ParameterDecision {
    const name = parameter.name.toLowerCase() === 'accept' ? 'Accept' : 'Content-Type';
    if (parameter.name.toLowerCase() === 'authorization') return 'dropped';
    const schema = parameter.schema && this.context.documents.follow(parameter.schema)?.value;
    const listed = [...new Set(arrayMember(schema, 'enum').filter(isMediaTypes))];
    const fixed = [member(schema, 'const'), listed.length === 1 ? listed[0] : member(schema, 'default')].find(
      isMediaTypes,
    );
    const [first] = listed;
    if (first === undefined || listed.length === 1) {
      return fixed === undefined ? 'dropped' : { sent: { name, value: fixed } };
    }
    // The media type of a body is chosen elsewhere (body/mediaTypeChoice.ts).
    if (name === 'Content-Type') return 'dropped';
    return {
      parameter: { ...parameter, required: false },
      warnings: [],
      key: plainKey(parameter.name),
      sent: { name, value: fixed ?? first },
    };
  }

  private decide(parameter: Parameter): ParameterDecision {
    const decision = this.decisionFor(parameter);
    parameterDecisions.set(parameter, decision);
    return decision;
  }

  private decisionFor(parameter: Parameter): ParameterDecision {
    const { name, location } = parameter;
    if (this.filled.some((each) => isSameLocation(each, parameter as KeyLocation))) return 'dropped';
    if (parameter.in === 'header') {
      if (OWN_HEADERS.has(name.toLowerCase())) return this.ownHeader(parameter);
      if (!isHeaderName(name) || isForbiddenHeader(name)) {
        const message = `The header ${name.slice(0, 100)} is set by the client itself; no argument may set it.`;
        return this.context.warnings.add('header_forbidden', message, absolutePointer(location));
      }
    }
    const warnings: OpenWarning[] = [];
    if (parameter.in === 'cookie' && parameter.explode && !parameter.contentType && isList(parameter)) {
      const message = `The cookie ${name} is a list or object with explode: servers read only single values reliably.`;
      warnings.push(this.context.warnings.add('cookie_exploded', message, absolutePointer(location)));
    }
    return { parameter, warnings, key: plainKey(name) };
  }
}

/** Sorts by location; parameters of one location keep their order. */
function sorted(settable: readonly SettableParameter[]): SettableParameter[] {
  const found: SettableParameter[] = [];
  for (let rank = 0; rank < LOCATIONS.length; rank++) {
    for (const one of settable) if (RANK[one.parameter.in] === rank) found.push(one);
  }
  return found;
}

/** A media type or several. */
const isMediaTypes = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 500 && value.includes('/') && isHeaderValue(value);

function isList({ schema }: Parameter): boolean {
  const type = member(schema?.value, 'type');
  return type === 'array' || type === 'object';
}

/**
 * Whether an object in a header is sent as JSON: when its texts say so, and no style is given. By the default style its members would be
 * joined by commas (`id,7`), which no API is known to read; Linode wants `{"id": 7}` in X-Filter and describes it as an object alone.
 */
function isJsonHeader(raw: JsonObject, schema: JsonSchema): boolean {
  if ('style' in raw || 'explode' in raw) return false;
  const branches = ['anyOf', 'oneOf'].flatMap((key) => arrayMember(schema, key));
  const objects = branches.length > 0 ? branches : [schema];
  const saysJson = [raw, schema].some((one) => /\bJSON\b/.test(stringMember(one, 'description') ?? ''));
  return saysJson && objects.every((one) => member(one, 'type') === 'object');
}

/** The mapping of an argument to its parameter in the request. */
export function wireParameterOf(settable: SettableParameter, argument: string): WireParameter {
  if (settable.wire?.argument === argument) return settable.wire;
  const { name, required, style, explode, allowReserved, allowEmptyValue, contentType } = settable.parameter;
  const wire: Writable<WireParameter> = { argument, in: settable.parameter.in, name, required, style, explode };
  const { raw } = settable.parameter;
  // Of a query, Azure says so with an extension (azure.github.io/autorest/extensions).
  if (allowReserved || (wire.in === 'query' && raw['x-ms-skip-url-encoding'] === true)) wire.allowReserved = true;
  if (wire.in === 'path' && saysSegments(name, raw, settable.form?.schema ?? {})) wire.slashes = true;
  if (allowEmptyValue) wire.allowEmptyValue = true;
  if (contentType !== undefined) wire.contentType = contentType;
  else if (wire.in === 'header' && isJsonHeader(raw, settable.form?.schema ?? {}))
    wire.contentType = 'application/json';
  const { itemStyles } = settable.parameter;
  if (settable.encoding) wire.encoding = settable.encoding;
  if (itemStyles) wire.itemStyles = itemStyles;
  if (settable.lists) wire.lists = settable.lists;
  settable.wire = wire;
  return wire;
}

/**
 * The schema with the description and deprecation of the parameter, which replace the schema's own.
 * @param meant the schema as it is described
 */
function withParameterTexts(schema: JsonSchema, raw: JsonObject, meant: JsonObject): JsonSchema {
  const description = cleanText(raw['description'], MAX_PROPERTY_LENGTH);
  if (description === '' && raw['deprecated'] !== true) return schema;
  const out: JsonSchema = { ...schema };
  if (description !== '') out['description'] = withValueTexts(description, meant);
  if (raw['deprecated'] === true) out['deprecated'] = true;
  return out;
}
