/**
 * Keycloak, an authorization server that others wrote, on loopback behind a TLS upstream of its own host. Its realm is read from the folder of
 * the installation, which `kc.sh build` has prepared for a database in memory, so that each start is the same.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Authority } from '../../support/certificates.ts';
import { freePort } from '../../support/freePort.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';
import { startServer } from '../support/loopbackServer.ts';

/** It takes half a minute on an idle machine. */
const PATIENCE_MS = 240_000;
const PASSED_ON = /^(?:authorization|content-type|accept|cookie)$/i;

export interface Keycloak {
  readonly upstream: Upstream;
  readonly realmUrl: string;
  readonly tokenUrl: string;
  /** Its address without TLS, for the API that reads its keys. */
  readonly inside: string;
  /** All tokens that it has issued through the upstream. */
  readonly issued: readonly string[];
  stop(): Promise<void>;
}

/** @param realm in the form of Keycloak's export; its name is `company` */
export async function startKeycloak(home: string, realm: object, authority: Authority): Promise<Keycloak> {
  const host = 'keycloak.upstream.example';
  const port = await freePort();
  mkdirSync(join(home, 'data', 'import'), { recursive: true });
  writeFileSync(join(home, 'data', 'import', 'company-realm.json'), JSON.stringify(realm));
  const inside = `http://127.0.0.1:${port}/realms/company`;
  const ready = async () => {
    const { ok, status } = await fetch(inside);
    if (!ok) throw new Error(`status ${status}`);
  };
  // What kc.sh does, without the shell, which would not end with its program.
  const args = [
    '-Xmx640m',
    `-Dkc.home.dir=${home}`,
    '-Dkc.config.built=true',
    '-Djava.util.concurrent.ForkJoinPool.common.threadFactory=io.quarkus.bootstrap.forkjoin.QuarkusForkJoinWorkerThreadFactory',
    '-cp',
    join(home, 'lib', 'quarkus-run.jar'),
    'io.quarkus.bootstrap.runner.QuarkusEntryPoint',
    'start',
    '--optimized',
    '--http-enabled=true',
    '--http-host=127.0.0.1',
    `--http-port=${port}`,
    `--hostname=https://${host}`,
    '--proxy-headers=xforwarded',
    '--cache=local',
    '--import-realm',
  ];
  const server = await startServer(inside, 'java', args, ready, PATIENCE_MS);
  const issued: string[] = [];
  const upstream = await startUpstream({
    host,
    authority,
    respond: async ({ method, target, headers, body }) => {
      const taken = await fetch(`http://127.0.0.1:${port}${target}`, {
        method,
        headers: [
          ...headers.filter(([name]) => PASSED_ON.test(name)),
          ['x-forwarded-proto', 'https'],
          ['x-forwarded-host', host],
          ['x-forwarded-port', '443'],
        ] as Array<[string, string]>,
        redirect: 'manual',
        ...(method !== 'GET' && { body: new Uint8Array(body) }),
      });
      const type = taken.headers.get('content-type') ?? '';
      const answer = await taken.text();
      for (const [, token = ''] of answer.matchAll(/"(?:access|refresh)_token":"([^"]+)"/g)) issued.push(token);
      return { status: taken.status, headers: { 'content-type': type }, body: answer };
    },
  });
  const realmUrl = `https://${host}/realms/company`;
  return {
    upstream,
    realmUrl,
    tokenUrl: `${realmUrl}/protocol/openid-connect/token`,
    inside,
    issued,
    stop: async () => {
      await upstream.close();
      await server.stop();
    },
  };
}
