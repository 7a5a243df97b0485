/**
 * The forms of arguments that are read beside the right one, as clients and models really send them. repairs.ts makes the
 * repairs inside of arguments, wrapped.ts those of a group's or a search's call, core/mcp/exchange.ts those of the message.
 * A call that needed one has its name in the audit trail; nobody else is told.
 */

/** The repairs by name, each with a text for people and the reports that it comes from. */
export const ARGUMENT_REPAIRS = {
  // No thread, but JSON-RPC: `params: null` is taken for none, too.
  arguments_null: 'No arguments were given as null.',
  // anthropics/claude-code#3084, anthropics/claude-ai-mcp#591: clients that lost the type write the value as text.
  json_text: 'An object or a list was given as JSON text.',
  // OpenAI's strict mode makes every member required, so a model cannot leave one out: coder/xum#3821, docker-agent#1696.
  null_absent: 'An optional member that may not be null was given as null: it was left out.',
  // Clients round numbers above 2^53, so the digits come in a text; and models that fill in forms quote numbers.
  number_text: 'A number was given as text.',
  boolean_text: 'A boolean was given as text.',
  // Gemini's `parameters` takes letters, digits and `_` in names alone (aiplatform v1, FunctionDeclaration).
  argument_name: 'An argument was given under the name that Gemini’s clients are listed.',
  // Such characters are listed as what a model can read (core/tools/listed.ts), and it sends what it read.
  shown_text: 'A listed value with invisible characters was given as it is shown.',
  // Models that do not wrap the arguments of a group's action as its schema says.
  arguments_beside: 'The arguments were given beside the name of the action or tool.',
} as const;

/** Name of a repair, stable. */
export type ArgumentRepair = keyof typeof ARGUMENT_REPAIRS;
