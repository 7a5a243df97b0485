/**
 * The demo API's OpenAPI 3.1 document. Seventeen operations under five tags; all but the status operation require a bearer token. Over
 * 300 lines: it is data.
 */

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ 'application/json': { schema } });
const answer = (description: string, schema: object) => ({ description, content: json(schema) });
const faults = (...codes: number[]) =>
  Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/responses/${FAULTS[code]}` }]));
const FAULTS: Record<number, string> = { 400: 'BadRequest', 404: 'NotFound', 409: 'Conflict' };
const inPath = (name: string, description: string, pattern: string) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string', pattern },
});
const inQuery = (name: string, description: string, schema: object) => ({ name, in: 'query', description, schema });
const enumOf = (...values: string[]) => ({ type: 'string', enum: values });
const limit = inQuery('limit', 'How many to return; all when left out.', {
  type: 'integer',
  minimum: 1,
  maximum: 5000,
});
const offset = inQuery('offset', 'How many to skip.', { type: 'integer', minimum: 0, default: 0 });
const customerId = inPath('customerId', 'Id of the customer.', '^cus_[0-9]{6}$');
const orderId = inPath('orderId', 'Id of the order.', '^ord_[0-9]{6}$');
const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more });
const page = (name: string, schema: object) => ({
  type: 'object',
  required: ['total', name],
  properties: {
    total: { type: 'integer', description: 'How many match in all.' },
    [name]: { type: 'array', items: schema },
  },
});
const bodyOf = (schema: object) => ({ required: true, content: json(schema) });

const customerFields = {
  firstName: text('Given name.'),
  lastName: text('Family name.'),
  email: text('Mail address.', { format: 'email' }),
  phone: text('Phone number.'),
  dateOfBirth: text('Date of birth.', { format: 'date' }),
  status: { ...enumOf('active', 'inactive', 'prospect'), description: 'Where the customer stands.' },
  tier: { ...enumOf('basic', 'plus', 'premium'), description: 'Service level.' },
  notes: text('Free text of the sales team.'),
  address: ref('Address'),
};

const customerPaths = {
  '/customers': {
    get: {
      operationId: 'listCustomers',
      tags: ['Customers'],
      summary: 'List customers',
      description:
        'All customers, or those that match every given filter, by id. Finds a customer of whom only the name, the city or the mail address is known; `total` tells how many there are.',
      parameters: [
        limit,
        offset,
        inQuery('status', 'Only customers with this status.', enumOf('active', 'inactive', 'prospect')),
        inQuery('tier', 'Only customers of this service level.', enumOf('basic', 'plus', 'premium')),
        inQuery('city', 'Only customers in this city.', { type: 'string' }),
        inQuery('search', 'Part of a first name, last name or mail address.', { type: 'string', minLength: 2 }),
      ],
      responses: { 200: answer('The customers.', page('customers', ref('Customer'))), ...faults(400) },
    },
    post: {
      operationId: 'createCustomer',
      tags: ['Customers'],
      summary: 'Create a customer',
      description:
        'Adds a person who may order and returns the record with its id. Refused when another customer has the mail address.',
      requestBody: bodyOf({
        type: 'object',
        required: ['firstName', 'lastName', 'email'],
        properties: customerFields,
      }),
      responses: { 201: answer('The new customer.', ref('Customer')), ...faults(400, 409) },
    },
  },
  '/customers/{customerId}': {
    parameters: [customerId],
    get: {
      operationId: 'getCustomer',
      tags: ['Customers'],
      summary: 'Get a customer',
      description:
        'One customer by id with contact data, address, status, tier and revenue in all. The orders are told by listOrdersOfCustomer.',
      responses: { 200: answer('The customer.', ref('Customer')), ...faults(404) },
    },
    patch: {
      operationId: 'updateCustomer',
      tags: ['Customers'],
      summary: 'Change a customer',
      description: 'Changes the fields that are given, leaves the others, and returns the whole customer.',
      requestBody: bodyOf({ type: 'object', minProperties: 1, properties: customerFields }),
      responses: { 200: answer('The customer as it is now.', ref('Customer')), ...faults(400, 404) },
    },
    delete: {
      operationId: 'deleteCustomer',
      tags: ['Customers'],
      summary: 'Delete a customer',
      description:
        'Removes the customer for good. Refused while there are open orders; cancel or ship these first with setOrderStatus.',
      responses: { 204: { description: 'Deleted.' }, ...faults(404, 409) },
    },
  },
  '/customers/{customerId}/orders': {
    parameters: [customerId],
    get: {
      operationId: 'listOrdersOfCustomer',
      tags: ['Customers', 'Orders'],
      summary: "List a customer's orders",
      description:
        'Every order of one customer with its items, total and state, for questions about what somebody bought or is waiting for.',
      responses: { 200: answer('The orders.', page('orders', ref('Order'))), ...faults(404) },
    },
  },
  '/customers/{customerId}/picture': {
    parameters: [customerId],
    get: {
      operationId: 'getCustomerPicture',
      tags: ['Customers'],
      summary: "Get a customer's picture",
      description: 'The portrait as a small PNG image, to show it; there is nothing in it to read.',
      responses: {
        200: {
          description: 'The picture.',
          content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
        },
        ...faults(404),
      },
    },
  },
};

const orderPaths = {
  '/orders': {
    get: {
      operationId: 'listOrders',
      tags: ['Orders'],
      summary: 'List orders',
      description:
        'Orders of all customers, narrowed down by state and date, for what is open or came in lately. For one customer take listOrdersOfCustomer.',
      parameters: [
        limit,
        offset,
        inQuery('status', 'Only orders with one of these states.', {
          type: 'array',
          items: enumOf('open', 'paid', 'shipped', 'cancelled'),
        }),
        inQuery('placedAfter', 'Only orders placed at this time or later.', { type: 'string', format: 'date-time' }),
      ],
      responses: { 200: answer('The orders.', page('orders', ref('Order'))), ...faults(400) },
    },
    post: {
      operationId: 'createOrder',
      tags: ['Orders'],
      summary: 'Place an order',
      description:
        'Orders products for an existing customer and returns the open order with its total. Takes ids and product numbers, not names; listCustomers and listProducts tell them.',
      requestBody: bodyOf({
        type: 'object',
        required: ['customerId', 'items'],
        properties: {
          customerId: text('Who orders.', { pattern: '^cus_[0-9]{6}$' }),
          items: {
            description: 'What is ordered.',
            type: 'array',
            minItems: 1,
            maxItems: 20,
            items: {
              type: 'object',
              required: ['sku', 'quantity'],
              properties: {
                sku: text('Number of the product.'),
                quantity: { type: 'integer', minimum: 1, maximum: 99, description: 'How many.' },
              },
            },
          },
        },
      }),
      responses: { 201: answer('The order.', ref('Order')), ...faults(400, 404) },
    },
  },
  '/orders/{orderId}': {
    parameters: [orderId],
    get: {
      operationId: 'getOrder',
      tags: ['Orders'],
      summary: 'Get an order',
      description: 'One order by id: its items with prices, total, state, and the id of the customer.',
      responses: { 200: answer('The order.', ref('Order')), ...faults(404) },
    },
  },
  '/orders/{orderId}/status': {
    parameters: [orderId],
    put: {
      operationId: 'setOrderStatus',
      tags: ['Orders'],
      summary: 'Set the state of an order',
      description:
        'Moves an order on: open, paid, shipped or cancelled. Returns the order. Nobody is told and no money is moved.',
      requestBody: bodyOf({
        type: 'object',
        required: ['status'],
        properties: {
          status: { ...enumOf('open', 'paid', 'shipped', 'cancelled'), description: 'Where the order is to stand.' },
        },
      }),
      responses: { 200: answer('The order as it is now.', ref('Order')), ...faults(400, 404) },
    },
  },
};

const productPaths = {
  '/products': {
    get: {
      operationId: 'listProducts',
      tags: ['Products'],
      summary: 'List products',
      description:
        'What the shop sells, with product number, price and stock. Start here when only the name of a product is known.',
      parameters: [
        limit,
        offset,
        inQuery('category', 'Only products of this category.', enumOf('electric', 'decor', 'furniture')),
      ],
      responses: { 200: answer('The products.', page('products', ref('Product'))), ...faults(400) },
    },
  },
  '/products/{sku}': {
    parameters: [inPath('sku', 'Number of the product.', '^[A-Z]{3}-[A-Z]{3}$')],
    get: {
      operationId: 'getProduct',
      tags: ['Products'],
      summary: 'Get a product',
      description: 'One product by its number with price and stock, to check both before an order.',
      responses: { 200: answer('The product.', ref('Product')), ...faults(404) },
    },
  },
};

const ticketPaths = {
  '/tickets': {
    get: {
      operationId: 'listTickets',
      tags: ['Support'],
      summary: 'List support tickets',
      description:
        'Questions of customers, all or in one state, with the text that they wrote. Tickets in the state `new` wait for an answer.',
      parameters: [limit, offset, inQuery('state', 'Only tickets in this state.', enumOf('new', 'answered', 'closed'))],
      responses: { 200: answer('The tickets.', page('tickets', ref('Ticket'))), ...faults(400) },
    },
    post: {
      operationId: 'createTicket',
      tags: ['Support'],
      summary: 'Open a support ticket',
      description:
        'Records a question of a customer for the support team and returns the ticket. It sends no mail and gives no answer.',
      requestBody: bodyOf({
        type: 'object',
        required: ['customerId', 'subject', 'message'],
        properties: {
          customerId: text('Who asks.', { pattern: '^cus_[0-9]{6}$' }),
          subject: text('What it is about.', { maxLength: 200 }),
          message: text('The question.', { maxLength: 5000 }),
        },
      }),
      responses: { 201: answer('The ticket.', ref('Ticket')), ...faults(400, 404) },
    },
  },
};

const reportPaths = {
  '/reports/sales': {
    get: {
      operationId: 'getSales',
      tags: ['Reports'],
      summary: 'Sales by month or category',
      description:
        'Number of orders and revenue for each month or each category. Sums come from here, not from adding up listOrders.',
      parameters: [inQuery('by', 'How to group.', { ...enumOf('month', 'category'), default: 'month' })],
      responses: {
        200: answer('One entry a group.', {
          type: 'array',
          items: {
            type: 'object',
            properties: { group: { type: 'string' }, orders: { type: 'integer' }, revenue: { type: 'number' } },
          },
        }),
        ...faults(400),
      },
    },
  },
  '/status': {
    get: {
      operationId: 'getStatus',
      tags: ['Reports'],
      summary: 'Whether the shop is open',
      description:
        'Whether the shop takes orders, and its clock. Needs no credential, so it tells a broken API from a refused token.',
      security: [],
      responses: {
        200: answer('The state.', {
          type: 'object',
          properties: { status: { type: 'string' }, time: { type: 'string' } },
        }),
      },
    },
  },
};

const schemas = {
  Address: {
    type: 'object',
    description: 'Postal address.',
    properties: {
      street: text('Street.'),
      postalCode: text('Code.'),
      city: text('City.'),
      country: text('ISO 3166 code.'),
    },
  },
  Customer: {
    type: 'object',
    required: ['id', 'firstName', 'lastName', 'email'],
    properties: {
      id: text('Id.'),
      ...customerFields,
      ssn: text('Social security number.'),
      iban: text('Bank account.'),
      cardNumber: text('Payment card.'),
      lifetimeValue: { type: 'number', description: 'Revenue in all.' },
      createdAt: text('Since when.', { format: 'date-time' }),
    },
  },
  Order: {
    type: 'object',
    properties: {
      id: text('Id.'),
      customerId: text('Who ordered.'),
      status: enumOf('open', 'paid', 'shipped', 'cancelled'),
      items: {
        type: 'array',
        items: {
          type: 'object',
          properties: { sku: { type: 'string' }, quantity: { type: 'integer' }, unitPrice: { type: 'number' } },
        },
      },
      total: { type: 'number' },
      placedAt: text('When.', { format: 'date-time' }),
    },
  },
  Product: {
    type: 'object',
    properties: {
      sku: text('Number.'),
      name: text('Name.'),
      category: enumOf('electric', 'decor', 'furniture'),
      price: { type: 'number' },
      stock: { type: 'integer' },
    },
  },
  Ticket: {
    type: 'object',
    properties: {
      id: text('Id.'),
      customerId: text('Who asked.'),
      subject: text('What it is about.'),
      message: text('The question.'),
      state: enumOf('new', 'answered', 'closed'),
      createdAt: text('When.', { format: 'date-time' }),
    },
  },
  Fault: {
    type: 'object',
    required: ['error'],
    properties: {
      error: { type: 'object', properties: { code: { type: 'string' }, message: { type: 'string' } } },
    },
  },
};

/** The document for a base URL. */
export const demoDocument = (baseUrl: string): object => ({
  openapi: '3.1.0',
  info: {
    title: 'Demo Store',
    version: '1.0.0',
    description: 'Customers, orders, products and support tickets of an invented furniture shop.',
  },
  servers: [{ url: baseUrl }],
  security: [{ bearer: [] }],
  tags: [
    { name: 'Customers', description: 'People who buy.' },
    { name: 'Orders', description: 'What they bought.' },
    { name: 'Products', description: 'What there is to buy.' },
    { name: 'Support', description: 'What they wrote to us.' },
    { name: 'Reports', description: 'Sums over orders, and the state of the shop.' },
  ],
  paths: {
    ...customerPaths,
    ...orderPaths,
    ...productPaths,
    ...ticketPaths,
    ...reportPaths,
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    responses: Object.fromEntries(
      Object.values(FAULTS).map((name) => [name, answer('The request was refused.', ref('Fault'))]),
    ),
    schemas,
  },
});
