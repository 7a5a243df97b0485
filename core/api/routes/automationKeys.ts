/** Routes of automation keys. */
import * as keys from '../automationKeys.ts';
import { routesOf } from './route.ts';

const route = routesOf('Settings');

/** By id; core/api/routes/index.ts joins them with the others. */
export const automationKeyRoutes = {
  listAutomationKeys: route('GET', '/v1/automation-keys', {
    access: 'admin',
    place: 'installation',
    summary: 'Keys by which pipelines and scripts call this API',
    success: 200,
    answer: keys.automationKeyList,
  }),
  createAutomationKey: route('POST', '/v1/automation-keys', {
    access: 'admin',
    place: 'installation',
    summary: 'Make a key for a pipeline or a script; its value is shown once',
    body: keys.newAutomationKey,
    success: 201,
    answer: keys.createdAutomationKey,
  }),
  revokeAutomationKey: route('DELETE', '/v1/automation-keys/{keyId}', {
    access: 'admin',
    place: 'installation',
    summary: 'Revoke a key; it is refused from the next request on',
    success: 204,
  }),
};
