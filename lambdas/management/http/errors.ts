/** Errors of the management API with their stable codes. problem.ts maps them to HTTP status codes. */
import { PortcullisError } from '../../../core/lib/errors.ts';

/** `server_not_found` and so on, by what there is none of. */
export class NotFound extends PortcullisError {
  override readonly name: string = 'NotFound';
  constructor(
    what:
      | 'server'
      | 'tool'
      | 'token'
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
      | 'reading',
  ) {
    super(`${what}_not_found`, `There is no such ${what.replace('_', ' ')}.`);
  }
}

/** The request is valid but not possible in the present state: `deployment_running`, `too_many_tokens`, … */
export class Refused extends PortcullisError {
  override readonly name: string = 'Refused';
}

/** `no_login`, `login_ended`, `no_role`, `role_required`, `right_required`, `right_not_yours`, `token_not_accepted`, `access_refused`. */
export class Forbidden extends PortcullisError {
  override readonly name: string = 'Forbidden';
}

/** `route_not_found`, `method_not_allowed`, `body_not_json`, `body_not_unicode`, `body_too_large`, `body_too_deep`, `content_type_unsupported`. */
export class RequestRefused extends PortcullisError {
  override readonly name: string = 'RequestRefused';
}

/** The error for a change while a deployment of the server runs. */
export const deploymentRunning = () =>
  new Refused('deployment_running', 'A deployment of this server is running. Repeat the request when it has ended.');
