/** The list of texts that people read: what is in it and what is not, and the words of our own that no text uses. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { textsIn, textsOf } from '../../scripts/strings.ts';
import { GLOSSARY } from '../../web/src/lib/glossary.ts';

const of = (code: string) => textsOf(code, 'tsx').map(({ line, text }) => `${line} ${text}`);

describe('the list of texts', () => {
  test('has what stands between tags, with the line it begins in', () => {
    expect(of('export const Page = () => (\n  <p>Save <b>all</b></p>\n);')).toEqual(['2 Save', '2 all']);
  });

  test('has labels of one word, and other literals when they are more than a word', () => {
    expect(of(`const a = <Field label="Name" id="name" />; const b = ['one', 'Try again in a moment.'];`)).toEqual([
      '1 Name',
      '1 Try again in a moment.',
    ]);
  });

  test('shows expressions of a template as a gap', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template.
    expect(of('const a = (n: number) => `${n} of ${n + 1} tools are on`;')).toEqual(['1 {…} of {…} tools are on']);
  });

  test('leaves out imports, types, class names and drawings', () => {
    expect(
      of(
        `import a from 'not a text'; type B = 'no text either'; const c = <path className="one two" d="M 1 2 L 3 4" />;`,
      ),
    ).toEqual([]);
  });
});

/** Words that the product has in its code; what pages, the command line and mails say instead. */
const OURS: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\bsurfaces?\b/i, 'tool list'],
  [/\bexpositions?\b/i, '“How clients see the tools”'],
  [/\bdrift(?:ed|s)?\b/i, 'changed tools, changed API description'],
  [/\b(?:re|un)?seal(?:s|ed|ing)?\b/i, 'publish; of a header: secret'],
  [/\bbundles?\b/i, 'version'],
  [/\b(?:kept|held) answers?\b/i, 'stored answer'],
  [/\b(?<!delete )markers?\b/i, 'mask'],
  [/\bmembers of (?:JSON )?objects?\b/i, 'fields'],
  [/\bMCP address\b/i, 'MCP URL'],
  [/\baudit trails?\b/i, 'audit log'],
  [/\bmend(?:s|ed)?\b/i, 'fix'],
  [/\bwhom it is about\b|\bwhat needs anybody\b|\bgood for one use\b/i, 'plain words'],
];
/** Names that the specification, or the interface, has given. */
const NAMED =
  /^Sealing sandbox$|"sealed"|\(sealed\)|\ba sealed one is secret\b|drift\.found\.v1|\bexposition to search\b/g;
/** Where people read. What models read is measured instead (bench/selection). */
const SHOWN = [
  'web/src',
  'cli',
  'core/api',
  'core/attention',
  'core/audit',
  'core/clientSetup',
  'core/errorCatalog',
  'core/model',
  'core/openapi',
  'core/tools',
  'lambdas/authorization',
  'lambdas/management',
  'lambdas/pipeline',
  'lib/constructs/login.ts',
  'local/login',
];

describe('what people read', () => {
  const shown = [
    ...SHOWN.flatMap((folder) => textsIn(folder)),
    ...readdirSync('cli/usage').map((name) => ({
      file: `cli/usage/${name}`,
      line: 1,
      text: readFileSync(`cli/usage/${name}`, 'utf8'),
    })),
  ];

  test.each(OURS)('has another word for %s: %s', (word) => {
    const found = shown.filter(({ text }) => word.test(text.replaceAll(NAMED, '')));

    expect(found.map(({ file, line, text }) => `${file}:${line} ${text.slice(0, 200)}`)).toEqual([]);
  });

  test.each(GLOSSARY.map((term) => [term.title, term] as const))(
    'uses the term %s, which the help explains',
    (_, { words }) => {
      const uses = shown.filter(
        ({ file, text }) => !file.endsWith('glossary.ts') && new RegExp(`\\b(?:${words})\\b`, 'i').test(text),
      );

      expect(uses.length).toBeGreaterThan(0);
    },
  );
});
