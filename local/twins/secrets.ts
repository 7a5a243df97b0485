/** Secrets of the template: made once as their GenerateSecretString says, kept in the data folder, read by dynamic references. */
import { randomInt } from 'node:crypto';
import type { DataFolder } from '../data/folder.ts';
import { LocalStackError } from '../errors.ts';
import { ofType, type StackTemplate } from '../template/template.ts';

interface Generate {
  readonly PasswordLength?: number;
  readonly ExcludePunctuation?: boolean;
  readonly ExcludeCharacters?: string;
  readonly ExcludeNumbers?: boolean;
  readonly ExcludeLowercase?: boolean;
  readonly ExcludeUppercase?: boolean;
}

const FILE = 'secrets.json';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Values by logical id. Throws LocalStackError for a secret that is not generated. */
export function localSecrets(data: DataFolder, template: StackTemplate): ReadonlyMap<string, string> {
  const known = { ...data.remembered<Record<string, string>>(FILE, () => ({})) };
  let grown = false;
  for (const [logicalId, { GenerateSecretString }] of ofType(template, 'AWS::SecretsManager::Secret')) {
    if (!GenerateSecretString) {
      throw new LocalStackError(
        'template_unsupported',
        `The secret ${logicalId} must be generated; its value may not stand in a template.`,
      );
    }
    if (known[logicalId] !== undefined) continue;
    known[logicalId] = generate(GenerateSecretString as Generate);
    grown = true;
  }
  if (grown) data.write(FILE, known);
  return new Map(Object.entries(known));
}

function generate(wanted: Generate): string {
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
