/** Routes of projects, and of moving a server between them. */
import * as projects from '../projects.ts';
import { server } from '../serverViews.ts';
import { route } from './route.ts';

/** By id; core/api/routes/index.ts joins them with the others. */
export const projectRoutes = {
  listProjects: route({
    method: 'GET',
    path: '/v1/projects',
    access: 'viewer',
    place: 'projects',
    tag: 'Projects',
    summary: 'The projects in which the caller has a role',
    success: 200,
    answer: projects.projectList,
  }),
  createProject: route({
    method: 'POST',
    path: '/v1/projects',
    access: 'admin',
    place: 'installation',
    tag: 'Projects',
    summary: 'Make a project, in which nobody has a role yet but the admins of the installation',
    body: projects.newProject,
    success: 201,
    answer: projects.project,
  }),
  getProject: route({
    method: 'GET',
    path: '/v1/projects/{projectId}',
    access: 'admin',
    place: 'project',
    tag: 'Projects',
    summary: 'A project with its members and groups',
    success: 200,
    answer: projects.project,
  }),
  changeProject: route({
    method: 'PATCH',
    path: '/v1/projects/{projectId}',
    access: 'admin',
    place: 'project',
    tag: 'Projects',
    summary: 'Change the name, members and groups of a project; a lower role is in effect at once',
    body: projects.projectChange,
    success: 200,
    answer: projects.project,
  }),
  deleteProject: route({
    method: 'DELETE',
    path: '/v1/projects/{projectId}',
    access: 'admin',
    place: 'installation',
    tag: 'Projects',
    summary: 'Delete a project that has no servers',
    success: 204,
  }),
  moveServer: route({
    method: 'PUT',
    path: '/v1/servers/{id}/project',
    access: 'admin',
    place: 'server',
    tag: 'Projects',
    summary: 'Move a server to another project, with its tokens and its trail; people sign in to it anew',
    body: projects.serverMove,
    success: 200,
    answer: server,
  }),
} as const;
