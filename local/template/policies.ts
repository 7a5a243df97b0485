/**
 * What each function's role allows, by the synthesized policies: a twin checks before it serves, and answers AccessDenied where AWS
 * would. The condition operators that the product uses are evaluated; an unknown operator denies.
 */
import { PortcullisError } from '../../core/lib/errors.ts';
import type { Resolve } from './resolve.ts';
import type { StackTemplate } from './template.ts';

interface Statement {
  readonly allow: boolean;
  readonly actions: readonly RegExp[];
  readonly resources: readonly RegExp[];
  readonly conditions: readonly Condition[];
}

/** One key of one operator (IAM's JSON policy elements). */
interface Condition {
  readonly key: string;
  readonly holds: (found: readonly string[]) => boolean;
}

/** Context keys of a request, e.g. `kms:EncryptionContext:serverId`; a list for multi-valued keys. */
export type RequestContext = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The context of a request, or what makes it: most statements have no condition that asks for it. */
export type GivenContext = RequestContext | (() => RequestContext);

/** The policies of the template's roles. */
export interface Policies {
  /** Whether the role (by logical id) allows this. */
  allows(roleId: string, action: string, resource: string, context?: GivenContext): boolean;
}

const MAX_KNOWN = 1_000;

const asArray = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as T];

const glob = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.')}$`,
    's',
  );

/** Reads the policies of the template, by the roles that they are attached to. */
export function readPolicies(template: StackTemplate, resolve: Resolve): Policies {
  const byRole = new Map<string, Statement[]>();
  const add = (roleId: string, document: unknown) => {
    const { Statement: raw } = document as { Statement: Record<string, unknown>[] };
    const statements = raw.map((each) => parse(resolve<Record<string, unknown>>(each)));
    byRole.set(roleId, [...(byRole.get(roleId) ?? []), ...statements]);
  };
  for (const [id, { Type, Properties = {} }] of Object.entries(template.resources)) {
    // CDK puts statements that do not fit a role's own policy into a managed policy.
    if (/^AWS::IAM::(Managed)?Policy$/.test(Type))
      for (const { Ref } of Properties['Roles'] as Array<{ Ref: string }>) add(Ref, Properties['PolicyDocument']);
    if (Type === 'AWS::IAM::Role')
      for (const inline of (Properties['Policies'] ?? []) as Array<{ PolicyDocument: unknown }>)
        add(id, inline.PolicyDocument);
  }
  /** Caches a role's statements for an action on a resource, before their conditions. */
  const known = new Map<string, readonly Statement[]>();
  const concerning = (roleId: string, action: string, resource: string): readonly Statement[] => {
    const name = `${roleId} ${action} ${resource}`;
    let statements = known.get(name);
    if (!statements) {
      statements = (byRole.get(roleId) ?? []).filter(
        (statement) =>
          statement.actions.some((pattern) => pattern.test(action)) &&
          statement.resources.some((pattern) => pattern.test(resource)),
      );
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(name, statements);
    }
    return statements;
  };
  const allows: Policies['allows'] = (roleId, action, resource, given = {}) => {
    let context: RequestContext | undefined;
    let isAllowed = false;
    for (const { allow, conditions } of concerning(roleId, action, resource)) {
      if (conditions.length > 0) context ??= typeof given === 'function' ? given() : given;
      if (!satisfied(conditions, context ?? {})) continue;
      if (!allow) return false;
      isAllowed = true;
    }
    return isAllowed;
  };
  return { allows };
}

function parse(raw: Record<string, unknown>): Statement {
  if (!raw['Action'] || !raw['Resource']) {
    throw new PortcullisError(
      'template_unsupported',
      'The local stack reads policy statements with Action and Resource only.',
    );
  }
  return {
    allow: raw['Effect'] === 'Allow',
    actions: asArray(raw['Action'] as string | string[]).map((action) => new RegExp(glob(action).source, 'i')),
    resources: asArray(raw['Resource'] as string | string[]).map(glob),
    conditions: conditionsOf(raw['Condition']),
  };
}

/** Whether a trust policy, which has principals and no resources, allows this to a principal (an ARN). */
export function trusts(document: unknown, principal: string, action: string, context: RequestContext): boolean {
  const statements = asArray((document as { Statement?: Record<string, unknown>[] } | undefined)?.Statement).filter(
    ({ Action, Principal, Condition = {} }) =>
      asArray(Action as string | string[]).includes(action) &&
      asArray((Principal as { AWS?: string | string[] } | undefined)?.AWS).includes(principal) &&
      satisfied(conditionsOf(Condition), context),
  );
  return statements.length > 0 && statements.every(({ Effect }) => Effect === 'Allow');
}

type RawConditions = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

/** Compiled once: a call is checked against several statements, some with patterns. */
const conditionsOf = (raw: unknown): Condition[] =>
  Object.entries((raw ?? {}) as RawConditions).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, wanted]) => ({ key, holds: testOf(operator, asArray(wanted)) })),
  );

/** Operators are ANDed, values of one key are ORed. */
const satisfied = (conditions: readonly Condition[], context: RequestContext): boolean =>
  conditions.every(({ key, holds }) => holds(asArray(context[key])));

function testOf(operator: string, wanted: readonly string[]): Condition['holds'] {
  const patterns = wanted.map(glob);
  const isLike = (value: string) => patterns.some((pattern) => pattern.test(value));
  const isWanted = (value: string) => wanted.includes(value);
  switch (operator) {
    case 'Null':
      return (found) => (found.length === 0) === (wanted[0] === 'true');
    case 'StringEquals':
      return (found) => found.length > 0 && found.every(isWanted);
    case 'StringEqualsIfExists':
    case 'ForAllValues:StringEquals':
      return (found) => found.every(isWanted);
    case 'ForAllValues:StringLike':
      return (found) => found.every(isLike);
    case 'StringLike':
      return (found) => found.length > 0 && found.every(isLike);
    default:
      return () => false;
  }
}
