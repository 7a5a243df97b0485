/**
 * A property for each section of the table of choices: the template has what the table says, has it wherever the table wants it, and has
 * nothing of which no row speaks.
 */
import type { DeploymentConfig } from '../../../lib/config.ts';
import { choicesOf } from '../../support/choices.ts';
import { TABLE } from './choices.table.ts';
import type { Property, Resources } from './property.ts';

export interface ChoiceRow {
  readonly section: string;
  readonly resource: RegExp;
  readonly at: RegExp;
  readonly values: string;
  readonly isNeeded: boolean;
}

/** A text; undefined where the configuration wants no such property; null where all of it is a reference. */
type Value = string | undefined | null;

const joined = (values: readonly string[], separator: string): Value =>
  values.length > 0 ? values.join(separator) : undefined;
const hasProvider = ({ oidc, saml }: DeploymentConfig) => oidc !== undefined || saml !== undefined;

const hasAlias = ({ canary, provisionedConcurrency }: DeploymentConfig) =>
  canary || provisionedConcurrency !== undefined;
const isOwnKey = ({ dataKey }: DeploymentConfig) => dataKey === 'own';

const VALUES: Readonly<Record<string, (config: DeploymentConfig) => Value>> = {
  mfa: ({ mfa }) => (mfa === 'required' ? 'ON' : 'OPTIONAL'),
  protection: ({ retainData }) => (retainData ? 'ACTIVE' : 'INACTIVE'),
  isKept: ({ retainData }) => String(retainData),
  kept: ({ retainData }) => (retainData ? 'RetainExceptOnCreate' : 'Delete'),
  keptAndProtected: ({ retainData }) => (retainData ? 'Retain' : 'Delete'),
  lock: ({ auditLock }) => auditLock.toUpperCase(),
  providers: (config) => {
    const own = config.oidc?.name ?? config.saml?.name;
    return [...(config.passwords ? ['COGNITO'] : []), ...(own ? [own] : [])].join(', ');
  },
  // The distribution's own address is behind the others, and a reference.
  addresses: ({ domainNames }) =>
    domainNames.length > 0 ? domainNames.map((name) => `https://${name}/`).join(', ') : null,
  changeStreams: ({ changeStreams }) => String(changeStreams),
  standaloneStreams: ({ standaloneStreams }) => String(standaloneStreams),
  allowedOrigins: ({ allowedOrigins }) => allowedOrigins.join(','),
  traces: ({ traces, traceSampling }) => (traces === 'none' ? undefined : String(traceSampling)),
  clientRegistration: ({ clientRegistration }) => String(clientRegistration),
  identityProviders: ({ identityProviders }) => JSON.stringify(identityProviders),
  groupRoles: (config) => (hasProvider(config) ? JSON.stringify(config.groupRoles) : undefined),
  passwords: (config) => (hasProvider(config) && !config.passwords ? 'false' : undefined),
  invitations: ({ invitations }) => (invitations ? undefined : 'false'),
  privateHosts: ({ privateHosts }) => joined(privateHosts, ','),
  privateRanges: ({ privateRanges }) => joined(privateRanges, ','),
  upstreamRoles: ({ upstreamRoles }) => joined(upstreamRoles, ','),
  upstreamSecrets: ({ upstreamSecrets }) =>
    Object.keys(upstreamSecrets).length > 0 ? JSON.stringify(upstreamSecrets) : undefined,
  metrics: ({ metrics }) => (metrics === 'none' ? undefined : metrics),
  otlpEndpoint: ({ otlpEndpoint }) => otlpEndpoint,
  otherNames: ({ domainNames }) => joined(domainNames.slice(1), ', '),
  // HTTP APIs and REST APIs name it otherwise.
  apiFailures: ({ entrance }) => (entrance === 'private' ? '5XXError' : '5xx'),
  alarmTopic: ({ alarmTopic }) => alarmTopic,
  subnets: ({ subnets }) => joined(subnets, ', '),
  alias: (config) => (hasAlias(config) ? 'live' : undefined),
  // A key of the stack is a reference.
  queueKey: (config) => (isOwnKey(config) ? null : 'alias/aws/sqs'),
  bucketEncryption: (config) => (isOwnKey(config) ? 'aws:kms' : 'AES256'),
  hasOwnKey: (config) => (isOwnKey(config) ? 'true' : undefined),
  tableEncryption: (config) => (isOwnKey(config) ? 'KMS' : undefined),
  routeTables: ({ routeTables }) => joined(routeTables, ', '),
};

