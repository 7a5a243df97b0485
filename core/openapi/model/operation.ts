/**
 * The operation model: what the readers of all versions produce and everything after them reads. Raw schemas stay where
 * they are in their documents (a Target each); nothing is resolved before a tool needs it.
 */
import type { JsonObject, JsonValue } from '../../json/value.ts';
import type { ParameterLocation, ParameterStyle } from '../../tools/model.ts';
import type { ObjectTarget, Target } from '../document/location.ts';
import type { Documents } from '../document/references.ts';
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
  /** For a parameter described by `content`. */
  readonly contentType?: string;
  /** Encoding Objects by property, for one whose content is a form. */
  readonly encoding?: JsonObject;
  /** Swagger 2.0: how lists inside the list are joined, one style per level. */
  readonly itemStyles?: readonly ParameterStyle[];
  /** The Parameter Object: its description, deprecation and example. */
  readonly raw: JsonObject;
  /** Absent for any text. */
  readonly schema?: Target;
  readonly location: Target;
  /** The Media Type Object of a parameter described by `content`. */
  readonly media?: Target;
}

/** A Parameter Object as it stands in the document, once for all operations that share it. */
export interface DescribedParameter {
  readonly target: ObjectTarget;
  /** Equal for parameters of the same name and location. */
  readonly id: number;
  /** What a reader made of it once `isRead`; undefined when it is not a parameter. */
  parameter: Parameter | undefined;
  isRead: boolean;
  /** It caused warnings, so it is read again wherever it stands. */
  hasWarnings: boolean;
}

/** A request body in one media type. */
export interface BodyVariant {
  readonly contentType: string;
  readonly schema?: Target;
  /** Where its examples stand beside the schema: a Media Type Object, or the body parameter of 2.0. */
  readonly media?: Target;
  /** It is a reference that cannot be resolved. */
  readonly isMissing?: boolean;
  /** Encoding Objects by property. */
  readonly encoding: JsonObject;
  /** Encoding Objects by position (3.2), of the first parts of a multipart body and of all others. */
  readonly positions?: { readonly prefix: readonly JsonValue[]; readonly item?: JsonValue | undefined };
}

/** A request body in all its media types. */
export interface Body {
  readonly required: boolean;
  /** The description does not say whether the body may be left out. */
  readonly isRequiredUnsaid: boolean;
  readonly description: JsonValue | undefined;
  readonly variants: readonly BodyVariant[];
}

/** One operation under `paths`, as far as listing needs it; the rest is read when it becomes a tool. */
export interface Operation {
  readonly verb: string;
  readonly path: string;
  readonly raw: JsonObject;
  /** Where the operation stands. */
  readonly target: ObjectTarget;
  /** Its path item, merged with what that refers to. */
  readonly item: JsonObject;
  /** Where the parameters of the path item stand: in itself or in what it refers to. */
  readonly shared: ObjectTarget;
  /** The warning when the operation is a reference that cannot be resolved. */
  readonly missing?: OpenWarning;
}

/** A Server Object or its 2.0 equivalent: absolute or relative, with {variables}. */
export interface ServerEntry {
  readonly url: string;
  readonly variables: JsonObject;
}

/** One way to authenticate: names of schemes that are needed together. */
export type SecurityRequirement = readonly string[];

/** Versions of the format. */
export type Dialect = ImportResult['dialect'];

/** What differs between the versions of the format; one implementation per version. */
export interface VersionReader {
  readonly dialect: Dialect;
  /** Swagger 2.0 and OpenAPI 3.0 ignore what stands beside a `$ref` in a schema. */
  readonly ignoresReferenceSiblings: boolean;
  parameters(operation: Operation, context: Context): Parameter[];
  body(operation: Operation, context: Context): Body | undefined;
  /** Servers of the document, or of one operation when it (or its path) has its own. */
  servers(context: Context, operation?: Operation): readonly ServerEntry[] | undefined;
  securitySchemes(context: Context): JsonObject;
}

/** What one round of conversion shares. */
export interface Context {
  readonly documents: Documents;
  readonly warnings: Warnings;
  readonly repairs: Repairs;
  readonly root: JsonObject;
  /** The parameters of a path item, by the item. */
  readonly pathParameters: Map<JsonObject, readonly DescribedParameter[]>;
  /**
   * Parameters by the object that describes them or refers to them: equal texts are the same object (deferredParts.ts).
   */
  readonly parameters: Map<JsonObject, DescribedParameter>;
  /** A number for each name and location of a parameter, because numbers compare faster. */
  readonly parameterIds: Map<string, number>;
  /** Bodies, likewise. */
  readonly bodies: Map<JsonObject, Body>;
  /** Path items and operations that are, or have a parameter or body that is, a reference that cannot be resolved. */
  readonly broken: Set<JsonObject>;
  /** URL of the root document when it was fetched. */
  readonly url: string | undefined;
}
