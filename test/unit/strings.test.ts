/** The list of texts that people read: what is in it and what is not. */
import { describe, expect, test } from '@jest/globals';
import { textsOf } from '../../scripts/strings.ts';

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