function rowsOf(text: string): ChoiceRow[] {
  let section = '';
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('# ')) section = line.slice(2);
    const [resource = '', at = '', ...values] = line.split(' | ');
    if (values.length === 0) return [];
    return [
      {
        section,
        resource: new RegExp(`^${resource.replace(/^\+/, '')}$`),
        at: new RegExp(`^${at}$`),
        values: values.join(' | '),
        isNeeded: resource.startsWith('+'),
      },
    ];
  });
}

export const CHOICE_ROWS: readonly ChoiceRow[] = rowsOf(TABLE);

/** What a row allows; undefined: anything. */
function allowedBy({ values }: ChoiceRow, config: DeploymentConfig): readonly Value[] | undefined {
  if (values === 'any') return undefined;
  const [, name] = /^\{(\w+)\}$/.exec(values) ?? [];
  const value = name === undefined ? undefined : VALUES[name];
  return value ? [value(config)] : values.split('; ');
}

interface Placed {
  readonly resource: string;
  readonly at: string;
  readonly value: string;
}

const known = new WeakMap<object, readonly (readonly [Placed, ChoiceRow | undefined])[]>();

/** Each choice with the row that decides it. */
function judged(resources: Resources): readonly (readonly [Placed, ChoiceRow | undefined])[] {
  let found = known.get(resources);
  if (!found) {
    found = choicesOf(resources).map(({ place, value }) => {
      const [type, name, ...path] = place.split(' ');
      const [resource, at] = [`${type} ${name}`, path.join(' ')];
      return [{ resource, at, value }, CHOICE_ROWS.find((row) => row.resource.test(resource) && row.at.test(at))];
    });
    known.set(resources, found);
  }
  return found;
}

/** Resources that lack what a row wants each of them to have. */
function lacking(resources: Resources, row: ChoiceRow, config: DeploymentConfig): string[] {
  const allowed = allowedBy(row, config);
  const isOfConfig = row.values.startsWith('{');
  if (isOfConfig ? allowed?.[0] === undefined || allowed[0] === null : !row.isNeeded) return [];
  const all = judged(resources);
  const having = new Set(all.filter(([{ at }]) => row.at.test(at)).map(([{ resource }]) => resource));
  return [...new Set(all.map(([{ resource }]) => resource))]
    .filter((resource) => row.resource.test(resource) && !having.has(resource))
    .map((resource) => `${resource}: no ${row.at.source}`);
}

const isAllowed = (value: string, allowed: readonly Value[]): boolean => allowed.some((each) => each === value);

function faultsOf(resources: Resources, rows: readonly ChoiceRow[], config: DeploymentConfig): string[] {
  const wrong = judged(resources).flatMap(([{ resource, at, value }, row]) => {
    const allowed = row && rows.includes(row) ? allowedBy(row, config) : undefined;
    return allowed === undefined || isAllowed(value, allowed)
      ? []
      : [`${resource} ${at}: ${value}, not ${allowed.join('; ')}`];
  });
  return [...wrong, ...rows.flatMap((row) => lacking(resources, row, config))];
}

const SECTIONS = [...new Set(CHOICE_ROWS.map(({ section }) => section))];

export const CHOICES: readonly Property[] = [
  ...SECTIONS.map((section) => {
    const rows = CHOICE_ROWS.filter((row) => row.section === section);
    return {
      name: section,
      why: 'A resource would be there and do something else.',
      faults: (resources: Resources, config: DeploymentConfig) => faultsOf(resources, rows, config),
    };
  }),
  {
    name: 'every choice of the template is named',
    why: 'Nobody would notice that it changes.',
    faults: (resources) =>
      judged(resources)
        .filter(([, row]) => row === undefined)
        .map(([{ resource, at, value }]) => `${resource} ${at}: ${value} is in no row of choices.table.ts`),
  },
];
