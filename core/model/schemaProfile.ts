/**
 * Which dialect of schemas clients are listed. The default suits all vendors as their own clients call them. A profile suits clients that hand
 * schemas on to an interface of narrower taste: at the price of saying less, so never without need.
 */

/** The profiles by name, each with a text for people. */
export const SCHEMA_PROFILES = {
  default: 'Works with OpenAI, Anthropic, Gemini, VS Code and Cursor.',
  gemini: 'For clients that use Gemini’s older field `parameters` (an OpenAPI schema).',
  'openai-strict': 'For strict function calling of OpenAI: every argument is required and may be null.',
  'no-refs': 'Without references, for clients that do not follow them.',
} as const;

/** Name of a profile, stable. */
export type SchemaProfile = keyof typeof SCHEMA_PROFILES;
/** Names of all profiles. */
export const PROFILE_NAMES = Object.keys(SCHEMA_PROFILES) as [SchemaProfile, ...SchemaProfile[]];

/**
 * Clients that are known to need a profile, by the beginning of the name that they give (`clientInfo.name`). Both hand schemas to Gemini's
 * `parameters` without adapting them, whatever model is chosen for them: n8n-io/n8n#15553 and #17188 (the name is the type of the node),
 * nanbingxyz/5ire#218.
 */
const CLIENTS: ReadonlyArray<readonly [start: string, profile: SchemaProfile]> = [
  ['@n8n/n8n-nodes-langchain.mcp', 'gemini'],
  ['5ire', 'gemini'],
];

/** The profile for a client; undefined for one that needs none. The name is not verified, and nothing else depends on it. */
export const profileOf = (client: string | undefined): SchemaProfile | undefined =>
  client === undefined ? undefined : CLIENTS.find(([start]) => client.startsWith(start))?.[1];
