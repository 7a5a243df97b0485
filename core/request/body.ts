/** Request bodies: takes the values of a tool's body from the arguments and serializes them in its media type. */

import { Buffer } from 'node:buffer';
import { isPlainObject, jsonText } from '../lib/json/lossless.ts';
import type { JsonObject, JsonValue } from '../lib/json/value.ts';
import { bareType, charsetOf, concreteType } from '../lib/mediaType.ts';
import type { ListStyle, RequestProgram, WireBody } from '../model/tool.ts';
import { fileOf } from './base64.ts';
import { chosenBody } from './bodyChoice.ts';
import { checkChosenName } from './chosenName.ts';
import { argumentInvalid } from './errors.ts';
import { multipart, multipartList } from './multipart.ts';
import { sequence } from './sequence.ts';
import { type FormField, fieldsOf, urlencoded } from './urlencoded.ts';
import { textOf } from './value.ts';

/** A serialized request body. */
export interface RequestBody {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/**
 * The body of a call.
 * @returns undefined when the body is optional and no argument of it is given
 * @throws `argument_invalid`
 */
export function bodyOf(program: RequestProgram, args: JsonObject): RequestBody | undefined {
  if (!program.body) return undefined;
  const body = chosenBody(program, program.body, args);
  return body.layout === 'whole'
    ? wholeBody(body, args[body.argument], program.lists)
    : fieldsBody(body, program, args);
}

function wholeBody(
  body: WireBody & { layout: 'whole' },
  value: JsonValue | undefined,
  lists: ListStyle | undefined,
): RequestBody | undefined {
  const { argument } = body;
  if (value === undefined) {
    if (body.required) throw argumentInvalid(argument, 'required', 'the request body is missing');
    return undefined;
  }
  switch (body.kind) {
    case 'json':
      if (isPlainObject(value)) for (const name of Object.keys(value)) checkChosenName(name, argument);
      return {
        contentType: body.contentType,
        body: Buffer.from(sequence(bareType(body.contentType), value) ?? jsonText(value)),
      };
    case 'binary': {
      const file = fileOf(value, argument);
      return {
        contentType: concreteType(body.contentType, file.mediaType) ?? 'application/octet-stream',
        body: file.bytes,
      };
    }
    case 'text':
      return textBody(body.contentType, value, argument);
    case 'urlencoded':
    case 'multipart': {
      const isByName = body.kind === 'urlencoded' || bareType(body.contentType) === 'multipart/form-data';
      if (Array.isArray(value) && (body.parts || !isByName)) {
        return multipartList(value, body.parts, body.contentType, argument);
      }
      if (body.parts) throw argumentInvalid(argument, 'type', 'must be the list of the parts');
      if (!isPlainObject(value)) throw argumentInvalid(argument, 'type', 'must be an object of form fields');
      return formBody(body, fieldsOf(value, argument, body.encoding, body.files), lists);
    }
  }
}

function fieldsBody(
  body: WireBody & { layout: 'fields' },
  program: RequestProgram,
  args: JsonObject,
): RequestBody | undefined {
  const fields: FormField[] = [];
  const missing: string[] = [];
  for (const { argument, name, required, encoding, binary } of body.fields) {
    const value = Object.hasOwn(args, argument) ? args[argument] : undefined;
    if (value === undefined) {
      if (required) missing.push(argument);
    } else {
      fields.push({ name, value, argument, ...(encoding ? { encoding } : {}), ...(binary ? { binary } : {}) });
    }
  }
  if (body.extra) {
    const known = new Set([...program.parameters, ...body.fields].map((item) => item.argument));
    if (program.body?.choice) known.add(program.body.choice.argument);
    for (const [name, value] of Object.entries(args)) {
      if (known.has(name) || value === undefined) continue;
      checkChosenName(name, name);
      fields.push({ name, value, argument: name });
    }
  }
  if (fields.length === 0 && !body.required && !(missing.length === 0 && isSentEmpty(body, program))) return undefined;
  const [absent] = missing;
  if (absent !== undefined) throw argumentInvalid(absent, 'required', 'is a required part of the request body');
  if (body.kind === 'json' || body.kind === 'text' || body.kind === 'binary') {
    // Without a prototype, so that a field called __proto__ is an ordinary member.
    const object: JsonObject = Object.create(null);
    for (const { name, value } of fields) object[name] = value;
    return { contentType: body.contentType, body: Buffer.from(JSON.stringify(object)) };
  }
  return formBody(body, fields, program.lists);
}

/**
 * Whether an optional object without members is sent as `{}`. Nothing at all would leave out the media type, too, and many servers
 * that read JSON answer that with 415 (PayPal's capture: egzosn/pay-java-parent#100; cdimascio/express-openapi-validator#397,
 * hey-api/hey-api#4069). The clients of GitHub (octokit.rb), OpenAI (ruby-openai) and Linode (linodego) send `{}`. A POST whose
 * description says that the body may be left out has none, as octokit's endpoint.js, github3.py and Okta's client send it; a PUT
 * or PATCH is about what it encloses (RFC 9110 section 9.3.4, RFC 5789 section 2).
 */
function isSentEmpty(body: WireBody & { layout: 'fields' }, { verb }: RequestProgram): boolean {
  if (body.kind !== 'json') return false;
  const method = verb.toUpperCase();
  return method === 'POST' ? !body.mayBeAbsent : method === 'PUT' || method === 'PATCH';
}

function formBody(body: WireBody, fields: readonly FormField[], lists: ListStyle | undefined): RequestBody {
  return body.kind === 'multipart'
    ? multipart(fields, body.contentType, lists)
    : { contentType: body.contentType, body: Buffer.from(urlencoded(fields, lists)) };
}

/** A text body in the charset of its declared media type: UTF-8 by default, or ISO-8859-1. */
function textBody(contentType: string, value: JsonValue, argument: string): RequestBody {
  if (isPlainObject(value) || Array.isArray(value)) {
    throw argumentInvalid(argument, 'type', `must be the finished ${bareType(contentType)} text`);
  }
  const text = textOf(value, argument);
  const isLatin = /^(?:iso-?8859-1|latin-?1|us-ascii)$/.test(charsetOf(contentType) ?? '');
  if (!isLatin) return { contentType, body: Buffer.from(text) };
  if (/[^\u0000-\u00ff]/.test(text)) {
    throw argumentInvalid(argument, 'charset', `holds characters that ${charsetOf(contentType)} cannot express`);
  }
  return { contentType, body: Buffer.from(text, 'latin1') };
}
