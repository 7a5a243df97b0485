/** Routes of the audit trails, kept answers and statistics. */
import { ANSWER_READER } from '../../model/roles.ts';
import * as audit from '../audit.ts';
import { routesOf } from './route.ts';

const route = routesOf('Audit');

/** By id; core/api/routes/index.ts joins them with the others. */
export const auditRoutes = {
  listAudit: route('GET', '/v1/servers/{id}/audit', {
    access: 'viewer',
    summary: 'The audit log of a server, newest first or oldest first; also of a deleted one',
    query: audit.auditQuery,
    success: 200,
    answer: audit.auditPage,
  }),
  exportAudit: route('GET', '/v1/servers/{id}/audit/export', {
    access: 'viewer',
    summary: 'The same as a file; the header x-next-cursor says that there is more',
    query: audit.auditExportQuery,
    success: 200,
    produces: ['application/x-ndjson', 'text/csv'],
  }),
  getAuditEntry: route('GET', '/v1/servers/{id}/audit/{entryId}', {
    access: 'viewer',
    summary: 'One entry of the audit log of a server, however old',
    success: 200,
    answer: audit.auditEntry,
  }),
  readAnswer: route('GET', '/v1/servers/{id}/audit/{entryId}/answer', {
    access: 'viewer',
    right: ANSWER_READER,
    summary: 'The answer of a call, where answers are kept; reading it is an entry of its own',
    success: 200,
    answer: audit.keptAnswer,
  }),
  getStats: route('GET', '/v1/stats', {
    access: 'viewer',
    place: 'projects',
    summary: 'Calls, errors, latency, redactions and truncations over time',
    query: audit.statsQuery,
    success: 200,
    answer: audit.stats,
  }),
  getCallGroups: route('GET', '/v1/servers/{id}/calls', {
    access: 'viewer',
    summary: 'The calls of a server by tool, token, client or person: figures, errors by code, redactions by kind',
    query: audit.callGroupsQuery,
    success: 200,
    answer: audit.callGroups,
  }),
  listGlobalAudit: route('GET', '/v1/audit', {
    access: 'admin',
    place: 'installation',
    summary: 'What was done that concerns no single server: settings, and which servers were deleted',
    query: audit.auditQuery,
    success: 200,
    answer: audit.auditPage,
  }),
  getGlobalAuditEntry: route('GET', '/v1/audit/{entryId}', {
    access: 'admin',
    place: 'installation',
    summary: 'One entry of what concerns no single server',
    success: 200,
    answer: audit.auditEntry,
  }),
  listAllAudit: route('GET', '/v1/audit/all', {
    access: 'viewer',
    place: 'projects',
    summary:
      'The audit logs of all servers as one, newest first, also of deleted ones; for admins with what concerns no server',
    query: audit.allAuditQuery,
    success: 200,
    answer: audit.allAuditPage,
  }),
  exportAllAudit: route('GET', '/v1/audit/all/export', {
    access: 'viewer',
    place: 'projects',
    summary: 'The same as a file; the header x-next-cursor says that there is more',
    query: audit.allAuditExportQuery,
    success: 200,
    produces: ['application/x-ndjson', 'text/csv'],
  }),
} as const;
