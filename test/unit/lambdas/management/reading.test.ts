/** Requests that read an API description which takes longer to read than a request may. */
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { importResult, quietManagementStack } from '../../../support/managementStack.ts';

const stack = await quietManagementStack();
afterEach(async () => {
  jest.restoreAllMocks();
  skipped = 0;
  stack.state.whileReading = undefined;
  stack.state.preview = { error: { code: 'spec_unreachable', message: 'nothing there' } };
  await stack.empty();
});

const URL = 'https://api.example.com/openapi.json';

/** A live server of a description. */
async function importedServer() {
  stack.state.imported = importResult();
  const source = { kind: 'openapi', url: URL };
  const made = await stack.call('POST', '/v1/servers', { name: 'Orders', source, auth: { type: 'none' } });
  await stack.runPipeline(made.body.deployment.id);
  return `/v1/servers/${made.body.server.id}`;
}

/** Descriptions are read until the returned function is called. */
function slowly(): () => void {
  let goOn = () => {};
  const until = new Promise<void>((done) => {
    goOn = done;
  });
  stack.state.whileReading = () => until;
  return goOn;
}

const realNow = Date.now.bind(Date);
let skipped = 0;
function skipTime(ms: number): void {
  skipped += ms;
  jest.spyOn(Date, 'now').mockImplementation(() => realNow() + skipped);
}

const asking = (path: string, reading: string) =>
  stack.call('POST', `${path}/reimport/preview`, undefined, { query: { reading } });

const objectsBelow = (path: string) => [...stack.objects.keys()].filter((key) => key.startsWith(path));

describe('a re-import that takes long to look at', () => {
  test('names its reading, which has the same preview when it is asked for again, and leaves nothing', async () => {
    // Prepare
    const path = await importedServer();
    const before = objectsBelow('specs/staging/');
    const quick = await stack.call('POST', `${path}/reimport/preview`);
    const goOn = slowly();

    // Act
    const request = stack.call('POST', `${path}/reimport/preview`);
    skipTime(9_000);
    const first = await request;
    goOn();
    const last = await asking(path, first.body.reading);

    // Assess
    expect(first).toMatchObject({ status: 200, body: { seconds: expect.any(Number) } });
    expect(last.body).toEqual(quick.body);
    expect(objectsBelow('specs/staging/')).toEqual(before);
  });

  test('says why it was refused, also to who asks later', async () => {
    // Prepare
    const path = await importedServer();
    stack.state.imported = undefined;
    const goOn = slowly();
    const request = stack.call('POST', `${path}/reimport/preview`);
    skipTime(9_000);
    const { body } = await request;

    // Act
    goOn();
    const refused = await asking(path, body.reading);

    // Assess
    expect(refused).toMatchObject({ status: 422, body: { code: 'spec_unreachable' } });
  });

  test('ends when the reader has crashed', async () => {
    const path = await importedServer();
    const goOn = slowly();
    const request = stack.call('POST', `${path}/reimport/preview`);
    skipTime(9_000);
    const { body } = await request;

    skipTime(100_000);
    const lost = await asking(path, body.reading);
    goOn();

    expect(lost).toMatchObject({ status: 504, body: { code: 'spec_timeout' } });
  });

  test.each([
    ['that no ULID has', 'read_R06TR31MXESX6507HG19X1QNKG', 400, 'invalid_request'],
    ['of a time that has not come', 'read_7ZZZZZZZZZZZZZZZZZZZZZZZZZ', 404, 'reading_not_found'],
    ['of a time long ago', 'read_00000000000000000000000000', 404, 'reading_not_found'],
  ])('is not waited for under a name %s', async (_what, reading, status, code) => {
    const path = await importedServer();

    const asked = asking(path, reading);
    skipTime(9_000);

    expect(await asked).toMatchObject({ status, body: { code } });
  });

  test('is found under its server alone', async () => {
    // Prepare
    const path = await importedServer();
    const other = await importedServer();
    const goOn = slowly();
    const request = stack.call('POST', `${path}/reimport/preview`);
    skipTime(9_000);
    const { body } = await request;
    goOn();

    // Act
    const asked = asking(other, body.reading);
    skipTime(9_000);

    // Assess
    expect((await asked).body).toMatchObject({ reading: body.reading });
  });
});

describe('other requests that read a description', () => {
  test('are asked again in the same way: a preview before there is a server, and its scopes', async () => {
    // Prepare
    const path = await importedServer();
    stack.state.preview = { title: 'Preview of it' };
    const goOn = slowly();

    // Act
    const requests = [
      stack.call('POST', '/v1/specs/preview', { url: URL }),
      stack.call('GET', `${path}/scopes`),
    ] as const;
    skipTime(9_000);
    const [preview, scopes] = await Promise.all(requests);
    goOn();
    const again = await stack.call('GET', `${path}/scopes`, undefined, { query: { reading: scopes.body.reading } });
    const both = await stack.call('POST', '/v1/specs/preview', { url: URL, reading: preview.body.reading });

    // Assess
    expect([preview, scopes].map(({ body }) => Object.keys(body))).toEqual(Array(2).fill(['reading', 'seconds']));
    expect(again.body).toEqual({ items: [] });
    expect(both).toMatchObject({ status: 400, body: { faults: [{ field: '/reading', rule: 'one_of' }] } });
  });
});
