/** All reference pages: path below reference/, title and Markdown. */
import { apiPages } from './api.ts';
import { clientsPage } from './clients.ts';
import {
  auditRecordPage,
  checksPage,
  cliPage,
  deploymentSettingsPage,
  errorCodesPage,
  eventsPage,
  limitsPage,
  personalDataPage,
  serverSettingsPage,
} from './code.ts';

/** A generated page. */
export interface ReferencePage {
  /** Below reference/, without ending. */
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

/** The pages, in the order of the sidebar. */
export const referencePages = (): ReferencePage[] => [
  { path: 'cli', title: 'Command line', text: cliPage() },
  ...apiPages(),
  { path: 'clients', title: 'Set-up of AI clients', text: clientsPage() },
  { path: 'server-settings', title: 'Settings of a server', text: serverSettingsPage() },
  { path: 'deployment-settings', title: 'Settings of a deployment', text: deploymentSettingsPage() },
  { path: 'error-codes', title: 'Error codes', text: errorCodesPage() },
  { path: 'audit-record', title: 'Audit record', text: auditRecordPage() },
  { path: 'events', title: 'Events', text: eventsPage() },
  { path: 'limits', title: 'Limits', text: limitsPage() },
  { path: 'personal-data', title: 'Kinds of personal data', text: personalDataPage() },
  { path: 'description-checks', title: 'Rules of the description check', text: checksPage() },
];
