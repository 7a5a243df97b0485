/**
 * Addresses and secrets of webhooks, sealed under data keys whose encryption context (`webhookOf`) opens nothing else. Management seals
 * and cannot open; the function that delivers opens.
 */
import { type Binding, open, seal } from './services/envelope.ts';

const binding = (webhookId: string, what: 'url' | 'secret'): Binding => ({
  version: 'w1',
  context: { webhookOf: webhookId },
  associated: `portcullis/webhook/v1:${webhookId}:${what}`,
});

/** Seals the address or a secret of a webhook. */
export const sealForWebhook = (webhookId: string, what: 'url' | 'secret', text: string): Promise<string> =>
  seal(binding(webhookId, what), Buffer.from(text));

/** Throws `ciphertext_invalid` when it was altered or is of another webhook. */
export const openForWebhook = async (webhookId: string, what: 'url' | 'secret', sealed: string): Promise<string> =>
  Buffer.from(await open(binding(webhookId, what), sealed)).toString();
