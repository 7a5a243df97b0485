/**
 * The model of a tool: one endpoint (verb and path template) of an upstream API, or one tool of an upstream MCP server, and the mapping of
 * its arguments to the HTTP request. Made by the importer and the manual form; used by the request builder and the MCP tool list. A parameter
 * or field has a name that is sent unchanged (the wire name) and an argument name, which follows the rules of MCP clients.
 */

import type { JsonObject, JsonSchema } from '../lib/json/value.ts';
import type { AnswerMarks, ToolRedaction } from './governance/marked.ts';

/** Upper-case HTTP method; OpenAPI 3.2 allows any token. */
export type Verb = string;

/** Location of a parameter: `in` of the Parameter Object. */
export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie' | 'querystring';

/**
 * Styles of OpenAPI 3.x, and `tabDelimited` for `collectionFormat: tsv` of Swagger 2.0. Its other formats are mapped: csv to
 * form or simple without explode, ssv to spaceDelimited, pipes to pipeDelimited, multi to form with explode.
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

/**
 * How a list is written whose items are pairs of their own, named as in qs (npm): `a=1&a=2`, `a[]=1&a[]=2`,
 * `a[0]=1&a[1]=2`, `a=1,2`.
 */
export const LIST_STYLES = ['repeat', 'brackets', 'indices', 'comma'] as const;
export type ListStyle = (typeof LIST_STYLES)[number];

/** The mapping of an argument to a parameter of the request. */
export interface WireParameter {
  /** Key in the tool's inputSchema. */
  readonly argument: string;
  readonly in: ParameterLocation;
  /** The name that is sent, exactly as in the description. */
  readonly name: string;
  readonly required: boolean;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved?: boolean;
  readonly allowEmptyValue?: boolean;
  /** In a path: the value is several segments, so its slashes are sent as they are (core/openapi/parameters/slashes.ts). */
  readonly slashes?: true;
  /** Set for a parameter described by `content`: its value is serialized in this media type instead of by style. */
  readonly contentType?: string;
  /** With a form as `contentType`: the encodings of its fields by name. */
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
  /** Swagger 2.0: the styles of nested arrays, one per level; without it they are serialized as JSON. */
  readonly itemStyles?: readonly ParameterStyle[];
  /** What the description says of lists (core/openapi/model/listStyles.ts); absent: repeat. */
  readonly lists?: ListStyle;
}

/** The serialization of a field of a form (Encoding Object). */
export interface FieldEncoding {
  readonly contentType?: string;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** As in {@link WireParameter}. */
  readonly itemStyles?: readonly ParameterStyle[];
  /** As in {@link WireParameter}. */
  readonly lists?: ListStyle;
  /** Part headers with fixed values, without Content-Type. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For a part that is a form (OpenAPI 3.2, Nested Encoding): the encodings of its fields by name. */
  readonly fields?: Readonly<Record<string, FieldEncoding>>;
  /** For a part that is a multipart body: the encodings of its parts. */
  readonly parts?: PartEncodings;
}

/** The serialization of one part of a multipart body without names. */
export interface PartEncoding extends Pick<FieldEncoding, 'contentType' | 'headers' | 'fields' | 'parts'> {
  /** True when the value is base64, which is decoded. */
  readonly binary?: boolean;
}

/** Encodings by position (OpenAPI 3.2, Encoding By Position): those of the first parts, and one for all further parts. */
export interface PartEncodings {
  readonly prefix: readonly PartEncoding[];
  readonly rest?: PartEncoding;
}

/** The mapping of an argument to a property of the body. */
export interface BodyField {
  readonly argument: string;
  /** Property name in the body. */
  readonly name: string;
  readonly required: boolean;
  /** True for a file in a multipart body: the argument is base64, which is decoded. */
  readonly binary?: boolean;
  readonly encoding?: FieldEncoding;
}

/** How a body is serialized. */
export type BodyKind = 'json' | 'urlencoded' | 'multipart' | 'binary' | 'text';

interface BodyCommon {
  readonly kind: BodyKind;
  /** Declared media type with its parameters, sent unchanged (multipart gets a boundary). */
  readonly contentType: string;
  readonly required: boolean;
  /** Other media types in which the body may be sent. */
  readonly choice?: BodyChoice;
}

/** The argument that chooses the media type, and the bodies of the other media types. */
export interface BodyChoice {
  readonly argument: string;
  readonly bodies: readonly WireBody[];
}

/**
 * A request body.
 * `fields`: an object whose properties are arguments of their own; with `extra`, additional arguments are sent as
 * properties, too; `mayBeAbsent` where the description says so of a JSON body, instead of leaving it open.
 * `whole`: any other body, which is the single argument `argument` (by default `body`). `encoding` has encodings by
 * property; `files` are properties of a multipart body that are base64, which is decoded; with `parts` the value is the
 * array of the parts of a multipart body.
 */
export type WireBody =
  | (BodyCommon & {
      readonly layout: 'fields';
      readonly fields: readonly BodyField[];
      readonly extra?: boolean;
      readonly mayBeAbsent?: true;
    })
  | (BodyCommon & {
      readonly layout: 'whole';
      readonly argument: string;
      readonly encoding?: Readonly<Record<string, FieldEncoding>>;
      readonly files?: readonly string[];
      readonly parts?: PartEncodings;
    });

