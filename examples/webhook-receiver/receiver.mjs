/** Prints events of Portcullis, and refuses what is not signed with the webhook's secret. */
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const { PORT = '4020', WEBHOOK_SECRET } = process.env;
const webhook = new Webhook(WEBHOOK_SECRET);
const MAX_BYTES = 64 * 1024;

createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) {
    body += chunk;
    if (body.length > MAX_BYTES) return response.writeHead(413).end();
  }
  try {
    // Also refuses what is older than five minutes, so that nobody sends an old one again.
    const event = webhook.verify(body, request.headers);
    console.log(`${event.type} ${JSON.stringify(event.data)}`);
    return response.writeHead(204).end();
  } catch {
    console.log('refused');
    return response.writeHead(401).end();
  }
}).listen(Number(PORT), '127.0.0.1', () => console.log(`The receiver listens on http://localhost:${PORT}`));
