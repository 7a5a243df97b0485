/** Answers made to stall the redaction or to switch it off. Sizes are those at which a quadratic search never ends. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../core/governance/index.ts';
import { defined } from '../../../support/defined.ts';

const governor = compileGovernance();

describe('work stays linear', () => {
  test('numbers tens of thousands of keys that become one marker', () => {
    // Prepare
    const count = 40_000;
    const people = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`u${index}.a@corp-mail.org`, index]),
    );

    // Act
    const keys = Object.keys(governor.redact(people) as object);

    // Assess
    expect(keys).toHaveLength(count);
    expect(keys.slice(0, 2)).toEqual(['[REDACTED:email]', '[REDACTED:email] (2)']);
    expect(keys.at(-1)).toBe(`[REDACTED:email] (${count})`);
  });

  test('finds every card of a string of megabytes, wherever its slices end', () => {
    // Prepare
    const cards = 100_000;

    // Act
    const text = String(governor.redact('4111 1111 1111 1111 '.repeat(cards)));

    // Assess
    expect(text).not.toContain('1111');
    expect(text.split('[REDACTED:card]')).toHaveLength(cards + 1);
  });

  test('leaves grids of numbers, and finds what stands among and behind them', () => {
    // Prepare
    const grids = ['00 ', '1 84 05 ', '12 34 56 ', '1 ', '12.50 '].map((cells) => cells.repeat(20_000));

    // Act
    const kept = grids.map((grid) => governor.redact({ grid }) as { grid: string });
    const found = String(governor.redact(`${grids[1]}, call +44 7911 123456, ${grids[3]}, 4111 1111 1111 1111`));

    // Assess
    expect(kept.map(({ grid }) => grid)).toEqual(grids);
    expect(found).toBe(`${grids[1]}, call [REDACTED:phone], ${grids[3]}, [REDACTED:card]`);
  });
});

describe('work is counted', () => {
  test('and what is behind its end is withheld, in this string and in those behind it', () => {
    // Prepare
    const call = 'call +44 7911 123456, ';
    const given = [call.repeat(120_000), 'at 10:30', call, 'ann.lee@corp-mail.org'];

    // Act
    const [flood, plain, late, mail] = governor.redact(given) as string[];

    // Assess
    expect(flood).toMatch(/^(?:call \[REDACTED:phone\], )+call \[REDACTED:withheld\]$/);
    expect(defined(flood).length).toBeGreaterThan(1_000_000);
    expect([plain, late, mail]).toEqual(['at 10:30', 'call [REDACTED:withheld]', '[REDACTED:email]']);
    expect(governor.redact([defined(flood)])).toEqual([flood]);
  });

  test('and a bomb of zlib is withheld', () => {
    expect(governor.redact(deflateSync('a'.repeat(100_000_000)).toString('base64'))).toBe('[REDACTED:withheld]');
  });

  test('and more than a megabyte of decompressed text is withheld', () => {
    // Prepare
    const bomb = gzipSync('a'.repeat(100_000_000)).toString('base64');
    const letter = gzipSync(JSON.stringify({ email: 'ann.lee@corp-mail.org', text: 'b'.repeat(100_000) }));
    const letters = new Array<string>(12).fill(letter.toString('base64'));

    // Act
    const [first, second, third, ...rest] = governor.redact([bomb, ...letters]) as string[];

    // Assess
    expect(first).toBe('[REDACTED:withheld]');
    expect(gunzipSync(Buffer.from(defined(second), 'base64')).toString()).toMatch(/^\{"email":"\[REDACTED:email\]"/);
    expect(third).toBe(second);
    expect(rest.at(-1)).toBe('[REDACTED:withheld]');
  });

  test('and answers that are full of different people fill no memory', () => {
    // Prepare: kept all, the names and addresses would take over 40 MB. A million took 57 MB of heap.
    const module = join(import.meta.dirname, '../../../../core/governance/index.ts');
    const program = `
      const { compileGovernance } = await import(${JSON.stringify(pathToFileURL(module).href)});
      const governor = compileGovernance({ pseudonyms: true, truncation: false, maxBytes: 4_000_000 }, new Uint8Array(32));
      for (let answer = 0; answer < 5; answer++) {
        const people = Array.from({ length: 20_000 }, (_, at) => {
          const own = 'Quackenbush' + 'abcdefghij'[at % 10] + (at * 5 + answer).toString(26).replaceAll(/\\d/g, 'z');
          return '{"user":{"name":"Ann ' + own + '","email":"' + own + at + '@example.org"}}';
        });
        governor.governBytes(Buffer.from('[' + people.join() + ']'), 'application/json');
      }`;

    // Act
    const { status } = spawnSync(process.execPath, ['--max-old-space-size=80', '--input-type=module', '-e', program]);

    // Assess
    expect(status).toBe(0);
  });

  test('and neither does one answer with a million different names', () => {
    // Prepare: kept all, the names would take over 60 MB of heap. The document and the answer are outside the heap.
    const module = join(import.meta.dirname, '../../../../core/governance/index.ts');
    const program = `
      const { compileGovernance } = await import(${JSON.stringify(pathToFileURL(module).href)});
      const governor = compileGovernance({ truncation: false, maxBytes: 100_000_000 });
      const body = Buffer.alloc(32_000_000);
      let size = body.write('[');
      for (let at = 0; at < 1_000_000; at++) {
        const own = at.toString(26).replaceAll(/\\d/g, (digit) => 'qrstuvwxyz'[digit]);
        size += body.write((at > 0 ? ',' : '') + '{"full_name":"Ann Q' + own + '"}', size);
      }
      size += body.write(']', size);
      const { redactions } = governor.governBytes(body.subarray(0, size), 'application/json');
      console.log(redactions.count);`;

    // Act
    const run = spawnSync(process.execPath, ['--max-old-space-size=40', '--input-type=module', '-e', program]);

    // Assess
    expect([run.status, String(run.stdout).trim()]).toEqual([0, '1000000']);
  });

  test('anew for every answer', () => {
    // Act
    governor.redact('call +44 7911 123456, '.repeat(120_000));

    // Assess
    expect(governor.redact('call +44 7911 123456, now')).toBe('call [REDACTED:phone], now');
  });
});

describe('imitated markers', () => {
  test.each([
    [{ first_name: '[REDACTED:name] Zebulon' }, { first_name: '[REDACTED:name]' }],
    [{ password: '[REDACTED:secret]Xk9$tulip#77q' }, { password: '[REDACTED:secret]' }],
    [{ ssn: '[REDACTED:ssn]219-09-9999' }, { ssn: '[REDACTED:ssn]' }],
    [{ password: '[REDACTED:Xk9tulip77q]' }, { password: '[REDACTED:secret]' }],
    [{ last_name: '[REDACTED:Quackenbush' }, { last_name: '[REDACTED:name]' }],
    [{ note: '[REDACTED:4556737586899855]' }, { note: '[REDACTED:[REDACTED:card]]' }],
    [{ note: 'login: [REDACTED:email] password=[REDACTED:x9$tul' }, { note: expect.not.stringContaining('x9$tul') }],
  ])('hide nothing: %j', (given, wanted) => {
    // Act
    const redacted = governor.redact(given);

    // Assess
    expect(redacted).toEqual(wanted);
    expect(governor.redact(redacted)).toEqual(redacted);
  });

  test.each([
    [{ 'password [REDACTED:x]': 'Xk9$tulip#77q' }, { 'password [REDACTED:x]': '[REDACTED:secret]' }],
    [{ 'password@home': 'Xk9$tulip#77q' }, { 'password@home': '[REDACTED:secret]' }],
    [
      { label: 'First name [REDACTED:x]', value: 'Zebulon' },
      { label: 'First name [REDACTED:x]', value: expect.any(String) },
    ],
    [
      { name: 'Password [REDACTED:', value: 'Xk9$tulip' },
      { name: 'Password [REDACTED:', value: '[REDACTED:secret]' },
    ],
  ])('in names of fields and in labels hide nothing: %j', (given, wanted) => {
    expect(governor.redact(given)).toEqual(wanted);
  });

  test('stay as they are when they are whole and of a known type', () => {
    // Prepare
    const done = {
      password: '[REDACTED:secret] (2)',
      phone: '[REDACTED:phone]',
      note: 'to [REDACTED:email], [REDACTED:ip]',
    };

    // Act
    const redacted = governor.redact(done);

    // Assess
    expect(redacted).toEqual(done);
  });
});

describe('what no field name excuses', () => {
  test.each([
    [{ id: 'DE89370400440532013000' }, { id: '[REDACTED:iban]' }],
    [{ hash: 'DE89370400440532013000' }, { hash: '[REDACTED:iban]' }],
    [{ id: '+44 7911 123456' }, { id: '[REDACTED:phone]' }],
  ])('goes: %j', (given, wanted) => {
    // Act & Assess
    expect(governor.redact(given)).toEqual(wanted);
  });

  test.each<Record<string, string>>([
    { id: 'DE89370400440532013001' },
    { id: '4556737586899855' },
    { serial: '219-09-9999' },
    { order_id: 'DE12AB34CD56EF78AB90' },
  ])('stays, being no such number: %j', (given) => {
    // Act & Assess
    expect(governor.redact(given)).toEqual(given);
  });

  test.each([
    ['{"card_number":4556737586899855.0}', '{"card_number":"[REDACTED:card]"}'],
    ['{"pan":4.556737586899855e15}', '{"pan":"[REDACTED:card]"}'],
    ['{"mobile":4.47911123456e11}', '{"mobile":"[REDACTED:phone]"}'],
    ['{"card_number":4556737586899855000000}', '{"card_number":"[REDACTED:card]"}'],
    ['{"phone":1.5,"card_number":0.5}', '{"phone":1.5,"card_number":0.5}'],
  ])('is a number in any notation: %s', (given, wanted) => {
    // Act & Assess
    expect(governor.governBytes(Buffer.from(given), 'application/json').text).toBe(wanted);
  });
});

describe('compileGovernance', () => {
  test.each([
    [null, ''],
    [{ detectors: null }, '/detectors'],
    [{ detectors: { email: 'yes' } }, '/detectors'],
    [{ allowFields: null }, '/allowFields'],
    [{ customPatterns: [{}] }, '/customPatterns'],
    [{ maxItems: Number.NaN }, '/maxItems'],
    [{ maxItems: -5 }, '/maxItems'],
    [{ maxBytes: 0 }, '/maxBytes'],
  ])('refuses %j and names the field', (settings, field) => {
    // Act & Assess
    expect(() => compileGovernance(settings as never)).toThrow(
      expect.objectContaining({ code: 'invalid_request', faults: [expect.objectContaining({ field, rule: 'type' })] }),
    );
  });

  test.each([null, 42, {}])('reads a body by its content when the type is %j', (type) => {
    // Act & Assess
    expect(governor.governBytes(Buffer.from('{"first_name":"Zebulon"}'), type as never).text).toBe(
      '{"first_name":"[REDACTED:name]"}',
    );
  });
});
