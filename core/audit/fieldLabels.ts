/** The labels of changed fields (fieldChanges.ts), as in the dashboard. */
import { FLOOR_RULE_IDS, FLOOR_RULES } from '../model/floorRules.ts';
import { SERVER_SETTINGS, SETTING_NAMES } from '../model/serverSettings.ts';

/** The labels of settings; of one that is an object, those of its members. */
const settingLabels = SETTING_NAMES.flatMap((name): Array<readonly [field: string, label: string]> => {
  const { label } = SERVER_SETTINGS[name];
  if (typeof label === 'string') return [[name, label]];
  return Object.entries(label).map(([member, text]) => [`${name}.${member}`, text]);
});

const LABELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(settingLabels),
  ...Object.fromEntries(FLOOR_RULE_IDS.map((id) => [`floor.${id}`, `rule “${FLOOR_RULES[id].label}”`])),
  name: 'name',
  title: 'title',
  description: 'description',
  baseUrl: 'base URL',
  status: 'status',
  declared: 'key of its declaration',
  exposition: 'tool listing',
  signed: 'tool list lock',
  slashes: 'path arguments with slashes',
  sentences: 'sentences of the selection check',
  enabled: 'enabled',
  verb: 'method',
  path: 'path',
  tag: 'tag',
  cacheHint: 'cache hint',
  maxItems: 'maximum items',
  fields: 'fields of answers',
  longMs: 'longest time of a call (ms)',
  'redaction.mode': 'redaction mode',
  'redaction.dryRun': 'dry run of redaction',
  'redaction.prose': 'redaction of names in sentences',
  'redaction.about': 'content of answers',
  inputSchema: 'input schema',
  parameters: 'parameters',
  body: 'body',
  label: 'label',
  expiresAt: 'expiry',
  hosts: 'approved hosts',
  auth: 'authentication',
  'auth.type': 'authentication type',
  'auth.headerName': 'credential header',
  'auth.keys': 'API keys',
  'auth.roleArn': 'AWS role',
  'auth.region': 'AWS region',
  'auth.service': 'AWS service',
  'auth.grant': 'OAuth grant',
  'auth.tokenUrl': 'token URL',
  'auth.scope': 'OAuth scope',
  'auth.origin': 'credential host',
  'auth.credential': 'credential',
  'source.kind': 'source',
  'source.url': 'document URL',
  'source.document': 'document',
  'source.tags': 'imported tags',
  'source.withoutRepairs': 'repairs switched off',
  'source.root': 'description in the archive',
  'governance.pii': 'PII redaction',
  'governance.mode': 'redaction mode',
  'governance.dryRun': 'dry run of redaction',
  'governance.prose': 'redaction of names in sentences',
  'governance.keepParts': 'parts of values that are kept',
  'governance.truncation': 'truncation of long arrays',
  'governance.maxItems': 'maximum items',
  'governance.maxBytes': 'maximum response size (bytes)',
  'governance.allowFields': 'fields never redacted',
  'governance.customFields': 'fields always redacted',
  'governance.customPatterns': 'custom patterns',
  'governance.wordLists': 'words always redacted',
  'governance.keptWords': 'words never redacted',
  'governance.systemRules': 'appended note',
  'governance.placeholders': 'kinds with placeholders',
  'governance.placeholderTools': 'tools that receive values of placeholders',
  'governance.placeholderQueries': 'values of placeholders in query parameters',
  'governance.holdAnswers': 'reading the rest of cut answers',
  'governance.chooseFields': 'choice of fields by the model',
  'governance.dropNulls': 'dropping of empty fields',
  'governance.tables': 'lists as tables',
  'governance.outputSchemas': 'output schemas',
  'governance.checkArguments': 'check of arguments for secrets',
  'governance.pseudonyms': 'pseudonyms',
  'governance.answerDays': 'days that answers are stored',
  'annotations.readOnlyHint': 'read-only',
  'annotations.destructiveHint': 'destructive',
  'annotations.idempotentHint': 'idempotent',
  'annotations.openWorldHint': 'open world',
};
/** Labels of fields whose name ends with a key, such as `governance.detectors.email`. */
const FAMILIES: readonly (readonly [prefix: string, label: string])[] = [
  ['governance.detectors.', 'detector '],
  ['governance.actions.', 'action for '],
  ['scopes.', 'scope: '],
  ['annotations.', 'annotation '],
  ['redaction.fields.', 'redaction of '],
  ['headers.', 'header '],
  ['policies.', 'policy '],
];

const LIMIT_LABELS: Readonly<Record<string, string>> = {
  callsPerSecond: 'calls per second',
  callsPerDay: 'calls per day',
  concurrentCalls: 'concurrent calls',
  streams: 'open streams',
  answerBytesPerDay: 'answer bytes per day',
};
const LIMITED_LABELS: Readonly<Record<string, string>> = {
  server: 'the server',
  token: 'each token',
  person: 'each person',
};

/** The label of a field; the name of the field if it has no label. */
export function fieldLabel(field: string): string {
  const known = LABELS[field];
  if (known !== undefined) return known;
  for (const [prefix, label] of FAMILIES) if (field.startsWith(prefix)) return label + field.slice(prefix.length);
  const limit = /^limits\.(?:(server|token|person)\.)?(\w+)$/.exec(field);
  const limited = limit && LIMIT_LABELS[limit[2] ?? ''];
  if (limited) return limit[1] ? `${limited} of ${LIMITED_LABELS[limit[1]]}` : limited;
  const host =
    /^hosts\.(.+)\.(type|headerName|keys|roleArn|region|service|grant|tokenUrl|scope|origin|credential)$/.exec(field);
  return host ? `${LABELS[`auth.${host[2]}`]} for ${host[1]}` : field;
}
