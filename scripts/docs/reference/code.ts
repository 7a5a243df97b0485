/** The other reference pages, each from the table in the code that the product itself uses. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { CATALOGUE } from '../../../core/errorCatalog/index.ts';
import { CATALOG } from '../../../core/governance/catalog/index.ts';
import type { PersonalData } from '../../../core/governance/catalog/kind.ts';
import { LIMITS } from '../../../core/lib/limits.ts';
import { SERVER_SETTINGS, type ServerSetting } from '../../../core/model/serverSettings.ts';
import { EVENT_TYPES } from '../../../core/telemetry/events/events.ts';
import { RULES } from '../../../core/tools/check/rules.ts';
import { deploymentConfig } from '../../../lib/config.ts';
import { root } from '../../../local/lib/kept.ts';
import { block, code, page, plain, prose, table } from './markdown.ts';
import { commentOf, commentsIn, type Member, membersOf } from './source.ts';

/** One chapter for each command, as it prints it. */
export function cliPage(): string {
  const names = readdirSync(join(root, 'cli', 'usage')).map((name) => name.replace('.txt', ''));
  const usage = (file: string) => block(readFileSync(join(root, file), 'utf8'));
  const commands = names.filter((name) => name !== 'portcullis').sort();
  return page(
    'Command line',
    `${code('npm run portcullis -- <command>')} in a clone, ${code('npx portcullis <command>')} from the package. ${code('<command> --help')} prints the same texts.`,
    [usage('cli/usage/portcullis.txt'), ...commands.flatMap((name) => [`## ${name}`, usage(`cli/usage/${name}.txt`)])],
    'pageClass: wide\naside: false\n',
  );
}

/** Settings with their values and defaults. */
export function serverSettingsPage(): string {
  const values = ({ values: of }: ServerSetting): string => {
    if (of.type === 'choice') return of.names.map(code).join(', ');
    if (of.type === 'integer') return `${of.min.toLocaleString('en')} to ${of.max.toLocaleString('en')}`;
    return of.type === 'boolean' ? `${code('true')}, ${code('false')}` : 'an object';
  };
  return page(
    'Settings of a server',
    `Members of a server in the management API and in declarations. What redaction does is [governance](./api/servers); credentials, approved hosts and access rules have guides of their own.`,
    Object.entries(SERVER_SETTINGS).flatMap(([name, setting]) => [
      `## ${name}`,
      `${plain(setting.says)}.`,
      ...(setting.help ? [plain(setting.help.text)] : []),
      table(
        ['Values', 'Default', 'Command line', 'When a server is made', 'Copied and exported'],
        [
          [
            values(setting),
            code(JSON.stringify(setting.default)),
            setting.flag ? code(`--${setting.flag.name}`) : '',
            setting.isGivenFirst ? 'yes' : 'no, afterwards',
            setting.isCopied ? 'yes' : 'no',
          ],
        ],
      ),
    ]),
  );
}

/** Files with settings of the deployment, each with the constant that holds them. */
const settingFiles = (): (readonly [file: string, constant: string])[] => [
  ['lib/config.ts', 'settings'],
  ...readdirSync(join(root, 'lib', 'config')).flatMap((name) => {
    const file = `lib/config/${name}`;
    const found = readFileSync(join(root, file), 'utf8').matchAll(/^export const (\w+Settings) = \{/gm);
    return [...found].map(([, constant = '']) => [file, constant] as const);
  }),
];

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
}

function valuesOf({ type, enum: choices, const: only, anyOf, minimum, maximum, items }: Schema): string {
  if (choices) return choices.map((choice) => code(String(choice))).join(', ');
  if (only !== undefined) return code(String(only));
  if (anyOf) return anyOf.map(valuesOf).join(', ');
  if (type === 'array' && items) return items.enum ? `list of ${valuesOf(items)}` : 'list';
  if ((type === 'integer' || type === 'number') && minimum !== undefined && maximum !== undefined)
    return `${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}`;
  if (type === 'boolean') return `${code('true')}, ${code('false')}`;
  return type === 'string' ? 'text' : 'an object, as JSON';
}

/** Settings of a deployment in groups. */
export function deploymentSettingsPage(): string {
  const { properties = {} } = z.toJSONSchema(deploymentConfig, { io: 'input', unrepresentable: 'any' }) as Schema;
  const says = new Map(settingFiles().flatMap(([file, constant]) => [...commentsIn(file, constant)]));
  return page(
    'Settings of a deployment',
    `Given as ${code('npm run deploy -- -c name=value')}, or kept as ${code('context')} of ${code('cdk.json')}. ${code('npm start -- -c name=value')} tries one on this machine. A misspelled name or value is refused before anything happens.`,
    Object.entries(properties).flatMap(([name, schema]) => [
      `## ${name}`,
      prose(says.get(name) || `See the setting before it.`),
      `Values: ${valuesOf(schema)}. ${schema.default === undefined ? 'Unset by default.' : `Default: ${code(JSON.stringify(schema.default))}.`}`,
    ]),
  );
}

/** Codes in the groups of the help page. A code that occurs in several has its address at the first. */
export function errorCodesPage(): string {
  const seen = new Set<string>();
  const heading = (name: string) => {
    const isFirst = !seen.has(name);
    seen.add(name);
    return isFirst ? `### ${name} {#${name}}` : `### ${name}`;
  };
  return page(
    'Error codes',
    'Codes are stable: scripts and alarms may rely on them. The message of an error is more exact; it names the field, the host or the limit.',
    CATALOGUE.flatMap(({ title, where, codes }) => [
      `## ${plain(title)}`,
      plain(where),
      ...codes.flatMap(({ code: name, what, then, status }) => [
        heading(name),
        `${plain(what)} **What to do:** ${plain(then)}${status && where.includes('RFC 9457') ? ` HTTP status ${status}.` : ''}`,
      ]),
    ]),
  );
}

