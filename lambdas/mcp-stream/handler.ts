/**
 * mcp-stream: holds the event streams of legacy clients and forwards messages of the push channel. A GET with an `Mcp-Session-Id` opens
 * the standalone stream of the 2025 transport, which announces changed tools. Any other GET that accepts events opens a session of
 * HTTP+SSE (2024-11-05), whatever version its header names: clients of that transport send their own version, and no later transport has
 * a GET without a session. It runs no call; it writes only its sessions, and that the token holds a stream.
 */
import { openConnections } from '../../aws/direct/opening.ts';
import { tokenHashKey } from '../../aws/services/keys.ts';
import type { HeaderRecord } from '../../core/mcp/protocol.ts';
import { endedTopic } from '../../core/mcp/topics.ts';
import { admit } from '../shared/admission.ts';
import { functionUrl, refuse } from '../shared/functionUrl.ts';
import { standaloneStreams } from '../shared/settings.ts';
import { type Held, hold } from './hold.ts';
import { heldSession } from './session.ts';

await openConnections(['dynamodb'], [tokenHashKey]);

/** Holds one event stream; resolves when it has ended. */
export const handler = functionUrl(async (request, reply) => {
  const admission = await admit(request, reply);
  if (!admission) return;
  const { tokenHash } = admission.token;
  const channel = request.headers['mcp-session-id'];
  const isOffered = channel === undefined || standaloneStreams;
  if (request.method !== 'GET' || !isOffered || isBrowser(request.headers)) {
    return refuse(reply, 'method_not_allowed', { headers: { allow: 'POST, OPTIONS' } });
  }
  const held = channel === undefined ? heldSession(request.path, tokenHash) : standaloneStream(channel, tokenHash);
  await hold(request, reply, admission, held);
});

/** A comment is sent first, so that the client gets the headers at once. */
const standaloneStream = (channel: string, tokenHash: string): Held => ({
  channel,
  topic: endedTopic(tokenHash, channel),
  greeting: ': open\n\n',
  async messageOf(_payload, end) {
    end('in order');
    return undefined;
  },
});

/** A person who opens the address in a browser must not occupy a stream. */
const isBrowser = ({ accept = '' }: HeaderRecord): boolean =>
  accept.includes('text/html') && !accept.includes('text/event-stream');
