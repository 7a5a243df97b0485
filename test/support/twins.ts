/** One twin behind the gateway, and what the AWS SDK clients need to reach it as a function with given rights. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Callers } from '../../local/aws/caller.ts';
import { type AwsService, Gateway } from '../../local/aws/gateway.ts';
import { readPolicies } from '../../local/template/policies.ts';
import type { StackTemplate } from '../../local/template/template.ts';

export interface Statement {
  readonly Effect?: 'Allow' | 'Deny';
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
  readonly Condition?: object;
}

/** Policies of roles, by role id. */
export function policiesOf(roles: Readonly<Record<string, readonly Statement[]>>) {
  const resources = Object.fromEntries(
    Object.entries(roles).map(([role, statements]) => [
      `${role}Policy`,
      {
        Type: 'AWS::IAM::Policy',
        Properties: {
          PolicyDocument: { Statement: statements.map((each) => ({ Effect: 'Allow', ...each })) },
          Roles: [{ Ref: role }],
        },
      },
    ]),
  );
  return readPolicies({ resources } as unknown as StackTemplate, (value) => value as never);
}

export interface TwinAccess {
  readonly gateway: Gateway;
  readonly url: string;
  /** Configuration of an SDK client that calls as this role. */
  as(role: string): {
    readonly region: string;
    readonly endpoint: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
    readonly maxAttempts: 1;
  };
  close(): Promise<void>;
}

export async function startTwin(
  made: AwsService | ((callers: Callers) => Promise<AwsService>),
  roles: Readonly<Record<string, readonly Statement[]>> = { all: [{ Action: '*', Resource: '*' }] },
): Promise<TwinAccess> {
  const policies = policiesOf(roles);
  const callers = new Callers(() => policies);
  const gateway = new Gateway(callers);
  const service = typeof made === 'function' ? await made(callers) : made;
  gateway.add(service);
  await gateway.listen();
  const url = `http://${gateway.host}/${service.name.toLowerCase()}`;
  return {
    gateway,
    url,
    as(role) {
      const variables = callers.enroll(role, role);
      return {
        region: 'us-east-1',
        endpoint: url,
        credentials: {
          accessKeyId: variables['AWS_ACCESS_KEY_ID'] as string,
          secretAccessKey: variables['AWS_SECRET_ACCESS_KEY'] as string,
        },
        maxAttempts: 1,
      };
    },
    close: () => gateway.close(),
  };
}

/** A temporary folder, which `remove` deletes. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'portcullis-twin-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
