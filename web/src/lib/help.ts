/** What each setting does and when to change it, in a few sentences, for its (i) and the help page. */
import { SERVER_SETTINGS, SETTING_NAMES, type SettingName } from '../../../core/model/serverSettings.ts';

/** Those that are not settings of a server with a default, which have their help beside their definition. */
const OTHERS = {
  privateHosts: {
    title: 'Private hosts',
    text: 'Hosts in the network that this installation runs in. Whoever deploys it lists their names and address blocks (privateHosts, privateRanges); a server reaches one only if it names it. With a certificate authority of your own, only that one is trusted there, and a credential that was given before has to be given again.',
  },
  pii: {
    title: 'Redact personal data',
    text: 'Every answer is searched for personal data and secrets before a client gets it; each match is replaced by its kind, such as [REDACTED:email]. It works on JSON, XML, HTML, CSV and text. Switch it off only for APIs without personal data.',
  },
  detectors: {
    title: 'What counts as personal data',
    text: 'Each kind can be switched off, such as IP addresses for an API that manages machines. Values of that kind then reach every client unchanged.',
  },
  customFields: {
    title: 'Always redact these fields',
    text: 'Fields that are always redacted, whatever their values look like. A name matches at any depth; a JSON pointer matches one place, with * for one segment and ** for any number.',
  },
  allowFields: {
    title: 'Never redact these fields',
    text: 'Fields that are never redacted although they look like personal data, such as order numbers of ten digits. A credential of this server is removed even there.',
  },
  customPatterns: {
    title: 'Patterns',
    text: 'Your own kinds of data as regular expressions (RE2 syntax), such as staff ids. Every text is searched for them. A pattern that takes too long to match is refused when it is saved.',
  },
  truncation: {
    title: 'Truncate long arrays',
    text: 'Every item costs a model tokens. Longer arrays are cut, the answer stays valid, and a note says how many items there were and how to ask for the next.',
  },
  maxItems: {
    title: 'Items kept',
    text: 'How many items of an array a model gets at once. Fewer items cost less; more items save further calls.',
  },
  maxBytes: {
    title: 'Maximum response size',
    text: 'An answer that is larger than this after redaction and truncation is cut in such a way that it stays valid.',
  },
  systemRules: {
    title: 'Rules for the model',
    text: 'A text that is added after every answer, such as units, or what a model must not promise. Models follow it more reliably there than in a tool’s description.',
  },
  holdAnswers: {
    title: 'The rest of a cut answer',
    text: 'The whole of a cut answer is kept for 15 minutes, redacted, and encrypted for the connection that asked. The model gets an additional tool that reads it piece by piece without calling the API again.',
  },
  chooseFields: {
    title: 'Choosing fields',
    text: 'A call can name the fields that it wants, such as items.name, and the model pays for no others. They are taken out of the redacted answer, so nothing gets past redaction. Errors and notes are always shown; a field that is not there is told with those that are. For fields that should never leave, give the tool a list of its own.',
  },
  dropNulls: {
    title: 'Leaving out what is null',
    text: 'Members whose value is null are not sent; the model is told so. Items of lists stay.',
  },
  tables: {
    title: 'Lists as tables',
    text: 'A list of ten or more flat objects with the same members becomes {"columns": […], "rows": […]}, which is still JSON, where an estimate of the tokens says that it saves. The model is told how to read it.',
  },
  checkArguments: {
    title: 'Secrets in arguments',
    text: 'A model may pass on what it has read elsewhere: a key from a file, a token from another server. Arguments are searched for keys, tokens and private keys in their published forms, passwords in addresses, and placeholders that this server has not given. Telling adds a note behind the answer and a mark in the audit trail; refusing sends nothing. A password that looks like any word is not found.',
  },
  outputSchemas: {
    title: 'The form of answers',
    text: 'The list of tools has an outputSchema for each JSON answer, and answers come as structuredContent, too. Documents are often wrong about their answers, so the schema has names and wide types only, and an answer that does not fit is told as such instead of failing. It costs tokens in clients that show both forms; some clients show a model this form alone.',
  },
  mode: {
    title: 'Mode of redaction',
    text: 'Balanced redacts what identifies or reaches people, official and account numbers, and secrets. Strict also redacts usernames, ages, gender, health and vehicles. In fields whose names say nothing, what reads like a person’s full name goes in balanced when the evidence is strong, in strict when it is likely; a boat that is called like a person may go with it. Minimal redacts only secrets, payment data, official numbers and health records. Closed turns it round: only numbers, dates, ids by their form, values that the API description lists, links to the API itself and fields that you let out pass; every other text, every picture and every file is withheld, and so is the name of a field that may be data. A kind that you switch on or off yourself stays so in every mode, and a tool can have its own mode. A redacted value is replaced by a marker such as [REDACTED:email], which says what was there; a marker that comes back as an argument is refused.',
  },
  dryRun: {
    title: 'Dry run',
    text: 'Before redaction is switched on for a server in use, a dry run shows what it would do: every answer passes as it is, and its entry in the audit log counts what would have been redacted, by kind. Arguments in the audit log and headers of answers are redacted all the same. Refusals do not happen in a dry run. A tool can have its own.',
  },
  actions: {
    title: 'Report or refuse',
    text: 'A kind that is only reported passes, and is counted. For a kind that must not come up at all, the whole answer is withheld: the model gets the error answer_refused with the name of the kind, never the value, and the call has been made nevertheless. Kinds that are off in the mode are neither reported nor refused; in the mode closed, what is reported is withheld all the same.',
  },
  wordLists: {
    title: 'Words that are redacted',
    text: 'Names of customers, staff or projects that no rule can know. They are found as whole words, in any case and in every format, and their marker has the name of the list: [REDACTED:customer]. The words are part of the settings and of the sealed server: whoever may see the settings sees them, and the audit log says only that they were changed. In Chinese, Japanese or Thai they are found within other words, too.',
  },
  keptWords: {
    title: 'Words that always stay',
    text: 'A product that is called like a person is not redacted where it stands for itself, and neither is what is found within it. Words that stay go before lists of words that are redacted. In the mode closed, a value that is such a word passes.',
  },
  keepParts: {
    title: 'Keep part of a value',
    text: 'A model often needs only a part of a value: the town of an address, the domain of an e-mail address, the last four digits of a card, the year of a birth. Parts that you choose stay beside the marker, and the rest of the value is redacted. With few people in a town, or with a domain of their own, such a part may be enough to recognize somebody.',
  },
  pseudonyms: {
    title: 'Pseudonyms',
    text: 'Two redacted people look the same to a model. With pseudonyms, names, e-mail addresses, phone numbers and accounts get a short code: [REDACTED:email:k7m2c4x] is one address wherever it stands, in every answer of the server. The code is computed with a key of the server and does not lead back to the value. A call that sends such data itself gets an answer without codes, so that nobody looks up whose one is.',
  },
  placeholders: {
    title: 'Placeholders',
    text: 'Instead of [REDACTED:email] a model gets [EMAIL:…], always the same one for the same address, and can pass it to a tool that you name: the value is inserted just before the request is sent, and no model sees it. A placeholder is valid for one connection and one to two days.',
  },
  placeholderTools: {
    title: 'Tools that get the values',
    text: 'Name only tools that send a value where its owner expects it. A text in an answer may persuade a model to pass a placeholder on; only these tools can then receive its value.',
  },
  answerDays: {
    title: 'Keep answers',
    text: 'The whole answer of each call is stored with its audit entry, as the client got it: redacted, encrypted, for the number of days that you choose. Only members of the group answer-reader may read it, and each reading is recorded in the audit log. When this is off, an entry has only a digest of the answer.',
  },
  access: {
    title: 'How clients get in',
    text: 'With connection tokens, by people signing in (MCP Authorization, OAuth 2.1), or both. A server with sign-in has an address of its own, which contains no secret. The rules say who may use which tools. A changed rule, an ended session or a person removed on the page Members takes effect with the next request; who is removed in the user pool or at your identity provider loses access within 15 minutes.',
  },
  baseUrl: {
    title: 'Base URL',
    text: 'Calls go to this host, and to others only where you have approved them (“Other hosts”). Addresses must be public, unless the host is in a private network that this installation may reach. The stored credential is bound to its scheme, host and port: for another host it has to be entered again.',
  },
  document: {
    title: 'OpenAPI document',
    text: 'Where the tools come from: OpenAPI 2.0 to 3.2, JSON or YAML. It is read when you re-import; edits that you made to tools are kept.',
  },
  headers: {
    title: 'Headers',
    text: 'Headers with fixed values, such as a tenant or a version of the API. They go to the host of the base URL only; a redirect or another host never gets them. A tool has no argument for a header that is set here. A sealed value is encrypted like the credential: no page, log, answer, audit entry, export or copy has it. Headers of the connection, cookies and Authorization are refused: the first would change what the request is, the others belong to the credential.',
  },
  slashes: {
    title: 'Arguments with slashes',
    text: 'A value in a path is one segment, so its slashes are sent as %2F. Some APIs have values of several segments, such as projects/a/topics/b or the path of a file, and want the slashes as they are. The import marks those that the description shows.',
  },
  webhooks: {
    title: 'Webhooks',
    text: 'An https address of yours gets a request when something happens that a person should hear of. Each request is signed as Standard Webhooks describes (webhook-id, webhook-timestamp, webhook-signature), so any of its libraries can verify it. What is not answered with 2xx within 20 seconds is sent again, nine times over three days. The same event always has the same webhook-id; ignore one that you have seen. A request has ids, codes and times, no secret and no name of a person.',
  },
  signed: {
    title: 'Signed lockfile',
    text: 'The list of tools is signed. A deployment whose tools differ from the signed list waits until a person approves the change, so that a changed document cannot add or alter tools by itself.',
  },
  credentials: {
    title: 'API credentials',
    text: 'Encrypted with a key of your account and decrypted only where the request is sent. No page, log, answer or audit entry ever shows it. API keys go in the query, cookies or headers, several at once where the API demands it; an AWS signature signs each request with an access key; with OAuth 2 the sandbox obtains access tokens and renews them. Where a person has to consent, “Connect” on the server’s page leads to the provider once; first register the redirect URI of the form there.',
  },
  accounts: {
    title: 'Account at the API',
    text: 'Where a person has to consent, one account can serve all clients, or each connection token, and each person who signs in, calls the API with their own: the API then applies that person’s rights. Their tokens are encrypted for that client alone. Revoking a token deletes its account; ending a person’s sessions deletes theirs. “Try” and “Check the sign-in” use your own account.',
  },
  hosts: {
    title: 'Other hosts',
    text: 'A document may place endpoints on further hosts. None is called before you approve it; each then has a credential of its own or none. A download that the API redirects to an approved host is followed there without any credential.',
  },
  exposition: {
    title: 'How clients see the tools',
    text: 'One tool per endpoint is the clearest. Short tools cost less. With groups by tag the model picks the endpoint within a group. With search it finds tools by words, and the list costs the same for ten tools as for a thousand. A change here changes the names of the tools, so clients list them again.',
  },
  selection: {
    title: 'Selection check',
    text: 'The place at which the words of each way of listing find the tool that a sentence is for. A model weighs more than words, but has no others: a tool far behind needs a better name or description. After an edit a row says what its place was before. portcullis selection run does the same in a pipeline.',
  },
  toolCheck: {
    title: 'Check of the words',
    text: 'A tool begins with 100 points; each rule that finds something takes 40 (error), 15 (warning) or 5 (notice), rules about arguments in proportion to the arguments. The score is the mean over the tools that clients see. Suggestions are made from the API description, without a model.',
  },
  repairs: {
    title: 'Repairs',
    text: 'Known faults of API descriptions are corrected during the import, and each correction is listed. A repair that is wrong for your API can be switched off; it then stays off.',
  },
  scope: {
    title: 'Access of a token',
    text: 'A token gives access to all tools, the read-only ones, or chosen ones. Its client sees only these, and calls of other tools are refused.',
  },
  expires: {
    title: 'Expiry of a token',
    text: 'From that time on its requests are refused and its streams end. A token without an expiry works until somebody revokes it.',
  },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly text: string }>>;

export type HelpTopic = keyof typeof OTHERS | SettingName;

interface Help {
  readonly title: string;
  readonly text: string;
}

const ofSettings = SETTING_NAMES.flatMap((name) => {
  const { help } = SERVER_SETTINGS[name];
  return help ? [[name, help] as const] : [];
});

export const HELP = { ...OTHERS, ...Object.fromEntries(ofSettings) } as Readonly<Record<HelpTopic, Help>>;
