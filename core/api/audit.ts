/** Schemas of the audit trail: lists, exports and statistics. */
import * as z from 'zod';
import { GROUPINGS } from '../audit/callGroups.ts';
import { AUDIT_CLASSES, AUDIT_ORDERS, AUDIT_STATUS } from '../audit/filter.ts';
import { BUCKETS } from '../audit/stats.ts';
import { cursor, jsonObject, models, serverId, time } from '../lib/zod/fields.ts';

const filters = {
  tool: z.string().max(100).optional().describe('Exact tool name'),
  token: z.string().max(100).optional().describe('Token id'),
  client: z.string().max(100).optional().describe('Exact name and version of the client; empty: of none that is named'),
  session: z.string().max(100).optional().describe('Session of a client of 2025 or earlier, as its entries name it'),
  person: z.string().max(200).optional().describe('Id of a person: who changed something, or for whom a client asked'),
  status: z
    .string()
    .regex(AUDIT_STATUS, { error: 'must be ok, error, an HTTP status or a class such as 4xx.' })
    .optional(),
  class: z
    .enum(AUDIT_CLASSES)
    .optional()
    .describe('call: finished tool calls; request: MCP requests that call no tool'),
  from: time.optional().describe('Inclusive; 30 days before `to` when unset'),
  to: time.optional().describe('Inclusive; now when unset'),
  text: z
    .string()
    .max(200)
    .optional()
    .describe('Words that must all occur in the entry or in its sentence; case is ignored'),
};

/** Query parameters of a server's trail. */
export const auditQuery = z.strictObject({
  ...filters,
  order: z.enum(AUDIT_ORDERS).optional().describe('newest when unset'),
  cursor: cursor.optional().describe('Of a page in the same order'),
  limit: z.coerce.number().int().min(1).max(200).optional(),
});
/** Query parameters of a server's export. */
export const auditExportQuery = z.strictObject({
  ...filters,
  cursor: cursor.optional(),
  format: z.enum(['ndjson', 'csv']).optional().describe('ndjson when unset'),
});

const overAll = { ...filters, server: serverId.optional().describe('Only this server, also a deleted one') };
/** Query parameters of the trail over all servers. */
export const allAuditQuery = z.strictObject({
  ...overAll,
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
});
/** Query parameters of the export over all servers. */
export const allAuditExportQuery = z.strictObject({
  ...overAll,
  cursor: cursor.optional(),
  format: z.enum(['ndjson', 'csv']).optional().describe('ndjson when unset'),
});

const plainValue = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);
const valueDigest = z.object({ characters: z.int(), sha256: z.string() });

/** One changed field of an entry. */
export const fieldChange = z
  .object({
    field: z.string().describe('Path of the value, with dots: name, governance.pii'),
    old: plainValue.optional().describe('null when it was not set'),
    new: plainValue.optional().describe('null when it was removed'),
    inherited: plainValue.optional().describe('The value that applied or applies where it is not set'),
    diff: z.string().optional().describe('For long values instead of old and new: hunks of a unified diff'),
    from: valueDigest.optional().describe('Of long values'),
    to: valueDigest.optional().describe('Of long values'),
    replaced: z.literal(true).optional().describe('A credential or document was replaced; its value is not shown'),
  })
  .register(models, { id: 'FieldChange' });

/** An entry of the trail. */
export const auditEntry = z
  .object({
    entryId: z.string(),
    serverId: z.string(),
    project: z
      .string()
      .optional()
      .describe('Of calls and requests: the project of the server then; absent for default'),
    at: time,
    kind: z.enum(['request', 'call-started', 'call', 'management']),
    serverName: z.string().optional().describe("The server's name at that moment, in entries of the kind management"),
    actor: z.string().optional().describe('In entries of the kind management: the subject of the login'),
    actorName: z.string().optional().describe('The name in the token of the login at that time'),
    action: z.string().optional().describe('In entries of the kind management: server.change, token.revoke, …'),
    detail: z
      .object({
        changes: z.array(fieldChange).optional().describe('What was changed; not in entries of earlier versions'),
      })
      .loose()
      .optional()
      .describe('In entries of the kind management'),
  })
  .loose()
  .register(models, {
    id: 'AuditEntry',
    description: 'Calls have tool, class, status, durationMs, arguments after redaction and more; see design/audit.md.',
  });

/** A kept answer of a call. */
export const keptAnswer = z
  .object({
    entryId: z.string(),
    at: time.describe('When the call ended'),
    until: time.describe('When the answer will be deleted'),
    tool: z.string(),
    isError: z.boolean(),
    matches: z.boolean().describe('Whether its digest is that in the audit entry'),
    content: z.array(jsonObject).describe('Content blocks, as the MCP client got them'),
  })
  .register(models, { id: 'KeptAnswer' });

