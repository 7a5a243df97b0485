/**
 * A receiver of webhooks as its owner would write it: TLS, and signatures verified by the library of Standard Webhooks. Its answers have a
 * page as their body, as those of frameworks do.
 */
import { Webhook } from 'standardwebhooks';
import { startUpstream, type Upstream } from './upstream.ts';

const PAGE = '<p>Thank you.</p>'.repeat(500);

export interface ReceivedEvent {
  /** The header webhook-id. */
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface WebhookReceiver {
  readonly upstream: Upstream;
  /** Secrets that it accepts; a request that none of them verifies is answered 401. */
  readonly secrets: string[];
  /** Verified events, in the order in which they came. */
  readonly events: ReceivedEvent[];
  /** What the next requests are answered instead of 200, one each. */
  readonly answers: number[];
  /** Everything that came, as text. */
  text(): string;
}

export async function startWebhookReceiver(host = 'hooks.example'): Promise<WebhookReceiver> {
  const secrets: string[] = [];
  const events: ReceivedEvent[] = [];
  const answers: number[] = [];
  const upstream = await startUpstream({
    host,
    respond: ({ headers, body, all }) => {
      const signed = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
      const verified = secrets.map((secret) => verifiedBy(secret, body.toString(), signed)).find((one) => one);
      if (!verified) return { status: 401 };
      const status = answers.shift() ?? 200;
      if (status < 300) events.push({ ...verified, id: all('webhook-id')[0] ?? '' });
      return { status, body: PAGE };
    },
  });
  return {
    upstream,
    secrets,
    events,
    answers,
    text: () => upstream.requests.map(({ raw }) => raw.toString('latin1')).join('\n'),
  };
}

function verifiedBy(
  secret: string,
  body: string,
  headers: Record<string, string>,
): Omit<ReceivedEvent, 'id'> | undefined {
  try {
    return new Webhook(secret).verify(body, headers) as Omit<ReceivedEvent, 'id'>;
  } catch {
    return undefined;
  }
}
