/**
 * Runs a synthesized stack: twins for what holds state, pools for the functions, the edge in front. Everything is read from the
 * template; the order is that of what needs whose address.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { DataFolder } from './data-folder.ts';
import { edgeOptions } from './edge/distribution.ts';
import { startEdge } from './edge/server.ts';
import { FunctionFailed, invokeBuffered } from './functions/pool.ts';
import { makePools } from './functions/pools.ts';
import type { EgressHost } from './functions/protocol.ts';
import { type Login, startLogin } from './login/provider.ts';
import { CLIENT, physicalNames, stateMachineArn } from './physical.ts';
import { readPolicies } from './template/policies.ts';
import { resolver } from './template/resolve.ts';
import { ofType, readTemplate } from './template/template.ts';
import { makeBuckets } from './twins/buckets.ts';
import { TableEngine } from './twins/dynamodb/engine.ts';
import { startDynamoDb } from './twins/dynamodb/server.ts';
import { tableDefinitions } from './twins/dynamodb/tables.ts';
import { startIot } from './twins/iot.ts';
import { type KeyMaterial, startKms } from './twins/kms.ts';
import { startLambda } from './twins/lambda.ts';
import { startS3 } from './twins/s3.ts';
import { Callers } from './twins/service.ts';
import { startStepFunctions } from './twins/step-functions.ts';

export interface HostOptions {
  readonly outdir: string;
  readonly data: DataFolder;
  /** Already listening, so that a taken port is known before anything is made. */
  readonly server: Server;
  readonly port: number;
  readonly workers: number;
  readonly egress: EgressHost;
}

export interface Host {
  readonly edgeUrl: string;
  readonly login: Login;
  close(): Promise<void>;
}

export async function startHost({ outdir, data, server, port, workers, egress }: HostOptions): Promise<Host> {
  const template = readTemplate(outdir);
  const edgeUrl = `http://localhost:${port}`;
  const callers = new Callers();
  const keys = keyMaterial(data, ofType(template, 'AWS::KMS::Key'));
  const secrets = data.remembered<Record<string, string>>('secrets.json', () => ({}));

  const login = await startLogin({
    clientId: CLIENT,
    signingKey: await signingKey(data),
    cookieKey: data.remembered('login-cookie.json', () => ({ key: randomBytes(32).toString('hex') })).key,
    redirectUris: [`${edgeUrl}/`, `http://127.0.0.1:${port}/`],
    port: port + 1,
  });
  const iot = await startIot(callers);
  const names = physicalNames(template, {
    edgeUrl,
    issuer: login.issuer,
    iotHost: iot.url.slice('http://'.length),
    keyId: (logicalId) => (keys.get(logicalId) as KeyMaterial).keyId,
    secret(logicalId) {
      if (!secrets[logicalId]) {
        secrets[logicalId] = randomBytes(36).toString('base64url');
        data.write('secrets.json', secrets);
      }
      return secrets[logicalId];
    },
  });
  const resolve = resolver(template, names);
  const policies = readPolicies(template, resolve);

  const buckets = makeBuckets(template, resolve, data.folder('s3'));
  const engine = await TableEngine.open(data.path('dynamodb.jsonl'), tableDefinitions(template, resolve));
  const pools = makePools({ template, resolve, workers, egress, logs: data.folder('logs') });
  const lambda = await startLambda(pools, callers);
  const services = {
    DYNAMODB: await startDynamoDb(engine, callers),
    S3: await startS3(buckets, callers),
    KMS: await startKms([...keys.values()], callers),
    LAMBDA: lambda,
    IOT_DATA_PLANE: iot,
  };
  const [machine] = ofType(template, 'AWS::StepFunctions::StateMachine');
  if (!machine) throw new Error('The template has no state machine.');
  const [machineId, properties] = machine;
  const stepFunctions = await startStepFunctions(
    {
      arn: stateMachineArn(machineId),
      name: machineId,
      definition: JSON.parse(resolve<string>(properties['DefinitionString'])),
    },
    {
      folder: data.folder('executions'),
      callers,
      async runTask(arn, input) {
        const pool = pools.get(arn.split(':').at(-1) as string);
        try {
          return await invokeBuffered(pool as NonNullable<typeof pool>, input);
        } catch (error) {
          if (!(error instanceof FunctionFailed)) throw error;
          // Step Functions reports the Lambda error type as Error and the whole error object as Cause.
          const cause = JSON.stringify({ errorType: error.errorType, errorMessage: error.message });
          throw Object.assign(new Error(cause), { name: error.errorType });
        }
      },
    },
  );
  const endpoints = {
    ...Object.fromEntries(Object.entries(services).map(([name, { url }]) => [name, url])),
    SFN: stepFunctions.url,
  };
  for (const pool of pools.values()) {
    const accessKey = `LOCAL${randomUUID().replaceAll('-', '').toUpperCase()}`;
    callers.add(accessKey, pool.definition.functionName, pool.definition.roleId, () => policies);
    pool.giveVariables({
      AWS_ACCESS_KEY_ID: accessKey,
      AWS_SECRET_ACCESS_KEY: randomBytes(20).toString('hex'),
      ...Object.fromEntries(Object.entries(endpoints).map(([name, url]) => [`AWS_ENDPOINT_URL_${name}`, url])),
    });
  }

  const edge = await startEdge(server, edgeOptions({ template, resolve, pools, buckets, verify: login.verify }));
  for (const pool of pools.values()) if (pool.definition.warm) pool.warm();
  stepFunctions.resume();
  return {
    edgeUrl,
    login,
    async close() {
      await edge.close();
      for (const pool of pools.values()) pool.close();
      await Promise.all([
        stepFunctions.close(),
        login.close(),
        ...Object.values(services).map((service) => service.close()),
      ]);
      engine.close();
      data.release();
    },
  };
}

function keyMaterial(data: DataFolder, keys: Array<[string, Record<string, unknown>]>): Map<string, KeyMaterial> {
  const known = data.remembered<Record<string, KeyMaterial>>('kms.json', () => ({}));
  let grown = false;
  for (const [logicalId, { KeyUsage = 'ENCRYPT_DECRYPT' }] of keys) {
    if (known[logicalId]) continue;
    known[logicalId] = {
      keyId: randomUUID(),
      usage: KeyUsage as KeyMaterial['usage'],
      secret: randomBytes(32).toString('base64'),
    };
    grown = true;
  }
  if (grown) data.write('kms.json', known);
  return new Map(Object.entries(known));
}

async function signingKey(data: DataFolder): Promise<JWK> {
  const known = data.remembered<{ key: JWK | null }>('login-key.json', () => ({ key: null }));
  if (known.key) return known.key;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key: JWK = { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' };
  data.write('login-key.json', { key });
  return key;
}
