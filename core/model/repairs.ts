/** Repairs of an import by name (core/openapi/model/repairs.ts makes them), as owners switch them off and deployments store them. */

/** The repairs by name, each with a text for people. */
export const REPAIRS = {
  body_required: 'The body has members that must be given, but whether it may be left out is not said: it is required.',
  path_parameter_name:
    'A path parameter is spelled otherwise than in its path: it is taken for the one parameter of the path that has no description.',
  path_parameter_place: 'A parameter of the path is declared as a query parameter: it goes into the path.',
  path_enum_of_example:
    'The only value listed for a path parameter is its own example: other values are taken as well.',
  swagger_parameter:
    'A parameter is written as in Swagger 2.0 (its type beside its name, or as the body or a field of a form): it is read so.',
  media_type: 'The media type of a body is misspelled: it is sent as the one that is meant.',
  value_type:
    'A listed value, a default or an example is of another type than its schema says, but has one spelling in that type: it is read so.',
  credential_parameter:
    'No security scheme is declared, but most operations take a header that holds a credential: it is filled with the credential of the server.',
  server_placeholder:
    'The address of the server is a placeholder, or has a part of which only a sample is given: it is not proposed, so give the base URL of the API.',
} as const;

/** Name of a repair, stable. */
export type Repair = keyof typeof REPAIRS;
/** Names of all repairs. */
export const REPAIR_NAMES = Object.keys(REPAIRS) as readonly Repair[];

/** A repair that an import made, as stored with the deployment. */
export interface MadeRepair {
  readonly name: Repair;
  /** For people. */
  readonly does: string;
  /** How many tools it concerns, or how many locations when it concerns no tool in particular. */
  readonly count: number;
  /** The first tool names or JSON pointers. */
  readonly places: string[];
}
