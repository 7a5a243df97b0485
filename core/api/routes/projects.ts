/** Routes of projects, and of moving a server between them. */
import { floorChange, projectFloor } from '../floor.ts';
import * as projects from '../projects.ts';
import { server } from '../serverViews.ts';
import { routesOf } from './route.ts';

const route = routesOf('Projects');

/** By id; core/api/routes/index.ts joins them with the others. */
export const projectRoutes = {
  listProjects: route('GET', '/v1/projects', {
    access: 'viewer',
    place: 'projects',
    summary: 'The projects in which the caller has a role',
    success: 200,
    answer: projects.projectList,
  }),
  createProject: route('POST', '/v1/projects', {
    access: 'admin',
    place: 'installation',
    summary: 'Make a project, in which nobody has a role yet but the admins of the installation',
    body: projects.newProject,
    success: 201,
    answer: projects.project,
  }),
  getProject: route('GET', '/v1/projects/{projectId}', {
    access: 'admin',
    place: 'project',
    summary: 'A project with its members and groups',
    success: 200,
    answer: projects.project,
  }),
  changeProject: route('PATCH', '/v1/projects/{projectId}', {
    access: 'admin',
    place: 'project',
    summary: 'Change the name, members and groups of a project; a lower role is in effect at once',
    body: projects.projectChange,
    success: 200,
    answer: projects.project,
  }),
  deleteProject: route('DELETE', '/v1/projects/{projectId}', {
    access: 'admin',
    place: 'installation',
    summary: 'Delete a project that has no servers',
    success: 204,
  }),
  getProjectFloor: route('GET', '/v1/projects/{projectId}/floor', {
    access: 'viewer',
    place: 'project',
    summary: 'What nothing in a project can be set below, beside the floor of the installation',
    success: 200,
    answer: projectFloor,
  }),
  changeProjectFloor: route('PUT', '/v1/projects/{projectId}/floor', {
    access: 'admin',
    place: 'project',
    summary: 'Change the floor of a project; it is in effect for its servers and tokens, also for those that exist',
    body: floorChange,
    success: 200,
    answer: projectFloor,
  }),
  moveServer: route('PUT', '/v1/servers/{id}/project', {
    access: 'admin',
    summary: 'Move a server to another project, with its tokens and its trail; people sign in to it anew',
    body: projects.serverMove,
    success: 200,
    answer: server,
  }),
} as const;