const memberTable = (members: readonly Member[]): string =>
  table(
    ['Field', 'Type', 'Meaning'],
    members.map(({ name, isOptional, type, says }) => [
      code(name) + (isOptional ? ' (optional)' : ''),
      code(type),
      prose(says),
    ]),
  );

const ENTRIES = [
  ['CallEntry', 'call'],
  ['CallStartedEntry', 'call-started'],
  ['RequestEntry', 'request'],
  ['ManagementEntry', 'management'],
] as const;

/** Kinds of entries, each with its fields. */
export function auditRecordPage(): string {
  const file = 'core/audit/entry.ts';
  return page(
    'Audit record',
    `Every entry as the table, the archive and ${code('GET /v1/servers/{id}/audit')} have it. It has no secrets, no tokens and no ungoverned values.`,
    ENTRIES.flatMap(([name, kind]) => [`## ${kind}`, prose(commentOf(file, name)), memberTable(membersOf(file, name))]),
  );
}

/** Types of events, each with its data. */
export function eventsPage(): string {
  const file = 'core/telemetry/events/events.ts';
  const members = new Map(membersOf(file, 'EventData').map((member) => [member.name, member]));
  return page(
    'Events',
    `Off unless the deployment has the setting [events](./deployment-settings#events). On the event bus ${code('source')} is ${code('portcullis')} and ${code('detail-type')} the type; webhooks send ${code('{"type": …, "timestamp": …, "data": {…}}')}, signed as [Standard Webhooks](https://www.standardwebhooks.com) describes. No event has a secret, a text that a person typed, or the name of a person.`,
    [...EVENT_TYPES, 'webhook.test.v1' as const].flatMap((type) => {
      const { says = '', type: data = '' } = members.get(type) ?? {};
      return [
        `## ${type} {#${type.replaceAll('.', '-')}}`,
        ...(says ? [prose(says)] : []),
        `Data: ${code(data.replace(/\/\*\*.*?\*\/ ?/g, ''))}`,
      ];
    }),
  );
}

/** A number with its unit, which its name tells. */
function quantity(name: string, value: unknown): string {
  if (typeof value !== 'number') return code(JSON.stringify(value));
  if (/(?:Ms|^ms)$|Ms\b/.test(name) || name.endsWith('.ms')) {
    for (const [unit, ms] of [
      ['days', 86_400_000],
      ['hours', 3_600_000],
      ['min', 60_000],
      ['s', 1_000],
    ] as const)
      if (value >= ms && value % ms === 0) return `${value / ms} ${unit}`;
    return `${value} ms`;
  }
  if (/bytes|upstreamBody|\.each$/i.test(name)) {
    if (value % (1024 * 1024) === 0) return `${value / 1024 / 1024} MB`;
    if (value % 1024 === 0) return `${value / 1024} KB`;
  }
  return value.toLocaleString('en');
}

/** Limits and defaults, by their names in the code. */
export function limitsPage(): string {
  const file = 'core/lib/limits.ts';
  const says = commentsIn(file, 'LIMITS');
  const rows = Object.entries(LIMITS).map(([name, value]) => {
    const parts =
      typeof value === 'object' && !Array.isArray(value)
        ? Object.entries(value).map(([part, one]) => `${part} ${quantity(`${name}.${part}`, one)}`)
        : [quantity(name, value)];
    return [`<span id="${name}"></span>${code(name)}`, parts.join('<br>'), prose(says.get(name) ?? '')];
  });
  return page(
    'Limits',
    'Bounds of the product. Where a setting has bounds, default, min and max are given. Limits of calls, which an owner sets, have [a guide](../guides/limits).',
    [table(['Name', 'Value', 'Meaning'], rows)],
  );
}

/** Kinds of personal data in groups. */
export function personalDataPage(): string {
  const kinds: readonly PersonalData[] = CATALOG;
  return page(
    'Kinds of personal data',
    `Each kind can be switched on or off, reported only, or made a reason to refuse the whole answer. Masks look like ${code('[REDACTED:email]')}; the id is the part behind the colon.`,
    [...new Set(kinds.map(({ group }) => group))].flatMap((group) => [
      `## ${group[0]?.toUpperCase()}${group.slice(1)}`,
      table(
        ['Kind', 'Id', 'Default', 'Redacts', 'Leaves'],
        kinds
          .filter((kind) => kind.group === group)
          .map(({ title, id, on, minimal, finds, leaves }) => [
            plain(title),
            code(id),
            (on ? 'on' : 'off') + (minimal ? ', in minimal too' : ''),
            plain(finds),
            plain(leaves),
          ]),
      ),
    ]),
  );
}

/** Rules with their severity and source. */
export const checksPage = (): string =>
  page(
    'Rules of the description check',
    `What ${code('portcullis tool check')} and the page *Tools, Check* judge. An error means that a client refuses or cuts the text, or that a model has nothing to choose the tool by; a warning that a model is likely to choose or call it wrongly; a notice that it could be told better.`,
    RULES.flatMap(({ id, severity, says, source }) => [
      `## ${id}`,
      `**${severity}**: ${plain(says)}`,
      `Source: ${plain(source)}`,
    ]),
  );
