/** Routes of the audit trails, kept answers and statistics. */
import { ANSWER_READER } from '../../model/roles.ts';
import * as audit from '../audit.ts';
import { route } from './route.ts';

/** By id; core/api/routes/index.ts joins them with the others. */
export const auditRoutes = {
  listAudit: route({
    method: 'GET',
    path: '/v1/servers/{id}/audit',
    access: 'viewer',
    tag: 'Audit',
    summary: 'The audit trail of a server, newest first; also of one that was deleted',
    query: audit.auditQuery,
    success: 200,
    answer: audit.auditPage,
  }),
  exportAudit: route({
    method: 'GET',
    path: '/v1/servers/{id}/audit/export',
    access: 'viewer',
    tag: 'Audit',
    summary: 'The same as a file; the header x-next-cursor says that there is more',
    query: audit.auditExportQuery,
    success: 200,
    produces: ['application/x-ndjson', 'text/csv'],
  }),
  readAnswer: route({
    method: 'GET',
    path: '/v1/servers/{id}/audit/{entryId}/answer',
    access: 'viewer',
    right: ANSWER_READER,
    tag: 'Audit',
    summary: 'The answer of a call, where answers are kept; reading it is an entry of its own',
    success: 200,
    answer: audit.keptAnswer,
  }),
  getStats: route({
    method: 'GET',
    path: '/v1/stats',
    access: 'viewer',
    tag: 'Audit',
    summary: 'Calls, errors, latency, redactions and truncations over time',
    query: audit.statsQuery,
    success: 200,
    answer: audit.stats,
  }),
  getCallGroups: route({
    method: 'GET',
    path: '/v1/servers/{id}/calls',
    access: 'viewer',
    tag: 'Audit',
    summary: 'The calls of a server by tool, token, client or person: figures, errors by code, redactions by kind',
    query: audit.callGroupsQuery,
    success: 200,
    answer: audit.callGroups,
  }),
  listGlobalAudit: route({
    method: 'GET',
    path: '/v1/audit',
    access: 'admin',
    tag: 'Audit',
    summary: 'What was done that concerns no single server: settings, and which servers were deleted',
    query: audit.auditQuery,
    success: 200,
    answer: audit.auditPage,
  }),
  listAllAudit: route({
    method: 'GET',
    path: '/v1/audit/all',
    access: 'viewer',
    tag: 'Audit',
    summary:
      'The trails of all servers as one, newest first, of deleted ones too; for admins with what concerns no server',
    query: audit.allAuditQuery,
    success: 200,
    answer: audit.allAuditPage,
  }),
  exportAllAudit: route({
    method: 'GET',
    path: '/v1/audit/all/export',
    access: 'viewer',
    tag: 'Audit',
    summary: 'The same as a file; the header x-next-cursor says that there is more',
    query: audit.allAuditExportQuery,
    success: 200,
    produces: ['application/x-ndjson', 'text/csv'],
  }),
} as const;
