/** The demo API's operations on its data, without HTTP: one function per operation. Changes last until the next start. */
import { anyTextOf, bad, type Fields, fieldsOf, is, paged, Refusal, textOf } from './input.ts';
import { picture } from './picture.ts';
import { type Customer, type DemoData, idOf, type Order, round, type Ticket, totalOf } from './records.ts';

/** A request to the demo API. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Parsed JSON, undefined without a body. */
  readonly body: unknown;
}

/** A response of the demo API: JSON or an image. */
export interface ApiAnswer {
  readonly status: number;
  readonly json?: unknown;
  readonly png?: Buffer;
}

type Handle = (request: ApiRequest, parameter: string) => ApiAnswer;

const found = (json: unknown): ApiAnswer => ({ status: 200, json });
const made = (json: unknown): ApiAnswer => ({ status: 201, json });

const TEXTS = ['firstName', 'lastName', 'email', 'phone', 'dateOfBirth', 'notes'];
const NEEDED = ['firstName', 'lastName', 'email'];
const STATES = ['active', 'inactive', 'prospect'];
const TIERS = ['basic', 'plus', 'premium'];
const ORDER_STATES = ['open', 'paid', 'shipped', 'cancelled'];

type Route = readonly [method: string, path: RegExp, handle: Handle];

/** The API over this data, which its writes change. */
export function demoApi(data: DemoData): (request: ApiRequest) => ApiAnswer {
  const routes: readonly Route[] = [
    ...customerRoutes(data),
    ...orderRoutes(data),
    ...productRoutes(data),
    ...ticketRoutes(data),
    ...reportRoutes(data),
  ];
  return (request) => {
    const onPath = routes.filter(([, pattern]) => pattern.test(request.path));
    const route = onPath.find(([method]) => method === request.method);
    if (onPath.length === 0) throw new Refusal(404, 'not_found', 'There is no such resource.');
    if (!route) throw new Refusal(405, 'method_not_allowed', `${request.method} is not possible here.`);
    return route[2](request, decodeURIComponent(route[1].exec(request.path)?.[1] ?? ''));
  };
}

function customerRoutes({ customers, orders }: DemoData): Route[] {
  const ordersOf = (id: string) => [...orders.values()].filter(({ customerId }) => customerId === id);

  const listCustomers: Handle = ({ query }) => {
    const search = query.get('search')?.toLowerCase();
    const matching = [...customers.values()].filter(
      ({ status, tier, address, firstName, lastName, email }) =>
        is(query, 'status', status) &&
        is(query, 'tier', tier) &&
        is(query, 'city', address?.city) &&
        (!search || `${firstName} ${lastName} ${email}`.toLowerCase().includes(search)),
    );
    return found({ total: matching.length, customers: paged(matching, query) });
  };
  const createCustomer: Handle = ({ body }) => {
    const given = fieldsOf(body);
    for (const name of NEEDED) textOf(given, name);
    if ([...customers.values()].some(({ email }) => email === given['email'])) {
      throw new Refusal(409, 'email_taken', 'There is a customer with this mail address.');
    }
    const customer = {
      id: next('cus', customers),
      status: 'prospect',
      tier: 'basic',
      lifetimeValue: 0,
      createdAt: new Date().toISOString(),
      ...customerOf(given),
    } as Customer;
    customers.set(customer.id, customer);
    return made(customer);
  };
  const updateCustomer: Handle = ({ body }, id) => {
    const changed = { ...get(customers, id, 'customer'), ...customerOf(fieldsOf(body)) };
    customers.set(id, changed);
    return found(changed);
  };
  const deleteCustomer: Handle = (_request, id) => {
    get(customers, id, 'customer');
    if (ordersOf(id).some(({ status }) => status === 'open')) {
      throw new Refusal(409, 'open_orders', 'The customer has open orders. Cancel or ship them first.');
    }
    customers.delete(id);
    return { status: 204 };
  };

  return [
    ['GET', /^\/customers$/, listCustomers],
    ['POST', /^\/customers$/, createCustomer],
    ['GET', /^\/customers\/([^/]+)$/, (_request, id) => found(get(customers, id, 'customer'))],
    ['PATCH', /^\/customers\/([^/]+)$/, updateCustomer],
    ['DELETE', /^\/customers\/([^/]+)$/, deleteCustomer],
    [
      'GET',
      /^\/customers\/([^/]+)\/orders$/,
      (_request, id) => {
        const own = ordersOf(get(customers, id, 'customer').id);
        return found({ total: own.length, orders: own });
      },
    ],
    [
      'GET',
      /^\/customers\/([^/]+)\/picture$/,
      (_request, id) => ({ status: 200, png: picture(get(customers, id, 'customer').id) }),
    ],
  ];
}

