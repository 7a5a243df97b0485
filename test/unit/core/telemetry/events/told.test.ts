/** Every type of event is seen by an end-to-end test, which holds that it sees the types that are listed for it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { EVENT_TYPES } from '../../../../../core/telemetry/events/events.ts';
import { TOLD_IN } from '../../../../support/told.ts';

const ROOT = join(import.meta.dirname, '../../../../..');

test('each type is listed for an end-to-end test', () => {
  expect(Object.keys(TOLD_IN).sort()).toEqual([...EVENT_TYPES, 'webhook.test.v1'].sort());
});

test.each([...new Set(Object.values(TOLD_IN))])('%s holds that it sees what is listed for it', (file) => {
  expect(readFileSync(join(ROOT, file), 'utf8')).toContain(`toldIn('${file}')`);
});

test('each type, measure and span is described on its page', () => {
  const page = readFileSync(join(ROOT, 'design/events.md'), 'utf8');

  expect(Object.keys(TOLD_IN).filter((type) => !page.includes(`| \`${type}\` |`))).toEqual([]);
});
