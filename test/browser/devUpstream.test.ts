/** An API on the developer's machine: from its plain http address in the wizard to a call, and what other stacks and pages say of it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seriousIssues } from '../support/axe.ts';
import { type Dashboard, startDashboard } from '../support/dashboard.ts';
import { connect } from '../support/mcpClients.ts';

let api: Server;
let origin: string;
let dashboard: Dashboard;
const seen: { host?: string | undefined; url?: string | undefined }[] = [];

beforeAll(async () => {
  api = createServer((request, response) => {
    seen.push({ host: request.headers.host, url: request.url });
    const json = (status: number, body: object, headers: object = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    };
    if (request.url === '/openapi.json') return json(200, document());
    if (request.url === '/v1/moved') return json(302, {}, { location: `${origin}/v1/orders` });
    if (request.url?.startsWith('/v1/orders')) return json(200, { orders: [{ id: 7, email: 'ann@example.com' }] });
    json(404, {});
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  origin = `http://localhost:${(api.address() as AddressInfo).port}`;
  dashboard = await startDashboard(['--dev-upstream', origin]);
}, 180_000);
afterAll(async () => {
  await dashboard?.close();
  api.closeAllConnections();
  await new Promise((resolve) => api.close(resolve));
});

const operation = (operationId: string) => ({
  get: { operationId, summary: `Read ${operationId}`, responses: { 200: { description: 'Found' } } },
});
/** As a framework writes it: with the address on which it listens. */
const document = () => ({
  openapi: '3.1.0',
  info: { title: 'Orders on my machine', version: '1' },
  servers: [{ url: `${origin}/v1` }],
  paths: { '/orders': operation('listOrders'), '/moved': operation('readMoved') },
});

test('an API on this machine is imported by its plain address, called, and named on the pages of its server', async () => {
  // Prepare
  const { page, context, complaints } = await dashboard.visit({ at: '/servers/new?way=openapi' });
  const name = `https://dev-${new URL(origin).port}.portcullis.example`;

  // Act
  await page.getByRole('textbox', { name: 'OpenAPI document' }).pressSequentially(`${origin}/openapi.json`);
  await page.getByText('2 endpoints found').waitFor();
  const [address, baseUrl] = await Promise.all([
    page.getByRole('textbox', { name: 'OpenAPI document' }).inputValue(),
    page.getByRole('textbox', { name: /^Base URL/ }).inputValue(),
  ]);
  const issues = await seriousIssues(page);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Deploy' }).click();
  await page.locator('.phase.done').nth(3).waitFor();
  await page.getByRole('button', { name: 'Copy MCP URL' }).click();
  const client = await connect(await page.evaluate(() => navigator.clipboard.readText()));
  const orders = await client.call('listOrders', {});
  const moved = await client.call('readMoved', {});
  await client.close();

  // Assess
  expect({ address, baseUrl }).toEqual({ address: `${name}/openapi.json`, baseUrl: `${name}/v1` });
  expect(orders.content[0]?.text).toContain('[REDACTED:email]');
  expect(moved.isError ?? false).toBe(false);
  expect(seen.map(({ host }) => host)).toEqual(seen.map(() => new URL(origin).host));
  expect(seen).toContainEqual(expect.objectContaining({ url: '/v1/orders' }));
  await page.getByRole('link', { name: /Open the server/ }).click();
  await page.getByText(`Calls ${origin} on this machine. It works only with this local stack.`).waitFor();
  expect(issues).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('as a base URL it is taken with the click on Next that leaves its field', async () => {
  const { page, context } = await dashboard.visit({ at: '/servers/new?way=manual' });
  await page.getByRole('textbox', { name: 'Name' }).fill('By hand');
  await page.getByRole('textbox', { name: 'Base URL' }).pressSequentially(origin);
  await page.getByText(`This stack calls ${origin} on your machine under this name.`).waitFor();

  await page.getByRole('button', { name: 'Next', exact: true }).click();

  await page.getByRole('heading', { level: 1, name: 'What may the model see?' }).waitFor();
  await context.close();
});

test('of another port the page says at once how to start the stack, and goes no further', async () => {
  const { page, context } = await dashboard.visit({ at: '/servers/new?way=openapi' });

  await page.getByRole('textbox', { name: 'OpenAPI document' }).fill('http://localhost:1/openapi.json');

  await page.getByText('npm start -- --dev-upstream http://localhost:1').waitFor();
  await context.close();
});
