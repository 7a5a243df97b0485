/**
 * The STS twin: AssumeRole. The caller's role must allow it by the synthesized policies, and the assumed role must trust the caller. Roles
 * of other accounts are no part of the template: `roles.json` in the data folder has them, each with its trust policy and a key. The secret
 * of a session is derived from that key, so that an API on this machine that has the key can verify signatures.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { Caller } from '../aws/caller.ts';
import { AwsError } from '../aws/errors.ts';
import type { AwsService, Input } from '../aws/gateway.ts';
import { trusts } from '../template/policies.ts';

/** A role of another account. */
export interface LocalRole {
  /** IAM policy document with principals. */
  readonly trust: unknown;
  /** Any text, known to the API that verifies signatures. */
  readonly key: string;
}

/** By ARN. */
export type LocalRoles = Readonly<Record<string, LocalRole>>;

/** The roles in a file, which a person or a test writes; none if there is no such file. */
export function rolesIn(file: string): LocalRoles {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LocalRoles) : {};
}

const NAMESPACE = 'https://sts.amazonaws.com/doc/2011-06-15/';
/** The least, and the most for a role that is assumed by another role's session. */
const SECONDS = { min: 900, max: 3_600 };

/** The secret access key of a session. */
export const secretOf = ({ key }: Pick<LocalRole, 'key'>, accessKeyId: string): string =>
  createHmac('sha256', key).update(accessKeyId).digest('base64').slice(0, 40);

/**
 * @param roles read on each request
 * @param arnOf ARN of a role of the template, by its logical id
 */
export function stsService(roles: () => LocalRoles, arnOf: (roleId: string) => string): AwsService {
  const assume = (input: Input, caller: Caller) => {
    const { RoleArn, RoleSessionName, ExternalId } = input as Record<string, string>;
    const seconds = Number(input['DurationSeconds'] ?? SECONDS.max);
    if (!RoleArn || !/^[\w+=,.@-]{2,64}$/.test(RoleSessionName ?? ''))
      throw new AwsError(400, 'ValidationError', 'RoleArn or RoleSessionName is missing or not valid.');
    if (!(seconds >= SECONDS.min && seconds <= SECONDS.max))
      throw new AwsError(400, 'ValidationError', 'The requested DurationSeconds exceeds the 1 hour session limit.');
    const context = { 'sts:ExternalId': ExternalId };
    caller.demand('sts:AssumeRole', RoleArn, context);
    const known = roles();
    const role = Object.hasOwn(known, RoleArn) ? known[RoleArn] : undefined;
    const principal = arnOf(caller.roleId);
    // AWS says no more of a role that is not there than of one that does not trust the caller.
    if (!role || !trusts(role.trust, principal, 'sts:AssumeRole', context)) {
      const message = `User: ${principal} is not authorized to perform: sts:AssumeRole on resource: ${RoleArn}`;
      throw new AwsError(403, 'AccessDenied', message);
    }
    const accessKeyId = `ASIA${randomBytes(8).toString('hex').toUpperCase()}`;
    return {
      Credentials: {
        AccessKeyId: accessKeyId,
        SecretAccessKey: secretOf(role, accessKeyId),
        SessionToken: randomBytes(300).toString('base64'),
        Expiration: new Date(Date.now() + seconds * 1_000).toISOString(),
      },
    };
  };
  return {
    name: 'STS',
    async serve({ body, caller }, response) {
      const { Action, Version: _, ...input } = Object.fromEntries(new URLSearchParams(body.toString()));
      if (Action !== 'AssumeRole') throw unknown(String(Action));
      const { Credentials } = assume(input, caller);
      const members = Object.entries(Credentials).map(([name, value]) => `<${name}>${value}</${name}>`);
      answer(
        response,
        200,
        `<AssumeRoleResponse xmlns="${NAMESPACE}"><AssumeRoleResult><Credentials>${members.join('')}</Credentials></AssumeRoleResult></AssumeRoleResponse>`,
      );
    },
    async operate(operation, input, { caller }) {
      if (operation !== 'AssumeRole') throw unknown(operation);
      return assume(input, caller);
    },
    refuse({ status, code, message }, response) {
      const text = message.replace(/[<&]/g, ' ');
      answer(
        response,
        status,
        `<ErrorResponse xmlns="${NAMESPACE}"><Error><Type>Sender</Type><Code>${code.replace(/Exception$/, '')}</Code><Message>${text}</Message></Error></ErrorResponse>`,
      );
    },
  };
}

const unknown = (operation: string) =>
  new AwsError(400, 'InvalidAction', `The local STS has no operation ${operation}.`);

function answer(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { 'content-type': 'text/xml', 'content-length': Buffer.byteLength(xml) }).end(xml);
}