function orderRoutes({ customers, orders, products }: DemoData): Route[] {
  const listOrders: Handle = ({ query }) => {
    const states = query.getAll('status').flatMap((each) => each.split(','));
    const wrong = states.find((state) => !ORDER_STATES.includes(state));
    if (wrong !== undefined) throw bad(`status: ${wrong} is none of ${ORDER_STATES.join(', ')}.`);
    const after = query.get('placedAfter') ?? '';
    const matching = [...orders.values()].filter(
      ({ status, placedAt }) => (states.length === 0 || states.includes(status)) && placedAt >= after,
    );
    return found({ total: matching.length, orders: paged(matching, query) });
  };
  const createOrder: Handle = ({ body }) => {
    const given = fieldsOf(body);
    const { id: customerId } = get(customers, textOf(given, 'customerId'), 'customer');
    if (!Array.isArray(given['items']) || given['items'].length === 0) throw bad('items: at least one is needed.');
    const items = given['items'].map((item) => {
      const { sku, price } = get(products, textOf(fieldsOf(item), 'sku'), 'product');
      const quantity = Number(fieldsOf(item)['quantity']);
      if (!Number.isInteger(quantity) || quantity < 1)
        throw bad('items: quantity must be a whole number of at least 1.');
      return { sku, quantity, unitPrice: price };
    });
    const placedAt = new Date().toISOString();
    const order: Order = {
      id: next('ord', orders),
      customerId,
      status: 'open',
      items,
      total: totalOf(items),
      placedAt,
    };
    orders.set(order.id, order);
    return made(order);
  };
  const setOrderStatus: Handle = ({ body }, id) => {
    const status = textOf(fieldsOf(body), 'status') as Order['status'];
    if (!ORDER_STATES.includes(status)) throw bad(`status: must be one of ${ORDER_STATES.join(', ')}.`);
    const changed = { ...get(orders, id, 'order'), status };
    orders.set(id, changed);
    return found(changed);
  };

  return [
    ['GET', /^\/orders$/, listOrders],
    ['POST', /^\/orders$/, createOrder],
    ['GET', /^\/orders\/([^/]+)$/, (_request, id) => found(get(orders, id, 'order'))],
    ['PUT', /^\/orders\/([^/]+)\/status$/, setOrderStatus],
  ];
}

function productRoutes({ products }: DemoData): Route[] {
  const listProducts: Handle = ({ query }) => {
    const matching = [...products.values()].filter(({ category }) => is(query, 'category', category));
    return found({ total: matching.length, products: paged(matching, query) });
  };

  return [
    ['GET', /^\/products$/, listProducts],
    ['GET', /^\/products\/([^/]+)$/, (_request, sku) => found(get(products, sku, 'product'))],
  ];
}

function ticketRoutes({ customers, tickets }: DemoData): Route[] {
  const listTickets: Handle = ({ query }) => {
    const matching = [...tickets.values()].filter(({ state }) => is(query, 'state', state));
    return found({ total: matching.length, tickets: paged(matching, query) });
  };
  const createTicket: Handle = ({ body }) => {
    const given = fieldsOf(body);
    const ticket: Ticket = {
      id: next('tic', tickets),
      customerId: get(customers, textOf(given, 'customerId'), 'customer').id,
      subject: textOf(given, 'subject'),
      message: textOf(given, 'message'),
      state: 'new',
      createdAt: new Date().toISOString(),
    };
    tickets.set(ticket.id, ticket);
    return made(ticket);
  };

  return [
    ['GET', /^\/tickets$/, listTickets],
    ['POST', /^\/tickets$/, createTicket],
  ];
}

function reportRoutes({ orders, products }: DemoData): Route[] {
  const getSales: Handle = ({ query }) => {
    const by = query.get('by') ?? 'month';
    if (by !== 'month' && by !== 'category') throw bad('by: must be month or category.');
    const groups = new Map<string, { orders: number; revenue: number }>();
    for (const { status, placedAt, items } of orders.values()) {
      if (status === 'cancelled') continue;
      for (const item of items) {
        const group = by === 'month' ? placedAt.slice(0, 7) : (products.get(item.sku)?.category ?? 'other');
        const sum = groups.get(group) ?? { orders: 0, revenue: 0 };
        groups.set(group, { orders: sum.orders + 1, revenue: round(sum.revenue + item.quantity * item.unitPrice) });
      }
    }
    return found([...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([group, sums]) => ({ group, ...sums })));
  };

  return [
    ['GET', /^\/reports\/sales$/, getSales],
    ['GET', /^\/status$/, () => found({ status: 'open', time: new Date().toISOString() })],
  ];
}

function get<T>(from: ReadonlyMap<string, T>, id: string, what: string): T {
  const value = from.get(id);
  if (!value) throw new Refusal(404, 'not_found', `There is no ${what} ${id}.`);
  return value;
}

/** The next free id. */
function next(kind: 'cus' | 'ord' | 'tic', from: ReadonlyMap<string, unknown>): string {
  const last = [...from.keys()].at(-1) ?? '0';
  return idOf(kind, Number(last.slice(4)) + 1);
}

/** The fields that a client may write, checked as the document describes them. */
function customerOf(given: Fields): Partial<Customer> {
  const fields: Fields = {};
  for (const name of TEXTS.filter((each) => Object.hasOwn(given, each))) {
    fields[name] = NEEDED.includes(name) ? textOf(given, name) : anyTextOf(given, name);
  }
  for (const [name, values] of Object.entries({ status: STATES, tier: TIERS })) {
    if (!Object.hasOwn(given, name)) continue;
    if (!values.includes(given[name] as string)) throw bad(`${name}: must be one of ${values.join(', ')}.`);
    fields[name] = given[name];
  }
  if (Object.hasOwn(given, 'address')) {
    const address = fieldsOf(given['address']);
    const names = ['street', 'postalCode', 'city', 'country'].filter((name) => Object.hasOwn(address, name));
    fields['address'] = Object.fromEntries(names.map((name) => [name, anyTextOf(address, name)]));
  }
  return fields;
}
