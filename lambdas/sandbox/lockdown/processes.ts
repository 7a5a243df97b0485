/** No other processes, threads, native code or debugger; no signals to others; no change of identity. */
import childProcess from 'node:child_process';
import cluster from 'node:cluster';
import crypto from 'node:crypto';
import inspector from 'node:inspector';
import inspectorPromises from 'node:inspector/promises';
import os from 'node:os';
import tls from 'node:tls';
import traceEvents from 'node:trace_events';
import v8 from 'node:v8';
import workerThreads from 'node:worker_threads';
import { deny, fix, functionsOf, refusal, SandboxDenied } from './deny.ts';

const PROCESS = [
  'binding',
  '_linkedBinding',
  'dlopen',
  'kill',
  '_kill',
  'execve',
  'chdir',
  'setuid',
  'seteuid',
  'setgid',
  'setegid',
  'setgroups',
  'initgroups',
  'loadEnvFile',
  '_debugProcess',
  '_debugEnd',
  '_getActiveHandles',
  '_getActiveRequests',
];

/** Denies processes, threads, native add-ons and the debugger. */
export function denyProcesses(): void {
  deny(childProcess, 'child_process', functionsOf(childProcess));
  // Its constructor alone would be enough to spawn a process.
  const { ChildProcess } = childProcess as { ChildProcess?: { prototype?: object } };
  if (ChildProcess?.prototype) deny(ChildProcess.prototype, 'ChildProcess', ['spawn']);
  deny(workerThreads, 'worker_threads', ['Worker']);
  deny(cluster, 'cluster', ['fork', 'setupPrimary', 'setupMaster', 'Worker']);
  for (const module of [inspector, inspectorPromises])
    deny(module, 'inspector', ['open', 'Session', 'waitForDebugger']);
  deny(traceEvents, 'trace_events', ['createTracing']);
  deny(v8, 'v8', [
    'setFlagsFromString',
    'writeHeapSnapshot',
    'getHeapSnapshot',
    'setHeapSnapshotNearHeapLimit',
    'stopCoverage',
    'takeCoverage',
  ]);
  deny(process, 'process', PROCESS);
  deny(os, 'os', ['setPriority']);
  denyReports(process.report);
  denyEngines();
}

/** Reports are written neither on demand nor, by a setting, on a failure. */
function denyReports(report: object | undefined): void {
  if (!report) return;
  deny(report, 'process.report', ['writeReport', 'getReport']);
  for (const [key, { get, set }] of Object.entries(Object.getOwnPropertyDescriptors(report))) {
    if (get && set)
      Object.defineProperty(report, key, { get, set: refusal(`process.report.${key}`), configurable: false });
  }
}

/** OpenSSL engines are shared libraries: loading one runs its code. */
function denyEngines(): void {
  deny(crypto, 'crypto', ['setEngine', 'setFips']);
  const { createSecureContext } = tls;
  fix(tls, 'createSecureContext', (options?: Readonly<Record<string, unknown>>) => {
    const own = { ...options };
    if (own['clientCertEngine'] || own['privateKeyEngine']) throw new SandboxDenied('an engine of OpenSSL');
    return createSecureContext(own);
  });
  const { context } = createSecureContext({ ca: [] }) as { context: object };
  deny(Object.getPrototypeOf(context) as object, 'SecureContext', ['setClientCertEngine', 'setEngineKey']);
}
