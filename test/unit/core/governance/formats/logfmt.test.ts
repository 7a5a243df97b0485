/** Lines of logs in pairs are read as objects. */
import { expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../../core/governance/index.ts';

const governor = compileGovernance();
const govern = (text: string) => governor.governBytes(Buffer.from(text), 'text/plain').text;

test('a line of pairs is an object of its own', () => {
  // Act
  const text = govern(
    [
      'level=info user_name="Lucia Conti" phone=4155550123 status=200 note="say \\"hi\\""',
      'level=info first_name=Lucia order_id=4155550199',
      '',
      'at=done dur=12ms',
    ].join('\n'),
  );

  // Assess
  expect(text).toBe(
    [
      'level=info user_name="[REDACTED:name]" phone=[REDACTED:phone] status=200 note="say \\"hi\\""',
      'level=info first_name=[REDACTED:name] order_id=4155550199',
      '',
      'at=done dur=12ms',
    ].join('\n'),
  );
});

test.each([
  ['one pair', 'first_name=Lucia'],
  ['words between', 'set first_name=Lucia and mode=on'],
  ['an equation', 'x = 1, first_name=Lucia y=2'],
  ['a quote that is left open', 'mode=on first_name="Lucia'],
])('a line with %s is no log of pairs', (_title, line) => {
  expect(govern(`${line}\nmode=on size=3`).split('\n')[1]).toBe('mode=on size=3');
});

test('a line of a hundred thousand pairs, and one without an end, cost little', () => {
  // Prepare
  const pairs = 'a=1 '.repeat(100_000);
  const open = `a=1 b="${'\\'.repeat(3_000)}`;

  // Act and assess
  expect(govern(`${pairs}\n${open}`)).toContain('a=1 a=1');
});
