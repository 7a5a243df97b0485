/** Routes of automation keys. */
import * as keys from '../automationKeys.ts';
import { route } from './route.ts';

/** By id; core/api/routes/index.ts joins them with the others. */
export const automationKeyRoutes = {
  listAutomationKeys: route({
    method: 'GET',
    path: '/v1/automation-keys',
    access: 'admin',
    place: 'installation',
    tag: 'Settings',
    summary: 'Keys by which pipelines and scripts call this API',
    success: 200,
    answer: keys.automationKeyList,
  }),
  createAutomationKey: route({
    method: 'POST',
    path: '/v1/automation-keys',
    access: 'admin',
    place: 'installation',
    tag: 'Settings',
    summary: 'Make a key for a pipeline or a script; its value is shown once',
    body: keys.newAutomationKey,
    success: 201,
    answer: keys.createdAutomationKey,
  }),
  revokeAutomationKey: route({
    method: 'DELETE',
    path: '/v1/automation-keys/{keyId}',
    access: 'admin',
    place: 'installation',
    tag: 'Settings',
    summary: 'Revoke a key; it is refused from the next request on',
    success: 204,
  }),
};
