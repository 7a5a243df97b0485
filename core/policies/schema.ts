/**
 * The Cedar schema that a server's policies are validated against, and the entities of its calls: who calls, which tool, at which server.
 *
 * Tools are actions, by the names that clients see. What a tool is belongs to groups of actions, whose names have a colon, which no tool's
 * name has: `Action::"is:readOnly"`, `Action::"is:destructive"`, `Action::"tag:orders"`.
 */
import type { EntityJson, SchemaJson, TypeAndId } from '@cedar-policy/cedar-wasm';
import type { JsonSchema } from '../lib/json/value.ts';
import type { TokenRow } from '../model/token.ts';
import type { ToolAnnotations } from '../model/tool.ts';
import { type CedarRecord, inputType } from './types.ts';

/** What policies know of a tool. */
export interface PolicyTool {
  readonly name: string;
  readonly inputSchema: JsonSchema;
  readonly annotations: ToolAnnotations;
  readonly tags?: readonly string[] | undefined;
}

/** Of more tools, only those have arguments in policies that a policy names. */
export const MAX_TYPED_TOOLS = 500;

const ANNOTATIONS = {
  readOnlyHint: 'is:readOnly',
  destructiveHint: 'is:destructive',
  idempotentHint: 'is:idempotent',
  openWorldHint: 'is:openWorld',
} as const satisfies Partial<Record<keyof ToolAnnotations, string>>;

/** The groups of actions that a tool is in. */
export const groupsOf = ({ annotations, tags = [] }: Pick<PolicyTool, 'annotations' | 'tags'>): string[] => [
  ...Object.entries(ANNOTATIONS).flatMap(([hint, group]) =>
    annotations[hint as keyof typeof ANNOTATIONS] ? [group] : [],
  ),
  ...(tags ?? []).map((tag) => `tag:${tag}`),
];

const NO_INPUT: CedarRecord = { type: 'Record', attributes: {} };

/**
 * The schema of a server's calls.
 * @param texts of its policies: of many tools, those are typed whose names stand in one
 */
export function schemaOf(tools: readonly PolicyTool[], texts: readonly string[]): SchemaJson<string> {
  const isTyped = ({ name }: PolicyTool) =>
    tools.length <= MAX_TYPED_TOOLS || texts.some((text) => text.includes(`"${name}"`));
  const groups = new Set([...Object.values(ANNOTATIONS), ...tools.flatMap(groupsOf)]);
  const appliesTo = (input: CedarRecord) => ({
    principalTypes: ['Person', 'Token', 'Client'],
    resourceTypes: ['Server'],
    context: {
      type: 'Record' as const,
      attributes: {
        input: { ...input, required: true },
        now: { type: 'Extension', name: 'datetime', required: true },
        weekday: { type: 'Long', required: true },
      },
    },
  });
  const actions = [
    ...[...groups].map((group) => [group, {}] as const),
    ...tools.map((tool) => {
      const memberOf = groupsOf(tool).map((id) => ({ id }));
      return [
        tool.name,
        { memberOf, appliesTo: appliesTo(isTyped(tool) ? inputType(tool.inputSchema) : NO_INPUT) },
      ] as const;
    }),
  ];
  const text = (required: boolean) => ({ type: 'String' as const, required });
  return {
    '': {
      entityTypes: {
        Person: {
          memberOfTypes: ['Group'],
          shape: { type: 'Record', attributes: { id: text(true), name: text(false), client: text(true) } },
        },
        Token: { shape: { type: 'Record', attributes: { id: text(true), label: text(true) } } },
        Client: { shape: { type: 'Record', attributes: { id: text(true), name: text(true) } } },
        Group: {},
        Server: { shape: { type: 'Record', attributes: { name: text(true) } } },
      },
      actions: Object.fromEntries(actions),
    },
  } as SchemaJson<string>;
}

/** Who calls: a person who has signed in, a client that has signed in for itself, or a connection token. */
export type Caller =
  | {
      readonly type: 'Person';
      readonly id: string;
      readonly name?: string;
      readonly client: string;
      readonly groups: readonly string[];
    }
  | { readonly type: 'Client'; readonly id: string; readonly name: string }
  | { readonly type: 'Token'; readonly id: string; readonly label: string };

/** Who calls with a token or session. */
export function callerOf({ tokenId, label, signIn }: Pick<TokenRow, 'tokenId' | 'label' | 'signIn'>): Caller {
  if (!signIn) return { type: 'Token', id: tokenId, label };
  const { person, client, isMachine } = signIn;
  if (isMachine) return { type: 'Client', id: client.id, name: client.name };
  const { id, name, groups = [] } = person;
  return { type: 'Person', id, ...(name !== undefined && { name }), client: client.id, groups };
}

const uid = (type: string, id: string): TypeAndId => ({ type, id: id.toWellFormed() });

/** The entity of who calls, with the groups that it is in. */
export function callerEntity({ type, id, ...rest }: Caller): EntityJson {
  const { groups = [], ...attrs } = rest as { groups?: readonly string[] } & Record<string, string>;
  const parents = groups.map((group) => uid('Group', group));
  return {
    uid: uid(type, id),
    attrs: Object.fromEntries(Object.entries({ id, ...attrs }).map(([name, value]) => [name, value.toWellFormed()])),
    parents,
  };
}

/** The entity of a tool, in the groups that it is in. */
export const toolEntity = (tool: Pick<PolicyTool, 'name' | 'annotations' | 'tags'>): EntityJson => ({
  uid: uid('Action', tool.name),
  attrs: {},
  parents: groupsOf(tool).map((id) => uid('Action', id)),
});

/** The entity of a server. */
export const serverEntity = (serverId: string, name: string): EntityJson => ({
  uid: uid('Server', serverId),
  attrs: { name: name.toWellFormed() },
  parents: [],
});
