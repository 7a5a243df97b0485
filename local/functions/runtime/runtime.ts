/**
 * The Lambda runtime inside an environment: loads the bundled module, provides `awslambda`, runs invocations and reports. Used by worker
 * threads, by the host's own thread and by the sandbox's child process; imports nothing but Node's events, because the child may read
 * only this folder and its asset.
 */
import { Loopback, offerWay, wayOver } from './loopback.ts';
import { Mirror } from './pending.ts';
import {
  type EnvironmentStart,
  type GivenEvent,
  type HttpEvent,
  type Prelude,
  TOO_LARGE,
  type ToEnvironment,
} from './protocol.ts';
import { type Channel, ResponseStream } from './responseStream.ts';

type Handler = (event: unknown, ...rest: unknown[]) => unknown;

const STREAMING = Symbol('streaming handler');

/** The runtime of one environment. */
export class Runtime {
  private readonly channel: Channel;
  private readonly log: Pick<Console, 'error'>;
  private readonly streams = new Mirror<ResponseStream>();
  private handler: Handler | undefined;
  private start: EnvironmentStart | undefined;
  private loopback: Loopback | undefined;

  constructor(channel: Channel, log: Pick<Console, 'error'> = console) {
    this.channel = channel;
    this.log = log;
  }

  receive(message: ToEnvironment): void {
    if (message.type === 'answer') this.loopback?.receive(message);
    else if (message.type === 'start') void this.load(message.start);
    else if (message.type === 'gone') this.streams.get(message.id)?.destroy();
    else void this.invoke(message);
  }

  private async load(start: EnvironmentStart): Promise<void> {
    this.start = start;
    const host = globalThis as Record<PropertyKey, unknown>;
    if (start.egress) host[Symbol.for('portcullis.egress.host')] = deepFreeze(start.egress);
    if (start.hasTwins) {
      this.loopback = new Loopback(this.channel.send);
      offerWay(wayOver(this.loopback.channel));
    }
    host['awslambda'] = {
      streamifyResponse: (handler: Handler) => Object.assign(handler, { [STREAMING]: true }),
      HttpResponseStream: {
        from(stream: ResponseStream, prelude: Prelude) {
          stream.begin({ ...prelude, headers: { ...prelude.headers } });
          return stream;
        },
      },
    };
    try {
      const module = (await import(start.module)) as Record<string, Handler>;
      this.handler = module[start.handler];
      if (typeof this.handler !== 'function') throw new TypeError(`${start.handler} is not exported`);
      this.channel.send({ type: 'ready', streaming: STREAMING in this.handler });
    } catch (error) {
      this.channel.send({ type: 'broken', ...errorFields(error) });
    }
  }

  private async invoke({ id, requestId, tenantId, given }: Extract<ToEnvironment, { type: 'invoke' }>): Promise<void> {
    const handler = this.handler as Handler & { [STREAMING]?: true };
    const started = Date.now();
    const { functionName, timeoutMs, memoryMb } = this.start as EnvironmentStart;
    const context = {
      functionName,
      awsRequestId: requestId,
      memoryLimitInMB: String(memoryMb),
      invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${functionName}`,
      tenantId,
      callbackWaitsForEmptyEventLoop: false,
      getRemainingTimeInMillis: () => Math.max(0, timeoutMs - (Date.now() - started)),
    };
    try {
      const event = eventOf(given);
      if (handler[STREAMING]) {
        const stream = new ResponseStream(id, this.channel);
        this.streams.set(id, stream);
        // A stream that the handler does not end goes on to the time-out, as in Lambda's runtime.
        await handler(event, stream, context);
        // The caller disconnected, so no end of the stream was sent; the handler has finished only now, and the place is free.
        if (stream.destroyed && !stream.writableFinished) this.channel.send({ type: 'output', id, ends: true });
        if (stream.destroyed || stream.writableFinished) this.streams.delete(id);
      } else {
        const result = await handler(event, context);
        this.channel.send({ type: 'result', id, payload: payloadOf(result) });
      }
    } catch (error) {
      this.streams.delete(id);
      this.log.error(error);
      this.channel.send({ type: 'failure', id, ...errorFields(error) });
    }
  }
}

/** Bytes that one byte may become in JSON, rounded up for the rest of the event. */
const LONGEST_ESCAPE = 8;

class EventTooLarge extends Error {
  override readonly name = TOO_LARGE;
}

/** The event that the handler gets. Throws an error named {@link TOO_LARGE}. */
export function eventOf(given: GivenEvent): unknown {
  if ('text' in given)
    return JSON.parse(typeof given.text === 'string' ? given.text : Buffer.from(given.text).toString());
  if (!('body' in given)) return given.event;
  const { body, most = Number.POSITIVE_INFINITY } = given;
  const event = withBody(given.event, Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  if (body.length > most / LONGEST_ESCAPE && Buffer.byteLength(JSON.stringify(event)) > most) throw new EventTooLarge();
  return event;
}

/** The event with its body in the encoding that it announces. */
export function withBody(event: HttpEvent, body: Buffer): HttpEvent {
  event.body = body.toString(event.isBase64Encoded ? 'base64' : 'utf8');
  return event;
}

class Unserializable extends Error {
  override readonly name = 'Runtime.JSONStringifyError';
}

function payloadOf(result: unknown): string {
  try {
    return JSON.stringify(result ?? null);
  } catch {
    throw new Unserializable('Unable to stringify response body');
  }
}

/** As Lambda's runtime reports an error, or whatever else was thrown. */
const errorFields = (error: unknown) => ({
  errorType: error instanceof Error ? error.name : typeof error,
  message: error instanceof Error ? error.message : String(error),
});

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) deepFreeze(inner);
    Object.freeze(value);
  }
  return value;
}
