/** Routes of deployments and versions. */
import * as z from 'zod';
import * as deployments from '../deployments.ts';
import { readingQuery, stillReading } from '../reading.ts';
import { routesOf } from './route.ts';

const route = routesOf('Deployments');

/** By id; core/api/routes/index.ts joins them with the others. */
export const deploymentRoutes = {
  createDeployment: route('POST', '/v1/servers/{id}/deployments', {
    access: 'editor',
    summary: 'Deploy again',
    body: deployments.newDeployment,
    bodyOptional: true,
    success: 202,
    answer: deployments.deployment,
  }),
  listDeployments: route('GET', '/v1/servers/{id}/deployments', {
    access: 'viewer',
    summary: 'A page of up to 100, newest first',
    query: deployments.deploymentsQuery,
    success: 200,
    answer: deployments.deploymentPage,
  }),
  getDeployment: route('GET', '/v1/servers/{id}/deployments/{deploymentId}', {
    access: 'viewer',
    summary: 'Progress and outcome of one deployment',
    success: 200,
    answer: deployments.deployment,
  }),
  getDeploymentChanges: route('GET', '/v1/servers/{id}/deployments/{deploymentId}/changes', {
    access: 'viewer',
    summary: 'What a deployment changed, tool by tool',
    success: 200,
    answer: deployments.deploymentChanges,
  }),
  compareVersions: route('GET', '/v1/servers/{id}/versions/compare', {
    access: 'viewer',
    summary: 'Any two versions compared, or one with the present tools',
    query: deployments.comparisonQuery,
    success: 200,
    answer: z.union([deployments.versionComparison, stillReading]),
  }),
  previewReimport: route('POST', '/v1/servers/{id}/reimport/preview', {
    access: 'editor',
    summary: 'What reading the API description again would change; changes nothing',
    query: readingQuery,
    success: 200,
    answer: z.union([deployments.reimportPreview, stillReading]),
  }),
  getLockfile: route('GET', '/v1/servers/{id}/lockfile', {
    access: 'viewer',
    summary: 'The signed tool list of the live version (lockfile)',
    success: 200,
    answer: deployments.lockfile,
  }),
} as const;
