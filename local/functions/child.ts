/** Entry of a tenant's child process, locked down by its flags (core/sandbox/flags.ts). */
import process from 'node:process';
import type { FromEnvironment, ToEnvironment } from './protocol.ts';
import { Runtime } from './runtime.ts';

// Taken once, before any handler code runs: what is loaded later may not speak to the host in the runtime's name.
const send = process.send?.bind(process) as (message: FromEnvironment) => void;
const runtime = new Runtime({ send, binary: false });
process.on('message', (message: ToEnvironment) => runtime.receive(message));
process.on('disconnect', () => process.exit(0));
