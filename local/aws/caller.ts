/**
 * Identifies the function that calls a twin. Every function is started with an access key of its own, generated at each start of the
 * host; a twin finds the function by the key and checks its role's synthesized policies before it serves. Signatures are not checked:
 * whoever has no known key is refused everything.
 */
import { randomBytes } from 'node:crypto';
import type { GivenContext, Policies } from '../template/policies.ts';
import { AwsError } from './errors.ts';

/** A function that calls a twin. */
export interface Caller {
  readonly functionName: string;
  /** Logical id of its role. */
  readonly roleId: string;
  /** Throws AwsError AccessDenied unless the role allows it. */
  demand(action: string, resource: string, context?: GivenContext): void;
}

/** The functions that may call, by access key. */
export class Callers {
  private readonly policies: () => Policies;
  private readonly byKey: Map<string, Caller>;

  /**
   * The policies are read on each request, because functions are enrolled before their template is resolved.
   * @param others of other regions, whose functions may call here, too
   */
  constructor(policies: () => Policies, others?: Callers) {
    this.policies = policies;
    this.byKey = others?.byKey ?? new Map<string, Caller>();
  }

  /** The environment variables that identify a function with this role. */
  enroll(functionName: string, roleId: string): Record<string, string> {
    const accessKeyId = `LOCAL${randomBytes(12).toString('hex').toUpperCase()}`;
    this.byKey.set(accessKeyId, {
      functionName,
      roleId,
      demand: (action, resource, context) => {
        if (!this.policies().allows(roleId, action, resource, context))
          throw accessDenied(functionName, action, resource);
      },
    });
    return { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: randomBytes(20).toString('hex') };
  }

  /** Identifies the caller by the Authorization header of Signature Version 4. Throws AwsError. */
  identify(authorization: string | undefined): Caller {
    const key = /^AWS4-HMAC-SHA256 Credential=([A-Z0-9]+)\//.exec(authorization ?? '')?.[1];
    if (!key) throw new AwsError(403, 'MissingAuthenticationTokenException', 'Missing Authentication Token');
    return this.known(key);
  }

  /** Identifies the caller by its access key. Throws AwsError. */
  known(accessKeyId: string): Caller {
    const caller = this.byKey.get(accessKeyId);
    if (!caller) {
      throw new AwsError(403, 'UnrecognizedClientException', 'The security token included in the request is invalid.');
    }
    return caller;
  }
}

const accessDenied = (functionName: string, action: string, resource: string) =>
  new AwsError(
    403,
    'AccessDeniedException',
    `User: ${functionName} is not authorized to perform: ${action} on resource: ${resource}`,
  );
