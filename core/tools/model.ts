/**
 * The tool: exactly one endpoint (verb and path template) of an upstream API, and how its arguments go on the wire. The
 * importer and the manual form make tools of this shape; the request builder and the MCP list read it. Wire names are
 * separate from argument names: an argument name obeys client rules, a wire name is sent verbatim.
 */
import type { JsonObject, JsonSchema } from '../json/value.ts';

/** Upper-case HTTP method; OpenAPI 3.2 allows any token beside the usual ones. */
export type Verb = string;

/** Where a parameter goes: `in` of the OpenAPI Parameter Object. */
export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie' | 'querystring';

/**
 * Styles of OpenAPI 3.x, and `tabDelimited` for `collectionFormat: tsv` of Swagger 2.0, whose csv is form or simple
 * without explode, ssv spaceDelimited, pipes pipeDelimited, and multi form with explode.
 */
export type ParameterStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'tabDelimited'
  | 'deepObject'
  | 'cookie';

/** How an argument goes on the wire as a parameter. */
export interface WireParameter {
  /** Key in the tool's inputSchema. */
  readonly argument: string;
  readonly in: ParameterLocation;
  /** The name on the wire, exactly as the description writes it. */
  readonly name: string;
  readonly required: boolean;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved?: boolean;
  readonly allowEmptyValue?: boolean;
  /** Set for a parameter described by `content`: the value is serialized as this media type instead of by style. */
  readonly contentType?: string;
  /** How the fields of such a form are serialized, by name. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
  /** Swagger 2.0: the styles that lists inside the list are joined by, one for each level; without it they go as JSON. */
  readonly itemStyles?: readonly ParameterStyle[];
}

/** Per-property serialization of form bodies (OpenAPI Encoding Object). */
export interface FieldEncoding {
  readonly contentType?: string;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** As those of a parameter. */
  readonly itemStyles?: readonly ParameterStyle[];
  /** Constant part headers; Content-Type is never among them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Of a part that is a form itself (OpenAPI 3.2, Nested Encoding): its fields, by name. */
  readonly fields?: Readonly<Record<string, FieldEncoding>>;
  /** Of a part that is a multipart body itself: its parts. */
  readonly parts?: PartEncodings;
}

/** How one part of a multipart body without names is written. */
export interface PartEncoding extends Pick<FieldEncoding, 'contentType' | 'headers' | 'fields' | 'parts'> {
  /** The value is base64 text and goes out as bytes. */
  readonly binary?: boolean;
}

/** Parts by position (OpenAPI 3.2, Encoding By Position): the first ones one by one, then all others alike. */
export interface PartEncodings {
  readonly prefix: readonly PartEncoding[];
  readonly rest?: PartEncoding;
}

/** How an argument goes on the wire as a property of the body. */
export interface BodyField {
  readonly argument: string;
  /** Property name in the body. */
  readonly name: string;
  readonly required: boolean;
  /** The argument is base64 text and goes out as bytes (files in multipart). */
  readonly binary?: boolean;
  readonly encoding?: FieldEncoding;
}

/** How a body is serialized. */
export type BodyKind = 'json' | 'urlencoded' | 'multipart' | 'binary' | 'text';

interface BodyCommon {
  readonly kind: BodyKind;
  /** Declared media type with its parameters, sent as it stands (multipart gets its boundary). */
  readonly contentType: string;
  readonly required: boolean;
  /** Other media types that the body may be sent as. */
  readonly choice?: BodyChoice;
}

/** The argument that names the media type, and the bodies beside the usual one, each of its own media type. */
export interface BodyChoice {
  readonly argument: string;
  readonly bodies: readonly WireBody[];
}

/**
 * `fields`: an object body whose properties are arguments of their own; `extra` sends unknown arguments along as properties.
 * `whole`: any other body is the single argument `argument` (by rule `body`); `encoding` is keyed by property name,
 * `files` are the properties of a multipart body that are base64 text and go out as bytes; with `parts` the value is the list of a multipart body's parts.
 */
export type WireBody =
  | (BodyCommon & { readonly layout: 'fields'; readonly fields: readonly BodyField[]; readonly extra?: boolean })
  | (BodyCommon & {
      readonly layout: 'whole';
      readonly argument: string;
      readonly encoding?: Readonly<Record<string, FieldEncoding>>;
      readonly files?: readonly string[];
      readonly parts?: PartEncodings;
    });

/** MCP tool annotations; all four are always present on the wire. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** Everything needed to turn arguments into an HTTP request; what the sandbox keeps of a tool. */
export interface RequestProgram {
  readonly verb: Verb;
  /** Path template with {braces}, relative to the base URL, starting with a slash. */
  readonly path: string;
  /** Set when the description gives this operation a server of its own (absolute, https). */
  readonly baseUrl?: string;
  readonly parameters: readonly WireParameter[];
  readonly body?: WireBody;
  /** Headers of answers that the description declares and a model is told, in lower case (core/response/headers.ts). */
  readonly answerHeaders?: readonly string[];
}

/** A tool before it belongs to a server: what an import or the manual form yields. */
export interface ToolDraft extends RequestProgram {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** First tag, or '' for none; all tags in `tags`. */
  readonly tag: string;
  readonly tags: readonly string[];
  readonly operationId?: string;
  readonly deprecated?: boolean;
  readonly inputSchema: JsonSchema;
  /** Fields of its JSON answers as the description names them, in one line: `{id, name, items[]}`, `[{id}]` for a list. */
  readonly answerFields?: string;
  readonly annotations: ToolAnnotations;
  /** False when the description hides the operation (`x-mcp: {disabled: true}`). */
  readonly enabled: boolean;
}

/** `none`: no hint; `no-store`: never reuse an answer; `immutable`: answers to equal arguments never change. */
export type CacheHint = 'none' | 'no-store' | 'immutable';

/** Fields that a person may edit and a re-import must keep when they are listed in `Tool.edited`. */
export const EDITABLE_FIELDS = [
  'name',
  'title',
  'description',
  'annotations',
  'enabled',
  'cacheHint',
  'tag',
  'inputSchema',
  'maxItems',
] as const;
/** Name of an editable field. */
export type EditableField = (typeof EDITABLE_FIELDS)[number];

/** A stored tool: one row of the tools table. */
export interface Tool extends ToolDraft {
  readonly serverId: string;
  readonly toolId: string;
  /** Where it came from; a re-import only touches imported tools. */
  readonly origin: 'import' | 'manual';
  readonly cacheHint: CacheHint;
  /** Array items kept in this tool's answers; unset follows the server. */
  readonly maxItems?: number;
  /** What the import said of each edited field, for reset-to-original. */
  readonly originals: Readonly<JsonObject>;
  readonly edited: readonly EditableField[];
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Optimistic lock: every write names the version that it read. */
  readonly version: number;
}
