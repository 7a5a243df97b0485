/** The readers of recordings: the same three requests in the files of each tool, invented for this test. */
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { interactionsOf } from '../../../support/recordingFormats.ts';
import { readRecordings } from '../../../support/recordings.ts';

const FOLDER = join(import.meta.dirname, '../../../datasets/recordingFormats');
const recordings = readRecordings(FOLDER);

/** What is compared of a request, with its body as Latin-1. */
const requestsOf = (file: string) =>
  recordings.requests
    .filter(({ name }) => name.startsWith(`${file}#`))
    .map(({ name: _, isQueryRewritten: __, body, ...request }) => ({
      ...request,
      body: body && Buffer.from(body).toString('latin1'),
    }));

const created = {
  method: 'POST',
  url: 'https://api.parcels.example/v1/parcels?state=open',
  headers: { 'content-type': 'application/json', accept: 'text/csv, */*' },
  body: '{"to":"Ulm"}',
  status: 201,
};
const labelled = (type: string, body: string) => ({
  method: 'PUT',
  url: 'https://api.parcels.example/v1/label',
  headers: { 'content-type': type },
  body,
  status: 204,
});
const listed = { method: 'GET', url: 'https://api.parcels.example/v1/parcels', headers: {}, status: 200 };

describe('a folder of recordings', () => {
  test.each(['vcr.yml', 'vcr.json', 'betamax.json', 'vcrpy.yaml', 'goVcr.yaml'])(
    'reads %s, bytes in bodies too',
    (file) => {
      expect(requestsOf(file)).toEqual([created, labelled('application/octet-stream', '\u00ff\u00d8'), listed]);
    },
  );

  test.each(['polly/recording.har', 'nock.json'])('reads %s, forms in bodies too', (file) => {
    const form = labelled('application/x-www-form-urlencoded', 'a%20b=c%26d&e=');

    expect(requestsOf(file)).toEqual([created, form, listed]);
  });

  test('knows the recorder that rewrites queries', () => {
    const rewritten = recordings.requests.filter(({ isQueryRewritten }) => isQueryRewritten).map(({ name }) => name);

    expect(new Set(rewritten.map((name) => name.replace(/#.*/, '')))).toEqual(new Set(['vcr.json', 'vcr.yml']));
  });

  test('passes over other files, and names those that cannot be read', () => {
    expect(requestsOf('other.json')).toEqual([]);
    expect(recordings.unread).toEqual(['broken.yaml']);
  });
});

test.each([
  ['a text', 'GET'],
  ['nothing', null],
  ['a list of texts', ['GET']],
  ['a list of other objects', [{ scope: 1, path: '/' }]],
  ['interactions that are no objects', { http_interactions: ['GET'], interactions: [null] }],
])('%s is no recording', (_title, document) => {
  expect(interactionsOf(document)).toEqual([]);
});
