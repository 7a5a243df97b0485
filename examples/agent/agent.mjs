/** Which orders are late? The agent finds the tool that lists orders, asks it for open ones, and tells those that were due. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const client = new Client({ name: 'late-orders', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL(process.argv[2])));
const { tools } = await client.listTools();
const tool = tools.find(({ inputSchema }) => 'status' in (inputSchema.properties ?? {}));
if (tool === undefined) throw new Error(`None of ${tools.map(({ name }) => name).join(', ')} lists orders by status.`);
const { content } = await client.callTool({ name: tool.name, arguments: { status: 'open' } });
const today = new Date().toISOString().slice(0, 10);
for (const { id, due, customer } of JSON.parse(content[0].text).filter((order) => order.due < today))
  console.log(`${id} was due on ${due}: call ${customer}`);
await client.close();
