/** The flags of `npm start -- …`. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { PortcullisError } from '../core/lib/errors.ts';
import { loopbackPort } from '../core/lib/url/devUpstream.ts';
import { parseResolve } from '../egress/index.ts';
import type { PinnedAddress } from '../egress/types.ts';

/** The checked flags. */
export interface Flags {
  readonly port: number;
  readonly data: string;
  readonly demo: boolean;
  readonly open: boolean;
  /** Whether functions start before they are called. */
  readonly warm: boolean;
  readonly pinned: readonly PinnedAddress[];
  /** Plain http origins on this machine, each with a port. */
  readonly devUpstreams: readonly string[];
  /** PEM text. */
  readonly ca?: string;
  /** The client secret at the owner's identity provider. */
  readonly loginSecret?: string;
  /** Seconds. */
  readonly streamLife?: number;
  /** Minutes. */
  readonly trailAge?: number;
  /** Milliseconds. */
  readonly replicaLag?: number;
  /** Settings of lib/config.ts, in the form of `cdk deploy -c`. */
  readonly context: Readonly<Record<string, string>>;
}

/** Throws PortcullisError `flag_invalid`, which names the flag. */
export function readFlags(args: readonly string[]): Flags {
  const fail = (message: string): never => {
    throw new PortcullisError('flag_invalid', `${message}\nTry: npm start -- --help`);
  };
  const { values } = (() => {
    try {
      return parseArgs({
        args: [...args],
        allowNegative: true,
        options: {
          port: { type: 'string', default: '8787' },
          data: { type: 'string', default: '.portcullis' },
          demo: { type: 'boolean', default: true },
          open: { type: 'boolean', default: true },
          warm: { type: 'boolean', default: true },
          resolve: { type: 'string', multiple: true, default: [] },
          ca: { type: 'string' },
          'dev-upstream': { type: 'string', multiple: true, default: [] },
          'login-secret': { type: 'string' },
          'stream-life': { type: 'string' },
          'trail-age': { type: 'string' },
          'replica-lag': { type: 'string' },
          context: { type: 'string', short: 'c', multiple: true, default: [] },
        },
      });
    } catch (error) {
      return fail((error as Error).message);
    }
  })();
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535) fail(`--port: ${JSON.stringify(values.port)} is not a port.`);
  if (values.data === '') fail('--data: names no folder.');
  let ca: string | undefined;
  if (values.ca !== undefined) {
    try {
      ca = readFileSync(values.ca, 'utf8');
    } catch {
      fail(`--ca: ${values.ca} cannot be read.`);
    }
    if (!ca?.includes('-----BEGIN CERTIFICATE-----')) fail(`--ca: ${values.ca} holds no PEM certificate.`);
  }
  let loginSecret: string | undefined;
  if (values['login-secret'] !== undefined) {
    try {
      loginSecret = readFileSync(values['login-secret'], 'utf8').trim();
    } catch {
      fail(`--login-secret: ${values['login-secret']} cannot be read.`);
    }
  }
  const context = Object.fromEntries(
    values.context.map((text) => {
      const [, key, value] = /^(\w+)=(.*)$/s.exec(text) ?? fail(`--context: ${JSON.stringify(text)} is not key=value.`);
      return [key as string, value as string];
    }),
  );
  const pinned = values.resolve.map((text) => {
    try {
      return parseResolve(text);
    } catch (error) {
      return fail((error as Error).message);
    }
  });
  const devUpstreams = values['dev-upstream'].map((text) => {
    const port = loopbackPort(text);
    if (port === undefined || port > 65_535 || new URL(text).pathname !== '/')
      fail(`--dev-upstream: ${JSON.stringify(text)} is not an address like http://localhost:3000, without a path.`);
    return new URL(text).origin;
  });
  const twice = devUpstreams.find(
    (url, at) => devUpstreams.findIndex((one) => loopbackPort(one) === loopbackPort(url)) < at,
  );
  if (twice !== undefined) fail(`--dev-upstream: the port of ${twice} is given twice.`);
  const count = (
    flag: 'stream-life' | 'trail-age' | 'replica-lag',
    unit: string,
    digits: number,
  ): number | undefined => {
    const text = values[flag];
    if (text === undefined) return undefined;
    if (!/^[1-9]\d*$/.test(text) || text.length > digits)
      fail(`--${flag}: ${JSON.stringify(text)} is not a number of ${unit}.`);
    return Number(text);
  };
  const streamLife = count('stream-life', 'seconds', 6);
  const trailAge = count('trail-age', 'minutes', 5);
  const replicaLag = count('replica-lag', 'milliseconds', 5);
  return {
    port,
    data: values.data,
    demo: values.demo,
    open: values.open,
    warm: values.warm,
    pinned,
    devUpstreams,
    context,
    ...(ca ? { ca } : {}),
    ...(loginSecret !== undefined && { loginSecret }),
    ...(streamLife !== undefined && { streamLife }),
    ...(trailAge !== undefined && { trailAge }),
    ...(replicaLag !== undefined && { replicaLag }),
  };
}
