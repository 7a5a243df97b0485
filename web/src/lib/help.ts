/** What each setting does and when to change it, in a few sentences, for its (i) and the help page. */
import { SERVER_SETTINGS, SETTING_NAMES, type SettingName } from '../../../core/model/serverSettings.ts';

/** Those that are not settings of a server with a default, which have their help beside their definition. */
const OTHERS = {
  privateHosts: {
    title: 'Private hosts',
    text: 'Hosts in the network of this installation. The deployment lists their names and address blocks (privateHosts, privateRanges); a server reaches one only if it is switched on there. If you set a certificate authority for it, only that one is trusted, and you have to enter the credential again.',
  },
  pii: {
    title: 'Redact personal data',
    text: 'Searches every answer for personal data and secrets before a client gets it, and replaces each match by a mask with its kind, such as [REDACTED:email]. Works on JSON, XML, HTML, CSV and text. Switch it off only for APIs without personal data.',
  },
  detectors: {
    title: 'What counts as personal data',
    text: 'Switch single kinds off, such as IP addresses for an API that manages machines. Clients then get these values unchanged.',
  },
  customFields: {
    title: 'Always redact these fields',
    text: 'Fields that are redacted whatever their values look like. A name matches at any depth; a JSON pointer matches one place, with * for one segment and ** for any number.',
  },
  allowFields: {
    title: 'Never redact these fields',
    text: 'Fields that are never redacted although they look like personal data, such as order numbers of ten digits. Credentials of this server are removed even there.',
  },
  customPatterns: {
    title: 'Patterns',
    text: 'Regular expressions (RE2 syntax) for your own kinds of data, such as staff ids. Matching text is redacted. A pattern that takes too long is refused when you save it.',
  },
  truncation: {
    title: 'Truncate long arrays',
    text: 'Keeps the first items of a long list. The answer stays valid, and a note tells the model how many items there were and how to get the next.',
  },
  maxItems: {
    title: 'Items kept',
    text: 'How many items of a list a model gets at once. Fewer items cost fewer tokens; more items save calls.',
  },
  maxBytes: {
    title: 'Maximum response size',
    text: 'A larger answer is cut after redaction and truncation, and stays valid.',
  },
  systemRules: {
    title: 'Rules for the model',
    text: 'Text that is appended to every answer, such as units, or what a model must not promise. Models follow it more reliably there than in a tool’s description.',
  },
  holdAnswers: {
    title: 'The rest of a cut answer',
    text: 'Stores a cut answer for 15 minutes, redacted and encrypted for the connection that asked. An additional tool reads the rest without calling the API again.',
  },
  chooseFields: {
    title: 'Choosing fields',
    text: 'A call can name the fields that it wants, such as items.name; all others are left out after redaction. Errors and notes are always shown. An unknown field is answered with the fields that exist. To always leave fields out, set “Fields of answers” of the tool.',
  },
  dropNulls: {
    title: 'Drop empty fields',
    text: 'Removes fields whose value is null, and tells the model so. Items of lists are kept.',
  },
  tables: {
    title: 'Write long lists as tables',
    text: 'A list of ten or more similar flat objects becomes {"columns": […], "rows": […]}, if that saves tokens. It is still JSON, and the model is told how to read it.',
  },
  checkArguments: {
    title: 'Secrets in arguments',
    text: 'Searches arguments for secrets that a model may have read elsewhere: keys, tokens and private keys in their published formats, passwords in URLs, and placeholders of other servers. “Tell” sends the call and adds a note to the answer and the audit log; “Refuse” sends nothing. Passwords that look like ordinary words are not found.',
  },
  outputSchemas: {
    title: 'Output schemas',
    text: 'Lists an outputSchema for each JSON answer and returns answers as structuredContent, too. The schemas have names and wide types only, because documents are often wrong; an answer that does not match is reported instead of failing. Clients that show both forms use more tokens; some show the model only structuredContent.',
  },
  mode: {
    title: 'Redaction mode',
    text: 'Balanced redacts what identifies or reaches people, official and account numbers, and secrets. Strict also redacts usernames, ages, gender, health and vehicles, and values that are only likely to be names. Minimal redacts only secrets, payment data, official numbers and health records. Closed redacts everything except numbers, dates, ids, values that the API description lists, links to the API itself and fields that you allow; pictures and files are withheld. Kinds that you switch on or off apply in every mode. A tool can have its own mode. A mask such as [REDACTED:email] that comes back as an argument is refused.',
  },
  dryRun: {
    title: 'Dry run',
    text: 'Shows what redaction would do before you switch it on: answers are not changed, and the audit log counts what would have been redacted, by kind. Arguments in the audit log and headers of answers are redacted all the same. No answer is refused in a dry run. A tool can have its own setting.',
  },
  prose: {
    title: 'Names in sentences',
    text: 'Without this, a name in a sentence is redacted if a title or a greeting announces it (Mrs Chen, Hi Laura), or if another field of the answer has it. On, capitalized words in texts of tickets, mails and notes are redacted when the words in and around them make a name likely, in English, German, Spanish and French. It finds about nine of ten such names and also redacts about one of a hundred other words, mostly products and towns. “Try it” of a tool shows what it would find. A tool can have its own setting.',
  },
  actions: {
    title: 'Report or refuse',
    text: '“Only report” sends the value and counts it. “Refuse the answer” withholds the whole answer: the model gets the error answer_refused with the kind, never the value. The API has been called nevertheless. Kinds that are off in the mode are neither reported nor refused; the closed mode withholds reported kinds all the same.',
  },
  wordLists: {
    title: 'Always redact these words',
    text: 'Names of customers, staff or projects that no rule can know. They are found as whole words, in any case and format, and the mask has the name of the list: [REDACTED:customer]. Everybody who can see the settings sees the words; the audit log says only that they were changed. In Chinese, Japanese and Thai they are also found inside other words.',
  },
  keptWords: {
    title: 'Never redact these words',
    text: 'For example a product that is named like a person. These words go before lists of words that are always redacted. In the closed mode, a value that is such a word passes.',
  },
  keepParts: {
    title: 'Keep part of a value',
    text: 'Keeps a part of a redacted value: the town of an address, the domain of an e-mail address, the last four digits of a card, the year of a birth. Such a part may be enough to recognize a person, for example in a small town or by a private domain.',
  },
  pseudonyms: {
    title: 'Pseudonyms',
    text: 'Names, e-mail addresses, phone numbers, accounts, towns and states get a short code: [REDACTED:email:k7m2c4x] is the same address in every answer of the server. Values can be compared and counted, such as customers per city, without being shown. The code is computed with a key of the server and cannot be reversed. A call that sends such data gets an answer without codes, one that sends only a town or state an answer without codes of places, so that nobody can look up a code.',
  },
  placeholders: {
    title: 'Placeholders',
    text: 'Instead of [REDACTED:email] a model gets [EMAIL:…], always the same one for the same address, and can pass it to a tool that you name. The sandbox inserts the value just before the request is sent; no model sees it. A placeholder is valid for one connection and one to two days.',
  },
  placeholderTools: {
    title: 'Tools that receive the values',
    text: 'Name only tools that send a value where it belongs. Text in an answer may trick a model into passing a placeholder on; only these tools can then receive its value.',
  },
  placeholderQueries: {
    title: 'Values in query parameters',
    text: 'The tools above receive values in query parameters too, for example to look up a customer by e-mail address: where the parameter’s name says the kind, or is one for a search such as q. Logs of the API and of proxies before it often keep addresses with their query.',
  },
  answerDays: {
    title: 'Store answers',
    text: 'Stores the whole answer of each call with its audit entry, as the client got it, redacted and encrypted, for the number of days that you choose. Only members of the group answer-reader can view it, and every view is logged. When this is off, an entry has only a digest of the answer.',
  },
  access: {
    title: 'How clients authenticate',
    text: 'With connection tokens, by people signing in (MCP Authorization, OAuth 2.1), or both. The MCP URL for sign-in contains no secret. Access rules say who may use which tools. Changed rules, ended sessions and removals on the page Members apply to the next request; removals in the user pool or at your identity provider apply within 15 minutes.',
  },
  baseUrl: {
    title: 'Base URL',
    text: 'Calls go to this host, and to others only if you approve them (“Other hosts”). It must be public, or a private host that this installation allows. The stored credential works for this scheme, host and port only: enter it again for another host.',
  },
  document: {
    title: 'OpenAPI document',
    text: 'Where the tools come from: OpenAPI 2.0 to 3.2, JSON or YAML. It is read when you re-import; your edits of tools are kept.',
  },
  headers: {
    title: 'Headers',
    text: 'Headers with fixed values, such as a tenant or a version of the API. They are sent to the host of the base URL only, never after a redirect. Tools have no argument for these headers. A secret value is encrypted like the credential and never shown in a page, log, answer, audit entry, export or copy. Connection headers, cookies and Authorization are refused: use the credential for the last two.',
  },
  slashes: {
    title: 'Arguments with slashes',
    text: 'Slashes in a path argument are sent as %2F. Some APIs take values of several segments, such as projects/a/topics/b or a file path, and need the slashes as they are. The import marks those that the description shows.',
  },
  longMs: {
    title: 'Longest time',
    text: 'Marks a tool whose calls take minutes. AI clients that know tasks get one at once and ask for the result; those that follow progress are told every five seconds that the call runs; for all others the model is told after 50 seconds how to ask again. A call that hangs is given up after this time.',
  },
  webhooks: {
    title: 'Webhooks',
    text: 'Sends a request to your https URL when something needs attention. Each is signed as in Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature), so any of its libraries can verify it. Without a 2xx response within 20 seconds it is sent again, nine times over three days. The same event has the same webhook-id: ignore repetitions. A request has ids, codes and times, no secrets and no names of people.',
  },
  signed: {
    title: 'Locked tool list (lockfile)',
    text: 'A deployment that changes tools waits until a person approves it, so that a changed document cannot add or alter tools by itself. The approved list is stored and signed as the lockfile.',
  },
  credentials: {
    title: 'API credentials',
    text: 'Encrypted with a key of your account, decrypted only to send a request, and never shown in a page, log, answer or audit entry. API keys can be sent in the query, cookies or headers, also several at once. AWS signatures use an access key or a role. A secret can also stay in AWS: enter {{resolve:secretsmanager:ARN:SecretString:key}} in its place, if the deployment allows it for this host (upstreamSecrets). With OAuth 2, access tokens are fetched and renewed automatically. If a person has to consent, first register the redirect URI of the form, then press “Connect” on the server’s page.',
  },
  accounts: {
    title: 'Account at the API',
    text: 'If a person has to consent, one account can serve all clients, or each connection token and each person who signs in uses their own, with that person’s rights at the API. Revoking a token or ending a person’s sessions deletes its account. “Try it” and “Check the sign-in” use your own account.',
  },
  hosts: {
    title: 'Other hosts',
    text: 'A document may place endpoints on other hosts. They are called only after you approve the host; each host has its own credential or none. Downloads that the API redirects to an approved host are followed without a credential.',
  },
  exposition: {
    title: 'How clients see the tools',
    text: 'One tool per endpoint is the clearest. Short tools use fewer tokens. With groups, the model picks the endpoint within a tag. With search, it finds tools by words, and the list costs the same for ten tools as for a thousand. A change here changes the names of the tools, so clients list them again.',
  },
  selection: {
    title: 'Selection check',
    text: 'The place at which the words of each way of listing find the tool that a sentence is for. A model weighs more than words, but has no others: a tool far behind needs a better name or description. After an edit a row says what its place was before. portcullis selection run does the same in a pipeline.',
  },
  toolCheck: {
    title: 'Description check',
    text: 'A tool starts with 100 points; a finding costs 40 (error), 15 (warning) or 5 (notice), for arguments in proportion to their number. The score is the mean over the tools that clients see. Suggestions come from the API description, without a model.',
  },
  repairs: {
    title: 'Repairs',
    text: 'The import fixes known faults of API descriptions and lists each fix. If a repair is wrong for your API, switch it off; it then stays off.',
  },
  scope: {
    title: 'Access of a token',
    text: 'A token gives access to all tools, the read-only ones, or chosen ones. Its client sees only these; calls of other tools are refused.',
  },
  expires: {
    title: 'Expiry of a token',
    text: 'At that time its requests are refused and its streams end. A token without an expiry works until it is revoked.',
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
