/** Errors of the management API with their stable codes. core/errorCatalog has their HTTP status. */
import { PortcullisError } from '../../../core/lib/errors.ts';

/** `server_not_found` and so on, by what there is none of. */
export const notFound = (what: Missing): PortcullisError =>
  new PortcullisError(`${what}_not_found`, `There is no such ${what.replace('_', ' ')}.`);

type Missing =
  | 'project'
  | 'server'
  | 'tool'
  | 'token'
  | 'setup_link'
  | 'approval'
  | 'change_request'
  | 'session'
  | 'deployment'
  | 'lockfile'
  | 'entry'
  | 'authorization'
  | 'oauth_client'
  | 'webhook'
  | 'delivery'
  | 'member'
  | 'invitation'
  | 'automation_key'
  | 'reading';

/** The request is valid but not possible in the present state: `deployment_running`, `too_many_tokens`, … */
export class Refused extends PortcullisError {
  override readonly name: string = 'Refused';
}

/** The error for a change while a deployment of the server runs. */
export const deploymentRunning = () =>
  new Refused('deployment_running', 'A deployment of this server is running. Repeat the request when it has ended.');
