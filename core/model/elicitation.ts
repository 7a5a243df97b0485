/** The owner's setting of questions to the person behind a client (core/mcp/elicitation.ts asks them); a row has it only where it differs. */

/** What the owner has asked for. */
export interface ElicitationSettings {
  /**
   * Whether a person confirms destructive calls: `offered` where the client can ask them; `always` also refuses the calls of other clients.
   */
  readonly confirm: 'never' | 'offered' | 'always';
  /** Whether a missing argument is asked for where the client can. */
  readonly missing: boolean;
  /** Whether questions of an MCP server behind ours are passed to the person where the client can show a form. Unset: refused. */
  readonly upstream?: true | undefined;
}

/** What is stored and sealed only where it differs. */
export const NO_ELICITATION: ElicitationSettings = { confirm: 'never', missing: false };
