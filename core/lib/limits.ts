/** All defaults and limits of the product, in bytes, milliseconds and counts. */
const MB = 1024 * 1024;
const DAY = 24 * 60 * 60_000;

/** Defaults and limits. `default` applies when nothing is set; a setting must be between `min` and `max`. */
export const LIMITS = {
  /** How many items of a long list a model gets. */
  items: { default: 50, min: 5, max: 500 },
  /** Largest answer after governance. */
  answerBytes: { default: 1 * MB, min: 100 * 1024, max: 4 * MB },
  /** Bytes of an upstream body: up to `keep` they are kept, up to `abort` counted and discarded; then the call is aborted. */
  upstreamBody: { keep: 10 * MB, abort: 50 * MB },
  /** What is read of the tools of an MCP server. */
  mcpListing: { pages: 200, bytes: 20 * MB, ms: 45_000, others: 1_000 },
  /** Time that an API has for an exchange. */
  upstreamMs: { default: 30_000, min: 1_000, max: 60_000 },
  /** Time of a call with everything that is sent for it, unless its tool is marked as long. */
  callMs: 60_000,
  /**
   * A call of a tool that its owner marks as long. A function ends after 900 s, and the end of a call has to be recorded before. `waitMs`: how
   * long a client waits that neither follows tasks nor asks for progress: most give up after 60 s. `progressMs`: between two notifications.
   * `running` and `kept`: of one token, at once and with those that have ended.
   */
  longCalls: { min: 60_000, max: 840_000, waitMs: 50_000, progressMs: 5_000, running: 5, kept: 32 },
  /** Time for the connection to an API. */
  connectMs: 5_000,
  /** Time for the governance of an answer. */
  governanceMs: 2_000,
  /**
   * Recorded answers that are told by field: of one request how many, bytes of all, values and fields that are told, and the time for it; of one
   * recording bytes, and answers that are read of it.
   */
  recordedAnswers: { count: 500, bytes: 2 * MB, values: 100_000, rows: 2_000, ms: 15_000, file: 64 * MB, read: 5_000 },
  /** API descriptions: their size, other documents that they refer to, nesting, time to read one. */
  document: { bytes: 60 * MB, externalDocuments: 200, externalBytes: 20 * MB, depth: 20, ms: 30_000 },
  /** Tools of a server. */
  toolsPerServer: 20_000,
  /** Tools of a server that is not listed by search: clients get all of them, and a call needs the whole bundle. */
  listedTools: 2_000,
  /** Tools that one edit of many changes: DynamoDB writes 1,000 KB of one server a second, and a request has 29. */
  toolsPerEdit: 2_000,
  /**
   * Of a toolset: its servers, the single tools that it chooses or renames, all together, and characters of a prefix; and the toolsets of an
   * installation, which are all looked at when a server changes; and characters of what it lists, as of the largest single server.
   */
  toolset: { members: 50, choices: 2_000, tags: 200, prefix: 14, perInstallation: 200, characters: 100_000_000 },
  /** Days before its end from which a token or a credential is said to end soon. */
  expirySoonDays: 14,
  /** How many deployments of a server can be compared and rolled back to. */
  keptVersions: 50,
  /** Hosts beside that of the base URL; each may have a credential of 6 KB in the server's row. */
  approvedHosts: 10,
  /** Hosts of a server in the owner's network; each may have 12,000 characters of certificates in the server's row. */
  privateHosts: 4,
  /**
   * Characters of the name of an imported tool or of a group, and of the key of a server in clients. Together they are
   * below 60: Cursor leaves out a tool for which both come to 60 (ComposioHQ/composio#2788, awslabs/mcp#1283), and models
   * take 64 with a prefix.
   */
  toolName: 45,
  /** See toolName. */
  serverKey: 14,
  /** Numbers of tools above which `auto` shows groups, and a search. */
  groupingThreshold: 15,
  /** See groupingThreshold. */
  searchThreshold: 100,
  /**
   * Characters of a description in a tool or in its schema, as far as this product writes them. OpenAI refuses more in a
   * function's description ("string too long … maximum length 1024"), and VS Code cuts them there for such models
   * (microsoft/vscode, toolSchemaNormalizer.ts). Claude Code cuts at 2,048.
   */
  listedText: 1_024,
  /** One for each person and machine of a company; those of signed-in clients are not counted. */
  tokensPerServer: 1_000,
  /** How long a set-up link can be opened. */
  setupLinkMs: 15 * 60_000,
  /** Automation keys of an installation that have not expired. */
  automationKeys: 100,
  /**
   * Sign-in. `codeMs`: lifetime of an authorization code; `requestMs`: how long a request waits for the person;
   * `accessMs`: lifetime of an access token, after which the person is looked up in the directory again; `unusedMs`: a
   * session ends when it was not used for this time; `sessionMs`: maximum lifetime of a session.
   */
  signIn: {
    codeMs: 60_000,
    requestMs: 10 * 60_000,
    accessMs: 15 * 60_000,
    goneMs: DAY,
    unusedMs: 30 * DAY,
    sessionMs: 90 * DAY,
    /**
     * Documents that clients name (their metadata, then keys): how long all of one request may take, how long what was late is not asked for
     * again, and how many of these an instance remembers.
     */
    documentsMs: 3_000,
    lateMs: 5_000,
    lateKept: 1_000,
  },
  /** A person consents at an API's provider within this time. */
  consentMs: 10 * 60_000,
  /** Access rules of a server. */
  accessRules: 50,
  /**
   * Dynamic client registration: how many unused registrations are kept, in how many rings by source address, and how long; how long one is
   * kept after a person has allowed its client.
   */
  registrations: { rings: 256, perRing: 64, unusedMs: DAY, keptMs: 90 * DAY },
  /** How many OAuth clients admins may register; the list of them is not paged. */
  knownClients: 200,
  /** How many tools a token's scope may list. */
  tokenScopeTools: 200,
  /** An owner's patterns: how many, and their length. */
  customPatterns: { count: 20, length: 512 },
  /** An owner's lists of words: how many lists, their words together, characters of all, and of one. */
  wordLists: { count: 10, words: 2_000, characters: 32_000, length: 100 },
  /** Characters of the rules for the model. */
  systemRules: 4_000,
  /** Projects of an installation, of each the members and the groups with a role, and the bytes of all their floors. */
  projects: { count: 100, members: 500, groups: 100, floorBytes: 60_000 },
  /** Webhooks of an installation. */
  webhooks: 20,
  /** The choices of how many days governed answers are kept; 0: not at all. Each has a lifecycle rule in the bucket. */
  answerDays: [0, 1, 7, 30, 90, 365],
  /**
   * Answers held for reading on: `ms` how long, `count` how many per token, `bytes` of all together and of `each`, before
   * compression.
   */
  heldAnswers: { ms: 15 * 60_000, count: 32, bytes: 64 * MB, each: 16 * MB },
  /** The largest limits of calls that an owner may set. Running calls and streams are entries of one row. */
  calls: { perSecond: 10_000, perDay: 1_000_000_000, concurrent: 200, streams: 500, bytesPerDay: 1_000_000_000_000 },
  /** An MCP message. */
  mcpRequestBytes: 4 * MB,
  /** Levels of nesting; the recursive functions that visit a message can handle some thousand. */
  mcpRequestDepth: 500,
  /** Messages of a batch. */
  mcpBatchMessages: 100,
  /** Units of work for validating the arguments of one call (core/mcp/arguments/validationBudget.ts defines the unit). */
  argumentWork: 4_000_000,
  /**
   * Configuration changes in an audit entry, in characters of JSON. `values`: old and new value together; longer ones are
   * recorded as a diff; `diff`: one diff; `all`: all changes of one entry. `edits`: added and removed lines above which no
   * diff is computed.
   */
  auditChange: { values: 1_000, diff: 16_000, all: 64_000, edits: 300 },
  /** Event streams. A function ends after 900 s, and a stream must end `endMs` before. A lease is renewed at every fourth ping. */
  stream: { lifeMs: 5 * 60_000, maxLifeMs: 870_000, endMs: 30_000, pingMs: 15_000, leaseMs: 120_000, perToken: 50 },
} as const;