/** A page of a server's trail. */
export const auditPage = z
  .object({ items: z.array(auditEntry), cursor: cursor.optional().describe('Absent on the last page') })
  .register(models, { id: 'AuditPage' });

/** A page of the trail over all servers. */
export const allAuditPage = auditPage
  .extend({
    servers: z
      .array(z.object({ serverId, name: z.string(), deleted: z.boolean() }))
      .describe('The servers of the entries, with their present or last names'),
  })
  .register(models, { id: 'AllAuditPage' });

/** Query parameters of the statistics. */
export const statsQuery = z.strictObject({
  server: serverId.optional(),
  tool: z.string().max(100).optional().describe('Calls of the tool with this exact name'),
  token: z.string().max(100).optional().describe('Calls with the token of this id'),
  from: time.optional().describe('Inclusive; 24 hours before `to` when unset'),
  to: time.optional().describe('Exclusive; now when unset'),
  bucket: z.enum(BUCKETS).optional().describe('hour up to three days, then day; 5min for half a day at most'),
});

const figures = {
  calls: z.int(),
  errors: z.int(),
  p50Ms: z.number(),
  p95Ms: z.number(),
  redactions: z.int().describe('Redacted fields'),
  truncations: z.int().describe('Arrays cut'),
  bytesIn: z.number(),
  bytesOut: z.number(),
};

/** Figures about tool calls. */
export const stats = z
  .object({
    from: time,
    to: time,
    bucket: z.enum(BUCKETS),
    totals: z.object(figures),
    series: z.array(z.object({ at: time.describe('Start of the bucket'), ...figures })),
    servers: z.array(z.object({ serverId, name: z.string(), ...figures })).describe('Busiest first'),
    tools: z.array(z.object({ serverId, tool: z.string(), ...figures })).describe('Busiest first, 20 at most'),
    tokens: z
      .array(z.object({ serverId, tokenId: z.string(), label: z.string(), ...figures }))
      .describe('Busiest first, 20 at most'),
    sampled: z.boolean().describe('True when there were too many entries to read them all'),
  })
  .register(models, { id: 'Stats' });
/** Figures about tool calls. */
export type Stats = z.infer<typeof stats>;

/** Query parameters of the calls of a server by what they have in common. */
export const callGroupsQuery = z.strictObject({
  by: z.enum(GROUPINGS).optional().describe('tool when unset'),
  tool: z.string().max(100).optional().describe('Calls of the tool with this exact name'),
  token: z.string().max(100).optional().describe('Calls with the token of this id'),
  client: z.string().max(100).optional().describe('Calls of the client of this exact name and version; empty: unnamed'),
  person: z.string().max(200).optional().describe('Calls of the person with this id; empty: of no person'),
  from: time.optional().describe('Inclusive; 24 hours before `to` when unset'),
  to: time.optional().describe('Exclusive; now when unset'),
  bucket: z.enum(BUCKETS).optional().describe('hour up to three days, then day; 5min for half a day at most'),
});

const useFigures = {
  ...figures,
  tokens: z.int().describe('Returned to clients; estimated from bytesOut'),
  lastAt: time.optional().describe('Of the newest call'),
  errorCodes: z.array(z.object({ code: z.string(), calls: z.int() })).describe('The most frequent first, 50 at most'),
  redacted: z
    .array(z.object({ kind: z.string(), count: z.int() }))
    .describe('By kind, the most frequent first; of each call the eight most frequent rules'),
};

/** Calls of a server by tool, token, client or person. */
export const callGroups = z
  .object({
    from: time,
    to: time,
    since: time.describe(
      'The figures cover the calls from then on: later than `from` when there were too many to read',
    ),
    isComplete: z.boolean().describe('Whether `since` is `from`'),
    bucket: z.enum(BUCKETS),
    by: z.enum(GROUPINGS),
    totals: z.object(useFigures),
    series: z.array(z.object({ at: time.describe('Start of the bucket'), ...figures })),
    groups: z
      .array(
        z.object({
          key: z.string().describe('Tool, token id, client or person id; empty where the entries do not say'),
          label: z.string(),
          ...useFigures,
        }),
      )
      .describe('Busiest first'),
    moreGroups: z.int().describe('Groups beyond the 10,000 busiest'),
  })
  .register(models, { id: 'CallGroups' });
/** Calls of a server by tool, token, client or person. */
export type CallGroups = z.infer<typeof callGroups>;
