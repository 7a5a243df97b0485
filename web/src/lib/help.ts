/** What each setting does and when to change it, in a few sentences, for its (i) and the help page. */
export const HELP = {
  pii: {
    title: 'Redact personal data',
    text: 'Every answer is searched for personal data and secrets before a client gets it; what is found is replaced by its kind, such as [REDACTED:email]. It works on JSON, XML, HTML, CSV and text. Switch it off only for APIs that hold no data of people.',
  },
  detectors: {
    title: 'What counts as personal data',
    text: 'Each kind can be switched off where an API needs it to pass, such as IP addresses of servers. What is switched off passes unchanged to every client of this server.',
  },
  customFields: {
    title: 'Always redact these fields',
    text: 'Fields whose values never leave, whatever they look like. A name matches at any depth; a JSON pointer matches one place, with * for one segment and ** for any number.',
  },
  allowFields: {
    title: 'Never redact these fields',
    text: 'Fields that pass although they look like personal data, such as order numbers of ten digits. A credential of this server is removed even there.',
  },
  customPatterns: {
    title: 'Patterns',
    text: 'Kinds of your own by regular expression (RE2 syntax), such as staff ids. Each text is searched for them; a pattern that needs too much work is refused when it is saved.',
  },
  truncation: {
    title: 'Truncate long arrays',
    text: 'A model pays for every item that it is sent. Longer arrays are cut, the answer stays valid, and a note says how many items there were and how to ask for the next.',
  },
  maxItems: {
    title: 'Items kept',
    text: 'How many items of an array a model gets at once. Fewer cost less; more save further calls.',
  },
  maxBytes: {
    title: 'Maximum response size',
    text: 'What is left of an answer after redaction and truncation is cut at this size, at a place where it stays valid.',
  },
  systemRules: {
    title: 'Rules for the model',
    text: 'A text of yours that stands behind every answer, such as units, or what must not be promised. Models follow it more readily there than in a tool’s description.',
  },
  holdAnswers: {
    title: 'Reading on',
    text: 'What a limit cut off is held for 15 minutes, after redaction, encrypted for the connection that asked. The model gets one tool more, which reads it piece by piece without asking the API again.',
  },
  placeholders: {
    title: 'Placeholders',
    text: 'Instead of [REDACTED:email] a model gets [EMAIL:…], the same for the same address, and can hand it to a tool that you name: the value is put in before the request leaves, and goes to no model. It works for one connection and a day or two.',
  },
  placeholderTools: {
    title: 'Tools that get the values',
    text: 'Name only tools that send a value where its owner expects it. A text in an answer may talk a model into passing a placeholder on; it can reach no further than these tools.',
  },
  answerDays: {
    title: 'Keep answers',
    text: 'The whole answer of each call is kept beside its audit entry, as the client got it: after redaction, encrypted, for the days that you choose. Only members of the group answer-reader may read one, and each reading is entered in the audit log. When it is off, an entry has the digest alone.',
  },
  access: {
    title: 'How clients get in',
    text: 'By connection tokens, by their person signing in (MCP Authorization, OAuth 2.1), or either. A server that takes sign-ins has an address of its own without a secret. The rules say who may use which tools; a changed rule or a session that is ended holds from the next request on, a person who is removed from the user pool within a quarter of an hour.',
  },
  baseUrl: {
    title: 'Base URL',
    text: 'Calls go to this host only, over public addresses. The stored credential is bound to its scheme, host and port: another host needs the credential again.',
  },
  document: {
    title: 'OpenAPI document',
    text: 'Where the tools come from: OpenAPI 2.0 to 3.2, JSON or YAML. It is read when you re-import; edits that you made to tools are kept.',
  },
  upstreamMs: {
    title: 'Time limit of a request',
    text: 'How long the API may take for one answer. A call that takes longer ends with upstream_timeout, and the model is told whether it may call again.',
  },
  signed: {
    title: 'Signed lockfile',
    text: 'The list of tools is signed. A deployment whose tools differ from the signed list waits until a person approves the change, so that a changed document cannot add or alter tools by itself.',
  },
  credentials: {
    title: 'API credentials',
    text: 'Encrypted with a key of your account and opened only where the request is sent. No page, log, answer or audit entry ever shows it. API keys go in the query, cookies or headers, several at once where the API demands it; an AWS signature signs each request with a key pair; with OAuth 2 the sandbox fetches access tokens and renews them.',
  },
  hosts: {
    title: 'Other hosts',
    text: 'A document may place endpoints on further hosts. Each is called only once it is approved, with a credential of its own or none.',
  },
  exposition: {
    title: 'How clients see the tools',
    text: 'One tool per endpoint is the clearest; outlines cost less; of groups by tag the model picks the endpoint; with a search it finds one by words, and the list costs the same for ten tools and a thousand. Another way gives the tools other names, so clients list them again.',
  },
  repairs: {
    title: 'Repairs',
    text: 'Known faults of API descriptions are corrected at the import, each one listed. A repair that is wrong for your API can be left out for good.',
  },
  scope: {
    title: 'Access of a token',
    text: 'A token opens all tools, the read-only ones, or chosen ones. Its client sees no others in its list, and a call of another is refused.',
  },
  expires: {
    title: 'Expiry of a token',
    text: 'At that moment its requests are refused and its streams end. A token without an end works until somebody revokes it.',
  },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly text: string }>>;

export type HelpTopic = keyof typeof HELP;
