/** A recording (HAR) of the demo API in which fields are decided in every way: surely, narrowly, not at all. */

const ORDERS = [
  {
    id: 'ord_1001',
    status: 'on its way',
    requested_for: 'Sarah Johnson',
    note: 'Call ann@example.org first',
    total_cents: 12_900,
  },
  {
    id: 'ord_1002',
    status: 'delivered',
    requested_for: 'the front desk',
    note: 'Leave it at the door',
    total_cents: 4_500,
  },
  { id: 'ord_1003', status: 'on its way', requested_for: 'Mark Peters', note: 'No hurry', total_cents: 8_100 },
];
const CUSTOMER = {
  id: 'cus_000001',
  full_name: 'Ada Lindqvist',
  email: 'ada.lindqvist@example.com',
  tier: 'gold member',
  logins: { 'ada@example.com': { device: 'old phone' }, 'a.l@example.com': { device: 'new phone' } },
};

interface Entry {
  readonly path: string;
  readonly body: unknown;
  readonly status?: number;
  readonly type?: string;
}

/** One entry, with what a browser records around an answer. */
const entryOf = (baseUrl: string, { path, body, status = 200, type = 'application/json' }: Entry) => ({
  request: {
    method: 'GET',
    url: `${baseUrl}${path}?page=1&token=tok-in-the-query`,
    headers: [{ name: 'authorization', value: 'Bearer tok-in-a-header' }],
    cookies: [{ name: 'session', value: 'tok-in-a-cookie' }],
  },
  response: {
    status,
    headers: [{ name: 'set-cookie', value: 'session=tok-in-a-cookie' }],
    content: { mimeType: type, text: typeof body === 'string' ? body : JSON.stringify(body) },
  },
});

/** The recording as text. */
export const recordingOf = (baseUrl: string): string =>
  JSON.stringify({
    log: {
      entries: [
        entryOf(baseUrl, { path: '/orders', body: { items: ORDERS, total: ORDERS.length } }),
        entryOf(baseUrl, { path: '/customers/cus_000001', body: CUSTOMER }),
        entryOf(baseUrl, { path: '/nowhere', body: { x: 1 } }),
        entryOf(baseUrl, { path: '/orders', body: { error: 'no' }, status: 500 }),
        entryOf(baseUrl, { path: '/logo.png', body: 'iVBOR', type: 'image/png' }),
        entryOf('https://elsewhere.example.org', { path: '/orders', body: ORDERS }),
      ],
    },
  });