/** MCP tool annotations, with all four hints. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** How an MCP server is spoken with: `http` has sessions (2025-03-26 to 2025-11-25), `stateless` none (2026-07-28), `sse` two endpoints. */
export const MCP_TRANSPORTS = ['http', 'stateless', 'sse'] as const;
export type McpTransport = (typeof MCP_TRANSPORTS)[number];

/** What an MCP server may have beside tools (MCP 2026-07-28, server/resources and server/prompts). */
export const MCP_KINDS = ['resource', 'template', 'prompt'] as const;
export type McpKind = (typeof MCP_KINDS)[number];
/** One block of a prompt: who says it, and whether it is the URI of the resource that the next one is. */
export interface McpSaid {
  readonly role: 'user' | 'assistant';
  readonly isUri?: true;
}

/**
 * The tool of an MCP server that a tool calls, or the resource, resource template or prompt that it reads. Its requests go to the base URL
 * itself; verb and path only name it.
 */
export interface McpProgram {
  /** Unset for a tool. What is none is never listed as one, and takes the same way as one in all else. */
  readonly kind?: McpKind;
  /** Its name there, exactly: of a resource its URI, of a template its URI template. */
  readonly tool: string;
  /** Of a resource or template: the media type that the server gives it. */
  readonly mimeType?: string;
  /** In a toolset: what stands before the URI for its clients. */
  readonly prefix?: string;
  /** What was spoken at the import; a call finds out when that has changed. */
  readonly transport: McpTransport;
  /** SHA-256 (lower-case hex) of its definition as the server gave it (core/mcpUpstream/definition.ts). */
  readonly digest: string;
}

/** Whether it is called as a tool, and no resource or prompt. */
export const isTool = ({ mcp }: { readonly mcp?: McpProgram | undefined }): boolean => mcp?.kind === undefined;

/** The part of a tool that is needed to build an HTTP request from arguments. */
export interface RequestProgram {
  readonly verb: Verb;
  /** Path template with {variables}, relative to the base URL, with a leading slash. */
  readonly path: string;
  /** Set when the operation has a server of its own (absolute https URL). */
  readonly baseUrl?: string;
  readonly parameters: readonly WireParameter[];
  readonly body?: WireBody;
  /** The owner's choice for all lists of queries and forms; it replaces those of parameters and fields. */
  readonly lists?: ListStyle;
  /** Headers of every call by name. An argument that is a header goes before them, and a Content-Type of the body's own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Declared response headers that AI clients get, in lower case (core/response/headers.ts). */
  readonly answerHeaders?: readonly string[];
  /** Set for a tool of an MCP server; the body is its arguments. */
  readonly mcp?: McpProgram;
}

/** A tool from an import or the manual form, before it is stored. */
export interface ToolDraft extends RequestProgram {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The first tag; '' when there is none. */
  readonly tag: string;
  readonly tags: readonly string[];
  readonly operationId?: string;
  readonly deprecated?: boolean;
  readonly inputSchema: JsonSchema;
  /** Fields of its JSON response in one line: `{id, name, items[]}`, or `[{id}]` for an array. */
  readonly answerFields?: string;
  /** The form of its JSON answers after governance (core/openapi/output/answerSchema.ts); where the server tells it to clients. */
  readonly answerSchema?: JsonSchema;
  /** What its response schema says for redaction (core/openapi/output/answerMarks.ts). */
  readonly described?: AnswerMarks;
  readonly annotations: ToolAnnotations;
  /** False when the description disables the tool (`x-mcp: {disabled: true}`), or it cannot be called. */
  readonly enabled: boolean;
}

/** `none`: no hint; `no-store`: do not reuse answers; `immutable`: equal arguments always give equal answers. */
export type CacheHint = 'none' | 'no-store' | 'immutable';

/** Fields that a person may edit. A re-import keeps those in `Tool.edited`. */
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
  'fields',
  'redaction',
  'headers',
  'listStyle',
  'slashes',
  'longMs',
] as const;
/** Name of an editable field. */
export type EditableField = (typeof EDITABLE_FIELDS)[number];

/** A stored tool: one row of the tools table. */
export interface Tool extends ToolDraft {
  readonly serverId: string;
  readonly toolId: string;
  /** A re-import changes only imported tools. */
  readonly origin: 'import' | 'manual';
  readonly cacheHint: CacheHint;
  /** Number of array items that are kept in answers of this tool; unset: the setting of the server. */
  readonly maxItems?: number;
  /** Fields of its JSON answers that are let out (core/response/projection); unset lets all out. */
  readonly fields?: readonly string[];
  /** What its owner decided about redaction in its answers. */
  readonly redaction?: ToolRedaction;
  /** How its lists are written, whatever the description says; unset: as the server's setting. */
  readonly listStyle?: ListStyle;
  /** The arguments of its path whose slashes are sent as they are; unset: as the description says. */
  readonly slashes?: readonly string[];
  /** Milliseconds that one call may take: its owner marks it as long (design/long-calls.md); unset: as any call. */
  readonly longMs?: number;
  /** The original values of the editable fields, for resetting them. */
  readonly originals: Readonly<JsonObject>;
  readonly edited: readonly EditableField[];
  /** The description has changed it where no client saw it, so nobody has approved what it says now (core/tools/unread.ts). */
  readonly unread?: true;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Optimistic lock: a write is conditional on the version that was read. */
  readonly version: number;
}
