/** Code of a tenant's child process, locked down by its flags (core/sandbox/flags.ts). It communicates with the host over descriptor 3. */
import { Socket } from 'node:net';
import process from 'node:process';
import { lineWriter, readLines } from './lines.ts';
import type { ToEnvironment } from './protocol.ts';
import { Runtime } from './runtime.ts';

// Opened before any handler code is loaded and not exported: code that is loaded later cannot send messages to the host as the runtime.
const host = new Socket({ fd: 3, readable: true, writable: true });
const end = () => process.exit(0);
const runtime = new Runtime({ send: lineWriter(host), binary: false });
readLines(host, (message) => runtime.receive(message as ToEnvironment), end);
host.on('close', end).on('error', end);
