/** Routes of deployments and versions. */
import * as z from 'zod';
import * as deployments from '../deployments.ts';
import { readingQuery, stillReading } from '../reading.ts';
import { route } from './route.ts';

/** By id; core/api/routes/index.ts joins them with the others. */
export const deploymentRoutes = {
  createDeployment: route({
    method: 'POST',
    path: '/v1/servers/{id}/deployments',
    access: 'editor',
    place: 'server',
    tag: 'Deployments',
    summary: 'Deploy again',
    body: deployments.newDeployment,
    bodyOptional: true,
    success: 202,
    answer: deployments.deployment,
  }),
  listDeployments: route({
    method: 'GET',
    path: '/v1/servers/{id}/deployments',
    access: 'viewer',
    place: 'server',
    tag: 'Deployments',
    summary: 'A page of up to 100, newest first',
    query: deployments.deploymentsQuery,
    success: 200,
    answer: deployments.deploymentPage,
  }),
  getDeployment: route({
    method: 'GET',
    path: '/v1/servers/{id}/deployments/{deploymentId}',
    access: 'viewer',
    place: 'server',
    tag: 'Deployments',
    summary: 'Progress and outcome of one deployment',
    success: 200,
    answer: deployments.deployment,
  }),
  getDeploymentChanges: route({
    method: 'GET',
    path: '/v1/servers/{id}/deployments/{deploymentId}/changes',
    access: 'viewer',
    place: 'server',
    tag: 'Deployments',
    summary: 'What a deployment changed, tool by tool',
    success: 200,
    answer: deployments.deploymentChanges,
  }),
  compareVersions: route({
    method: 'GET',
    path: '/v1/servers/{id}/versions/compare',
    access: 'viewer',
    place: 'server',
    tag: 'Deployments',
    summary: 'Any two versions compared, or one with the present tools',
    query: deployments.comparisonQuery,
    success: 200,
    answer: z.union([deployments.versionComparison, stillReading]),
  }),
  previewReimport: route({
    method: 'POST',
    path: '/v1/servers/{id}/reimport/preview',
    access: 'editor',
    place: 'server',
    tag: 'Deployments',
    summary: 'What reading the API description again would change; changes nothing',
    query: readingQuery,
    success: 200,
    answer: z.union([deployments.reimportPreview, stillReading]),
  }),
  getLockfile: route({
    method: 'GET',
    path: '/v1/servers/{id}/lockfile',
    access: 'viewer',
    place: 'server',
    tag: 'Deployments',
    summary: 'The signed tool list of the live version (lockfile)',
    success: 200,
    answer: deployments.lockfile,
  }),
} as const;
