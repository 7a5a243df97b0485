// Serves a description with fastmcp over Streamable HTTP: node fastmcp.mjs <file> <port>
import { readFileSync } from 'node:fs';
import { fromOpenAPI } from 'fastmcp/openapi';

const [file, port] = process.argv.slice(2);
const server = await fromOpenAPI({ maxTools: 5000, spec: JSON.parse(readFileSync(file, 'utf8')) });
await server.start({
  transportType: 'httpStream',
  httpStream: { port: Number(port), host: '127.0.0.1', endpoint: '/mcp' },
});
