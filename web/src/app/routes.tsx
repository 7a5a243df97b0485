/** The addresses of the pages. Each page is a separate chunk: the first visit loads the frame and one page. */
import { lazy } from 'react';
import { createBrowserRouter, Navigate } from 'react-router';
import { Crashed, NotFound } from '../components/crashed.tsx';
import { Shell } from '../components/shell.tsx';

const ServersPage = lazy(() => import('../pages/servers/servers-page.tsx'));
const WizardPage = lazy(() => import('../pages/wizard/wizard-page.tsx'));
const ServerPage = lazy(() => import('../pages/server/server-page.tsx'));
const ProjectsPage = lazy(() => import('../pages/projects/projects-page.tsx'));
const ApprovalsPage = lazy(() => import('../pages/approvals/approvals-page.tsx'));
const MembersPage = lazy(() => import('../pages/members/members-page.tsx'));
const SessionsPage = lazy(() => import('../pages/sessions/sessions-page.tsx'));
const AuditPage = lazy(() => import('../pages/audit/audit-page.tsx'));
const ApiPage = lazy(() => import('../pages/help/api-page.tsx'));
const HelpPage = lazy(() => import('../pages/help/help-page.tsx'));
const SettingsPage = lazy(() => import('../pages/settings/settings-page.tsx'));

/** Created after the sign-in, which restores the address that was requested. */
export const createRouter = () =>
  createBrowserRouter([
    {
      element: <Shell />,
      errorElement: <Crashed />,
      children: [
        {
          // When a page throws an error, the frame stays.
          errorElement: <Crashed />,
          children: [
            { path: '/', element: <ServersPage /> },
            { path: '/servers', element: <Navigate to="/" replace /> },
            { path: '/servers/new', element: <WizardPage /> },
            { path: '/servers/:serverId/:tab?/:section?', element: <ServerPage /> },
            { path: '/approvals', element: <ApprovalsPage /> },
            { path: '/members', element: <MembersPage /> },
            { path: '/projects', element: <ProjectsPage /> },
            { path: '/sessions', element: <SessionsPage /> },
            { path: '/audit', element: <AuditPage /> },
            { path: '/help/api', element: <ApiPage /> },
            { path: '/help', element: <HelpPage /> },
            { path: '/settings', element: <SettingsPage /> },
            { path: '*', element: <NotFound /> },
          ],
        },
      ],
    },
  ]);
