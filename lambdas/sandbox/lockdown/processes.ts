/** No other processes, threads, native code or debugger; no signals to others; no change of identity. */
import childProcess from 'node:child_process';
import cluster from 'node:cluster';
import inspector from 'node:inspector';
import inspectorPromises from 'node:inspector/promises';
import traceEvents from 'node:trace_events';
import v8 from 'node:v8';
import workerThreads from 'node:worker_threads';
import { deny, functionsOf } from './deny.ts';

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

export function denyProcesses(): void {
  deny(childProcess, 'child_process', functionsOf(childProcess));
  // Its constructor would be enough to spawn without any export of the module.
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
  if (process.report) deny(process.report, 'process.report', ['writeReport', 'getReport']);
}
