/** The template's secrets: generated once as GenerateSecretString says, stored in the data folder, read by dynamic references. */
import { randomInt } from 'node:crypto';
import { PortcullisError } from '../../core/lib/errors.ts';
import type { DataFolder } from '../data/folder.ts';
import { ofType, type StackTemplate } from '../template/template.ts';

interface Generate {
  readonly SecretStringTemplate?: string;
  readonly GenerateStringKey?: string;
  readonly PasswordLength?: number;
  readonly ExcludePunctuation?: boolean;
  readonly ExcludeCharacters?: string;
  readonly ExcludeNumbers?: boolean;
  readonly ExcludeLowercase?: boolean;
  readonly ExcludeUppercase?: boolean;
}

/** File of the secrets in the data folder. */
export const SECRETS_FILE = 'secrets.json';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Values by logical id. Throws PortcullisError for a secret that is not generated. */
export function localSecrets(data: DataFolder, template: StackTemplate): ReadonlyMap<string, string> {
  const known = { ...data.remembered<Record<string, string>>(SECRETS_FILE, () => ({})) };
  let grown = false;
  for (const [logicalId, { GenerateSecretString }] of ofType(template, 'AWS::SecretsManager::Secret')) {
    if (!GenerateSecretString) {
      throw new PortcullisError(
        'template_unsupported',
        `The secret ${logicalId} must be generated; its value may not stand in a template.`,
      );
    }
    const wanted = GenerateSecretString as Generate;
    if (known[logicalId] !== undefined && isOfForm(known[logicalId], wanted)) continue;
    known[logicalId] = generate(wanted);
    grown = true;
  }
  if (grown) data.write(SECRETS_FILE, known);
  return new Map(Object.entries(known));
}

/**
 * The value of a secret of the home region under its name, as its replica in another region has it; undefined for a name that the template
 * does not define. Throws PortcullisError for a secret without a replica there.
 */
export function replicaOf(
  home: StackTemplate,
  values: ReadonlyMap<string, string>,
  region: string,
  name: string,
): string | undefined {
  const [id, properties] = ofType(home, 'AWS::SecretsManager::Secret').find(([, { Name }]) => Name === name) ?? [];
  if (id === undefined) return undefined;
  const replicas = (properties?.['ReplicaRegions'] ?? []) as ReadonlyArray<{ readonly Region: string }>;
  if (replicas.some(({ Region }) => Region === region)) return values.get(id);
  throw new PortcullisError('template_unsupported', `The secret ${name} has no replica in ${region}.`);
}

/** A folder of an earlier version may contain a secret in another form. */
function isOfForm(value: string, { GenerateStringKey }: Generate): boolean {
  return GenerateStringKey === undefined || value.startsWith('{');
}

function generate(wanted: Generate): string {
  const { SecretStringTemplate = '{}', GenerateStringKey } = wanted;
  if (GenerateStringKey === undefined) return password(wanted);
  return JSON.stringify({ ...JSON.parse(SecretStringTemplate), [GenerateStringKey]: password(wanted) });
}

function password(wanted: Generate): string {
  const all = [
    wanted.ExcludeLowercase ? '' : LETTERS,
    wanted.ExcludeUppercase ? '' : LETTERS.toUpperCase(),
    wanted.ExcludeNumbers ? '' : '0123456789',
    wanted.ExcludePunctuation ? '' : '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
  ].join('');
  const characters = [...all].filter((character) => !wanted.ExcludeCharacters?.includes(character));
  const pick = () => characters[randomInt(characters.length)] as string;
  return Array.from({ length: wanted.PasswordLength ?? 32 }, pick).join('');
}
