/** Repairs of an import by name (core/openapi/model/repairs.ts makes them), as owners switch them off and deployments store them. */

/** The repairs by name, each with a text for people. */
export const REPAIRS = {
  body_required: 'The body has required fields but is not marked as required: it becomes required.',
  path_parameter_name:
    'A path parameter is spelled differently in its path: it is matched to the one undescribed parameter of the path.',
  path_parameter_place: 'A path parameter is declared as a query parameter: it is sent in the path.',
  path_enum_of_example: 'The only value listed for a path parameter is its example: other values are accepted too.',
  swagger_parameter: 'A parameter is written as in Swagger 2.0: it is read that way.',
  media_type: 'The media type of a body is misspelled: the correct one is sent.',
  value_type: 'A listed value, default or example has another type than its schema: it is converted.',
  credential_parameter:
    'No security scheme is declared, but most operations take a credential header: it is filled with the server’s credential.',
  server_placeholder: 'The server URL is a placeholder: it is not suggested. Enter the base URL of the API.',
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
