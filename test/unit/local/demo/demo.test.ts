/** The demo upstream over TLS, as a function of the stack reaches it. */
import { request } from 'node:https';
import { join } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DataFolder } from '../../../../local/data/folder.ts';
import { type Demo, startDemo } from '../../../../local/demo/index.ts';
import { demoData } from '../../../../local/demo/records.ts';
import { temporaryFolder } from '../../../support/twins.ts';

let folder: ReturnType<typeof temporaryFolder>;
let data: DataFolder;
let demo: Demo;
beforeAll(async () => {
  folder = temporaryFolder();
  data = new DataFolder(join(folder.path, 'data'));
  demo = await startDemo(data);
});
afterAll(async () => {
  await demo.close();
  data.release();
  folder.remove();
});

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly bytes: Buffer;
  readonly json: () => never;
}
const call = (
  path: string,
  { method = 'GET', body, token = demo.auth.token }: { method?: string; body?: unknown; token?: string } = {},
) =>
  new Promise<Answer>((done, fail) => {
    const [pin] = demo.pinned;
    const sent = request(
      {
        host: pin?.address,
        port: pin?.addressPort,
        servername: pin?.host,
        ca: demo.ca,
        path,
        method,
        agent: false,
        headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), 'content-type': 'application/json' },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const type = response.headers['content-type'] ?? '';
          done({ status: response.statusCode ?? 0, type, bytes, json: () => JSON.parse(bytes.toString()) as never });
        });
      },
    );
    sent.on('error', fail);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, { tags?: string[]; parameters?: unknown[] }>>;
}
interface Customers {
  readonly total: number;
  readonly customers: Array<{ id: string; email: string; iban: string; cardNumber: string; status: string }>;
}

describe('the demo API', () => {
  test('describes itself to everybody, in a document that is right', async () => {
    const { status, json } = await call('/openapi.json', { token: '' });
    expect(status).toBe(200);

    const document = json() as Document;
    expect(document.openapi).toBe('3.1.0');

    await SwaggerParser.validate(structuredClone(document) as never);
    const operations = Object.values(document.paths).flatMap((item) =>
      Object.entries(item).filter(([verb]) => verb !== 'parameters'),
    );
    expect(operations).toHaveLength(17);
    expect(new Set(operations.flatMap(([, { tags }]) => tags)).size).toBe(5);
  });

  test('wants its token for everything else', async () => {
    expect((await call('/customers', { token: '' })).status).toBe(401);
    expect((await call('/customers', { token: 'demo_wrong' })).status).toBe(401);
    expect((await call('/status', { token: '' })).status).toBe(200);
  });

  test('has two thousand customers with personal data, the same at each start', async () => {
    const { total, customers } = (await call('/customers')).json() as Customers;

    expect([total, customers.length]).toEqual([2_000, 2_000]);
    expect(new Set(customers.map(({ email }) => email)).size).toBe(2_000);
    for (const { iban, cardNumber, email } of customers) {
      const digits = `${iban.slice(4)}1314${iban.slice(2, 4)}`;
      expect(BigInt(digits) % 97n).toBe(1n);
      expect(luhn(cardNumber)).toBe(0);
      expect(email).toMatch(/@example\.(com|org|net)$/);
    }
    expect([...demoData().customers.values()]).toEqual([...demoData().customers.values()]);
    expect(customers[0]).toEqual(demoData().customers.get('cus_000001'));
  });

  test('filters and pages', async () => {
    const { total, customers } = (await call('/customers?status=inactive&limit=7&offset=3')).json() as Customers;

    expect(customers).toHaveLength(7);
    expect(total).toBeGreaterThan(100);
    expect(new Set(customers.map(({ status }) => status))).toEqual(new Set(['inactive']));
    expect((await call('/customers?limit=none')).status).toBe(400);
  });

  test('makes, changes and deletes', async () => {
    const made = await call('/customers', {
      method: 'POST',
      body: { firstName: 'Eva', lastName: 'Neu', email: 'eva@example.com' },
    });
    expect(made.status).toBe(201);

    const { id } = made.json() as { id: string };
    const changed = await call(`/customers/${id}`, { method: 'PATCH', body: { tier: 'plus', id: 'cus_999999' } });
    expect(changed.json()).toMatchObject({ id, tier: 'plus' });

    const item = { sku: 'OAK-LAM', quantity: 2 };
    const order = await call('/orders', { method: 'POST', body: { customerId: id, items: [item] } });
    expect(order.status).toBe(201);
    expect((await call(`/customers/${id}`, { method: 'DELETE' })).status).toBe(409);

    const { id: orderId } = order.json() as { id: string };
    await call(`/orders/${orderId}/status`, { method: 'PUT', body: { status: 'cancelled' } });
    expect((await call(`/customers/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await call(`/customers/${id}`)).status).toBe(404);
  });

  test('goes on listing when a customer has no address, and takes none that is no address', async () => {
    const given = { firstName: 'Ada', lastName: 'Ohne', email: 'ada@example.com' };

    const { id } = (await call('/customers', { method: 'POST', body: given })).json() as { id: string };
    const listed = await call('/customers?search=ohne');

    expect(listed.status).toBe(200);
    expect((listed.json() as Customers).customers.map((customer) => customer.id)).toEqual([id]);
    expect(((await call('/customers?city=Nowhere')).json() as Customers).total).toBe(0);
    for (const body of [{ address: null }, { address: { city: 7 } }, { email: '' }, { tier: 'gold' }, { notes: {} }]) {
      expect([body, (await call(`/customers/${id}`, { method: 'PATCH', body })).status]).toEqual([body, 400]);
    }
    expect((await call(`/customers/${id}`, { method: 'DELETE' })).status).toBe(204);
  });

  test('has a picture of each customer', async () => {
    const { type, bytes } = await call('/customers/cus_000001/picture');

    expect(type).toBe('image/png');
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(bytes.equals((await call('/customers/cus_000002/picture')).bytes)).toBe(false);
  });

  test('refuses what is not right in a word', async () => {
    expect((await call('/customers', { method: 'POST', body: [] })).status).toBe(400);
    expect((await call('/customers', { method: 'PUT' })).status).toBe(405);
    expect((await call('/nowhere')).json()).toMatchObject({ error: { code: 'not_found' } });
  });
});

function luhn(number: string): number {
  return (
    [...number].reverse().reduce((sum, digit, at) => {
      const doubled = Number(digit) * (at % 2 === 1 ? 2 : 1);
      return sum + (doubled > 9 ? doubled - 9 : doubled);
    }, 0) % 10
  );
}
