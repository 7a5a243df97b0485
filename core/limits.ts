/** Every default and range of the product in one place. Bytes, milliseconds and counts. */
const MB = 1024 * 1024;
const DAY = 24 * 60 * 60_000;

/** Defaults and ranges. `default` is used when nothing is set, `min` and `max` bound what may be set. */
export const LIMITS = {
  items: { default: 50, min: 5, max: 500 },
  answerBytes: { default: 1 * MB, min: 100 * 1024, max: 4 * MB },
  /** Bytes of an upstream body that are kept; beyond it they are counted and skipped; beyond `abort` the call stops. */
  upstreamBody: { keep: 10 * MB, abort: 50 * MB },
  upstreamMs: { default: 30_000, min: 1_000, max: 60_000 },
  connectMs: 5_000,
  governanceMs: 2_000,
  document: { bytes: 25 * MB, externalDocuments: 200, externalBytes: 20 * MB, depth: 20, ms: 30_000 },
  toolsPerServer: 2_000,
  /** Deployments whose version is kept, to be compared and rolled back to. */
  keptVersions: 50,
  /** Hosts beside that of the base URL, which may each have a credential of 6 KB in the server's row. */
  approvedHosts: 10,
  groupingThreshold: 15,
  /** From here on search is suggested to an owner; below, a list costs less accuracy than it saves. */
  searchSuggestedAbove: 100,
  tokensPerServer: 25,
  /**
   * Sign-in: a code is exchanged within its time, a request waits so long for its person, an access token is refreshed (and its person looked
   * up in the directory) that often; a session ends when it was not used for so long, and after so long in any case.
   */
  signIn: { codeMs: 60_000, requestMs: 10 * 60_000, accessMs: 15 * 60_000, unusedMs: 30 * DAY, sessionMs: 90 * DAY },
  accessRules: 50,
  /** Clients that may register themselves in an hour; one that nobody used is gone after a day. */
  registrations: { perHour: 200, unusedMs: DAY, keptMs: 90 * DAY },
  /** Tools that a token may be bound to one by one; with more, it is the server that should be split. */
  tokenScopeTools: 200,
  customPatterns: { count: 20, length: 512 },
  systemRules: 4_000,
  /** Days that a governed answer may be kept; 0 keeps none. Each has a lifecycle rule of its own in the bucket. */
  answerDays: [0, 1, 7, 30, 90, 365],
  /** Answers that can be read on: how long, how many of a token, bytes of all of them and of one, before they are compressed. */
  heldAnswers: { ms: 15 * 60_000, count: 32, bytes: 64 * MB, each: 16 * MB },
  mcpRequestBytes: 4 * MB,
  /** Levels of nesting; what walks a message by recursion stands some thousand. */
  mcpRequestDepth: 500,
  mcpBatchMessages: 100,
  /** Units of work to check the arguments of one call (core/mcp/validationBudget.ts says what a unit is). */
  argumentWork: 4_000_000,
  /**
   * What an audit entry says of a configuration change, in characters of JSON: old and new value together before they become a diff, a diff,
   * and all changes of one entry. `edits`: lines taken out and put in, beyond which a diff is not looked for.
   */
  auditChange: { values: 1_000, diff: 16_000, all: 64_000, edits: 300 },
  /** A function ends after 900 s; what is held may end in order before that. A lease is renewed at every fourth ping. */
  stream: { lifeMs: 5 * 60_000, maxLifeMs: 870_000, pingMs: 15_000, leaseMs: 120_000, perToken: 50 },
} as const;
