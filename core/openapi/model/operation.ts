/**
 * The model of operations that the readers of all versions produce and the conversion to tools reads. A schema is kept
 * as its location in the document (a Target) and is resolved only when a tool needs it.
 */
import type { JsonObject, JsonValue } from '../../lib/json/value.ts';
import type { ParameterLocation, ParameterStyle } from '../../model/tool.ts';
import type { ObjectTarget, Target } from '../document/location.ts';
import type { Documents } from '../document/references.ts';
import type { ListStyles } from './listStyles.ts';
import type { Repairs } from './repairs.ts';
import type { ImportResult } from './types.ts';
import type { OpenWarning, Warnings } from './warnings.ts';

/** A parameter, in OpenAPI 3 terms whatever the version of the document. */
export interface Parameter {
  readonly name: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved?: boolean;
  readonly allowEmptyValue?: boolean;
  /** The media type of a parameter described by `content`. */
  readonly contentType?: string;
  /** Encoding Objects by property, for a parameter whose content is a form. */
  readonly encoding?: JsonObject;
  /** Swagger 2.0: how lists inside the list are joined, one style per level. */
  readonly itemStyles?: readonly ParameterStyle[];
  /** The Parameter Object: its description, deprecation and example. */
  readonly raw: JsonObject;
  /** Absent when any string is allowed. */
  readonly schema?: Target;
  readonly location: Target;
  /** The Media Type Object of a parameter described by `content`. */
  readonly media?: Target;
}

/** A Parameter Object of the document, one for all operations that share it. */
export interface DescribedParameter {
  readonly target: ObjectTarget;
  /** Equal for parameters of the same name and location. */
  readonly id: number;
  /** The result of the version reader, valid once `isRead`; undefined when the object is not a parameter. */
  parameter: Parameter | undefined;
  isRead: boolean;
  /** True when it caused warnings; then it is read again for each operation, so that the warnings name all tools. */
  hasWarnings: boolean;
}

/** A request body in one media type. */
export interface BodyVariant {
  readonly contentType: string;
  readonly schema?: Target;
  /** The object that has the examples: the Media Type Object, or the body parameter of 2.0. */
  readonly media?: Target;
  /** True when it is a reference that cannot be resolved. */
  readonly isMissing?: boolean;
  /** Encoding Objects by property. */
  readonly encoding: JsonObject;
  /** Encoding Objects by position (3.2), of the first parts of a multipart body and of all others. */
  readonly positions?: { readonly prefix: readonly JsonValue[]; readonly item?: JsonValue | undefined };
}

/** A request body in all its media types. */
export interface Body {
  readonly required: boolean;
  /** True when the description has no `required` for the body. */
  readonly isRequiredUnspecified: boolean;
  /** True when the author says that the body may be left out, and not only a generator. */
  readonly mayBeAbsent?: boolean;
  readonly description: JsonValue | undefined;
  readonly variants: readonly BodyVariant[];
}

/** One operation under `paths`, with what a list of operations needs; the rest is read when it becomes a tool. */
export interface Operation {
  readonly verb: string;
  readonly path: string;
  readonly raw: JsonObject;
  /** The location of the operation. */
  readonly target: ObjectTarget;
  /** Its path item, merged with the one that its `$ref` names. */
  readonly item: JsonObject;
  /** The object that has the `parameters` of the path item: the item itself, or the one that its `$ref` names. */
  readonly shared: ObjectTarget;
  /** The warning when the operation is a reference that cannot be resolved. */
  readonly missing?: OpenWarning;
}

/** A Server Object or its 2.0 equivalent. The URL is absolute or relative and may have {variables}. */
export interface ServerEntry {
  readonly url: string;
  readonly variables: JsonObject;
}

/** A Security Requirement Object: names of schemes that must be used together. */
export type SecurityRequirement = readonly string[];

/** Versions of the format. */
export type Dialect = ImportResult['dialect'];

/** What differs between the versions of the format; one implementation per version. */
export interface VersionReader {
  readonly dialect: Dialect;
  /** True for Swagger 2.0 and OpenAPI 3.0, which ignore the siblings of a `$ref` in a schema. */
  readonly ignoresReferenceSiblings: boolean;
  parameters(operation: Operation, context: Context): Parameter[];
  body(operation: Operation, context: Context): Body | undefined;
  /** Servers of the document, or of one operation or its path item; undefined when those have none of their own. */
  servers(context: Context, operation?: Operation): readonly ServerEntry[] | undefined;
  securitySchemes(context: Context): JsonObject;
}

/** The state of one round of conversion. */
export interface Context {
  readonly documents: Documents;
  readonly warnings: Warnings;
  readonly repairs: Repairs;
  readonly root: JsonObject;
  /** The parameters of path items, by path item. */
  readonly pathParameters: Map<JsonObject, readonly DescribedParameter[]>;
  /**
   * Parameters by the Parameter or Reference Object; equal texts are the same object (deferredParts.ts).
   */
  readonly parameters: Map<JsonObject, DescribedParameter>;
  /** A number for each name and location of a parameter, because numbers compare faster. */
  readonly parameterIds: Map<string, number>;
  /** Bodies by the Request Body or Reference Object. */
  readonly bodies: Map<JsonObject, Body>;
  /** Parameter Objects of 3.x that describe a body as Swagger 2.0 does (`in: body`, `in: formData`). */
  readonly bodyParameters: Set<JsonObject>;
  /**
   * Path items and operations with a reference that cannot be resolved: their own, or that of a parameter or the body.
   */
  readonly broken: Set<JsonObject>;
  readonly lists: ListStyles;
  /** URL of the root document when it was fetched. */
  readonly url: string | undefined;
}
