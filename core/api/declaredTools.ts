/** The parts of a declared server that name tools: by verb and path, or by name, where the management API has numbers. */
import * as z from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { acrossMembers } from '../lib/zod/faults.ts';
import { toolChange } from '../tools/schemas/tools.ts';
import { selectionSentences } from './selection.ts';
import { accessRules } from './signIn.ts';
import { newToken, tokenScopes } from './tokens.ts';

/** How a tool is named: GET /orders/{id}, or its name. */
const toolKey = z.string().min(1).max(8_100);
const toolKeys = z
  .array(toolKey)
  .min(1)
  .max(LIMITS.tokenScopeTools)
  .describe('Tools by name, or by verb and path as GET /orders/{id}');

const { reset: _, approvedWords: __, name: toolName, ...editable } = toolChange.shape;

/** An edit of an imported tool, or a tool that is added. */
const tool = z
  .strictObject({
    name: toolName,
    ...editable,
    deleted: z.literal(true).optional().describe('Deleted, and again after an import that brings it back'),
  })
  .check(
    acrossMembers(({ deleted, ...others }, fault) => {
      if (deleted === true && Object.values(others).some((value) => value !== undefined))
        fault(['deleted'], 'contradiction', 'goes with no other member.');
    }),
    acrossMembers(({ verb, path }, fault) => {
      if ((verb === undefined) === (path === undefined)) return;
      const missing = verb === undefined ? 'verb' : 'path';
      fault([missing], 'tool_incomplete', 'is missing; a tool that is added has a verb and a path.');
    }),
  )
  .describe('With verb and path a tool that is added; without, what is edited of an imported one');

/** The tools of a server that are edited or added. */
export const tools = z
  .record(toolKey, tool)
  .refine((all) => Object.keys(all).length <= LIMITS.toolsPerServer, {
    error: 'are too many tools.',
    params: { rule: 'too_many_tools' },
  })
  .describe(
    'By name, or by verb and path as GET /orders/{id}. Held whole: edits that are not here are reset, and tools added by hand that are not here are deleted',
  );

const token = z
  .strictObject({
    ...newToken.shape,
    scopes: z
      .strictObject({ access: tokenScopes.shape.access, tools: toolKeys.optional() })
      .optional()
      .describe('What it opens of the server; unset means all tools'),
  })
  .describe('Made when no token with this label is valid');

/** Refuses a list in which two have the same member. */
export const noneTwice =
  (member: string) =>
  (all: readonly Readonly<Record<string, unknown>>[], context: z.RefinementCtx): void => {
    all.forEach((one, index) => {
      if (all.findIndex((other) => other[member] === one[member]) === index) return;
      context.addIssue({ code: 'custom', path: [index, member], message: 'stands twice.', params: { rule: 'unique' } });
    });
  };

/** The tokens of a server. */
export const tokens = z
  .array(token)
  .max(LIMITS.tokensPerServer)
  .superRefine(noneTwice('label'))
  .describe('Connection tokens by label. Others are left alone');

/** A rule of who may sign in. */
export const rule = z.strictObject({ ...accessRules.element.shape, tools: toolKeys.optional() });

/** The sentences of the selection check. */
export const sentences = selectionSentences(toolKey).describe(
  'All sentences of the selection check; each with a tool by name, or by verb and path',
);

/** One tool of a server. */
export type DeclaredTool = z.infer<typeof tool>;
/** One token of a server. */
export type DeclaredToken = z.infer<typeof token>;
