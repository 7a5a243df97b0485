import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../../core/governance/index.ts';

const { redact } = compileGovernance();

describe('numbers that text calls by their name', () => {
  test.each([
    ['National ID: 94826178804', 'National ID: [REDACTED:national-id]'],
    ['Personalausweis Nr. L5707267 liegt vor', 'Personalausweis Nr. [REDACTED:national-id] liegt vor'],
    ['Paspoortnummer AB1733836', 'Paspoortnummer [REDACTED:passport]'],
    ["Driver's license number 91648805 on file", "Driver's license number [REDACTED:driver-license] on file"],
    ['Führerscheinnummer S806-0804-3229', 'Führerscheinnummer [REDACTED:driver-license]'],
    ['P/DNK/212884179/DNK/11JUL85/F/19MAR30/RASMUSSEN/SIGNE', '[REDACTED:passport]'],
    ['mysql -u root -pHunter22x -h db', 'mysql -u root -p[REDACTED:secret] -h db'],
    ['curl -u ann:Hunter22x https://x.example.org', 'curl -u ann:[REDACTED:secret] https://x.example.org'],
  ])('finds the one in %s', (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  test.each([
    'Order ID number 4418827118 is late',
    'vehicle identification number 1HGCM82633A004352',
    'software license number 441882711',
    'NIF: B12345678 of the shop',
    'début: 20240601, fin: 20240614',
    'The key is -----BEGIN PRIVATE KEY-----, no, that is only its first line.',
    'next_page_token=AAAAB3NzaC1yc2E and page_size=1',
    'curl -u $USER:$PASS https://x.example.org',
    'pin esbuild to 0.21.5.2',
  ])('leaves %s', (text) => {
    expect(redact(text)).toBe(text);
  });

  test.each([
    ['names without a number', 'passport id tax '.repeat(7_000)],
    ['letters that never become a number', `passport ${'A'.repeat(100_000)}`],
    ['groups of letters and dots', `tax id ${'A.B-1'.repeat(20_000)}`],
    ['numbers one after the other', 'id 12345 '.repeat(11_000)],
    ['options without a value', 'curl -u mysql -p '.repeat(6_000)],
    ['the beginnings of travel documents', 'P/DNK/212884179/DNK/11JUL85/F/'.repeat(3_300)],
  ])('ends at %s', (_, text) => {
    // Act
    const after = String(redact(text));

    // Assess: a stall would run into the runner's limit.
    expect(after.length).toBeGreaterThan(0);
  });
});
