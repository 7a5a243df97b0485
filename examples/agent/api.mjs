/** The company's API: orders, for whoever has the key. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { PORT = '4010', ORDERS_KEY = 'key-of-the-shop' } = process.env;
const ORDERS = [
  { id: 'ord_1', customer: 'Ada Byron', email: 'ada@example.com', due: '2026-01-12', status: 'open' },
  { id: 'ord_2', customer: 'Alan Hill', email: 'alan@example.com', due: '2026-01-20', status: 'sent' },
  { id: 'ord_3', customer: 'Grace Lane', email: 'grace@example.com', due: '2099-12-31', status: 'open' },
];

createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  const answer = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  // The description is for everybody, and read anew: the next example changes it.
  if (pathname === '/openapi.json') {
    const text = readFileSync(new URL('openapi.json', import.meta.url), 'utf8');
    return answer(200, JSON.parse(text.replace('dev-4010', `dev-${PORT}`)));
  }
  if (request.headers.authorization !== `Bearer ${ORDERS_KEY}`) return answer(401, { error: 'unauthorized' });
  if (pathname !== '/orders') return answer(404, { error: 'not_found' });
  const status = searchParams.get('status');
  return answer(200, status === null ? ORDERS : ORDERS.filter((order) => order.status === status));
}).listen(Number(PORT), '127.0.0.1', () => console.log(`The API listens on http://localhost:${PORT}`));
