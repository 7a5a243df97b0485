/**
 * Where `npm run oracles` has put the parts that others wrote. Tests of a part that is not there are skipped, with the reason in their
 * name.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe } from '@jest/globals';
import { CLIENT } from '../lambda/client.ts';

const folder = resolve(import.meta.dirname, '../../../.cache/oracles');
const isRunnable = (program: string, option = '-v'): boolean =>
  spawnSync(program, [option], { stdio: 'ignore' }).error === undefined;

/** Path of each part, undefined where it is not installed. */
export const PARTS = {
  python: existsSync(`${folder}/bin/python`) ? `${folder}/bin/python` : undefined,
  graders: existsSync(`${folder}/graders/bin/mcpscore`) ? `${folder}/graders/bin` : undefined,
  scim: existsSync(`${folder}/scim/bin/scim2`) ? `${folder}/scim/bin` : undefined,
  cedar: existsSync(`${folder}/cedar/bin/cedar`) ? `${folder}/cedar/bin/cedar` : undefined,
  njs: isRunnable('njs') ? 'njs' : undefined,
  mosquitto: isRunnable('mosquitto', '-h') ? 'mosquitto' : undefined,
  lambdaClient: existsSync(join(dirname(CLIENT), 'rapid-client.node')) ? CLIENT : undefined,
  dynamodbLocal:
    existsSync(`${folder}/dynamodb/DynamoDBLocal.jar`) && isRunnable('java') ? `${folder}/dynamodb` : undefined,
  keycloak: existsSync(`${folder}/keycloak/.made-of`) && isRunnable('java') ? `${folder}/keycloak` : undefined,
} as const;

/** `describe`, or `describe.skip` where the part is missing. */
export function describeWith(part: keyof typeof PARTS, name: string, run: (path: string) => void): void {
  const path = PARTS[part];
  if (path === undefined) describe.skip(`${name} (${part} is not installed: npm run oracles)`, () => run(''));
  else describe(name, () => run(path));
}
