/**
 * The twins of Secrets Manager and Systems Manager: GetSecretValue and GetParameter, by the rights of the caller's role. Secrets of the owner are no part
 * of the template: `upstream-secrets.json` in the data folder has them, a text by ARN, which a person or a test writes. It is read on each request, and a
 * value's version is its digest, so that a rotation is another text in the file.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { AwsError } from '../aws/errors.ts';
import type { AwsService } from '../aws/gateway.ts';
import { jsonService, text } from '../aws/json.ts';

/** Texts by ARN. */
export type LocalUpstreamSecrets = Readonly<Record<string, string>>;

/** The secrets in a file; none if there is no such file. */
export const upstreamSecretsIn = (file: string): LocalUpstreamSecrets =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LocalUpstreamSecrets) : {};

const versionOf = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 32);

/** @param secrets read on each request */
export const secretsManagerService = (secrets: () => LocalUpstreamSecrets): AwsService =>
  jsonService('secretsmanager', {
    GetSecretValue(input, { caller }) {
      const arn = text(input, 'SecretId');
      caller.demand('secretsmanager:GetSecretValue', arn);
      const value = secrets()[arn];
      if (value === undefined)
        throw new AwsError(400, 'ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
      return { ARN: arn, SecretString: value, VersionId: versionOf(value) };
    },
  });

/** @param secrets read on each request */
export const ssmService = (secrets: () => LocalUpstreamSecrets): AwsService =>
  jsonService('ssm', {
    GetParameter(input, { caller }) {
      const arn = text(input, 'Name');
      caller.demand('ssm:GetParameter', arn);
      const value = secrets()[arn];
      if (value === undefined) throw new AwsError(400, 'ParameterNotFound', 'The parameter does not exist.');
      return {
        Parameter: {
          ARN: arn,
          Type: 'SecureString',
          Value: value,
          Version: Number.parseInt(versionOf(value).slice(0, 8), 16),
        },
      };
    },
  });
