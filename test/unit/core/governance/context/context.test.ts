import { describe, expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../../core/governance/index.ts';
import type { JsonValue } from '../../../../../core/lib/json/value.ts';

const governor = compileGovernance();

/** Both ways of redaction: the parsed value and the document as text. */
function redacted(document: JsonValue): JsonValue {
  const walked = governor.redact(document);
  const { text } = governor.governBytes(Buffer.from(JSON.stringify(document)), 'application/json');
  expect(JSON.parse(text)).toEqual(walked);
  return walked;
}

describe('what stands around a field', () => {
  test('names the value of a pair by its first member, also in the first pair', () => {
    expect(
      redacted({
        headers: [
          ['X-Api-Key', 'c0ffee-4417'],
          ['Accept', 'text/html'],
          ['X-Forwarded-For', '83.24.118.90'],
        ],
      }),
    ).toEqual({
      headers: [
        ['X-Api-Key', '[REDACTED:secret]'],
        ['Accept', 'text/html'],
        ['X-Forwarded-For', '[REDACTED:ip]'],
      ],
    });
  });

  test('reads names in their other spellings', () => {
    expect(
      redacted({
        empfaenger: 'Henrike Vossbeck',
        denwa_bangou: '090-4417-2093',
        'ns2:Telephone': '0451 4418827',
        id_number__za: '8803145935085',
      }),
    ).toEqual({
      empfaenger: '[REDACTED:name]',
      denwa_bangou: '[REDACTED:phone]',
      'ns2:Telephone': '[REDACTED:phone]',
      id_number__za: '[REDACTED:national-id]',
    });
  });

  test('finds ids of people that are keys where people are listed, and only there', () => {
    expect(redacted({ personas: { '77372264B': { dosis: 3 } }, lotes: { '77372264B': { dosis: 3 } } })).toEqual({
      personas: { '[REDACTED:national-id]': { dosis: 3 } },
      lotes: { '77372264B': { dosis: 3 } },
    });
  });

  test('tells companies, rooms, programs and countries from people and towns', () => {
    const document = {
      owner: { name: 'British Airways', iata_code: 'BA' },
      attendee: { email: 'c_18@resource.calendar.google.com', displayName: 'Room Pessoa' },
      sender_name: 'Deutscher Wetterdienst',
      properties: { name: 'Lily Chen', domain: 'lilychen.example', industry: 'ARTS', phone: null },
      members: [{ name: 'slackbot', real_name: null }],
      TokenRequestor: '40010030273',
    };
    const { attendee } = document;

    expect(redacted(document)).toEqual({ ...document, attendee: { ...attendee, email: '[REDACTED:email]' } });
  });

  test('knows one given name where a person stands, and an insured one by the payer beside', () => {
    expect(
      redacted({
        assignee: 'Priya',
        reviewer: 'Backlog',
        coverage: [{ subscriberId: 'W2209-441-7781', payor: 'Benefits Inc' }],
      }),
    ).toEqual({
      assignee: '[REDACTED:name]',
      reviewer: 'Backlog',
      coverage: [{ subscriberId: '[REDACTED:health-record]', payor: 'Benefits Inc' }],
    });
  });
});
