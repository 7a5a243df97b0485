/**
 * Locks the sandbox process down, before any other code of the function runs and for as long as the process lives: no child
 * processes, threads, addons, inspector, code from strings; files readable in the function's own folder only and never
 * writable; sockets and name look-ups only by the egress guard and to the two AWS services the function uses.
 *
 * It works in JavaScript, so the same denials hold on AWS, where the command line is Lambda's. Locally the permission model
 * (core/sandbox/flags.ts) denies most of it a second time in native code. Neither is the boundary between servers: that is
 * the microVM per tenant on AWS and the process per server locally. This is what keeps a flaw in a dependency from being
 * the owner's flaw.
 *
 * The imports below take their references to what is denied for everybody else; they come first for that reason.
 */
import { syncBuiltinESMExports } from 'node:module';
import '../../egress/index.ts';
import './deadline.ts';
import { denyUnusedBuiltins } from './lockdown/builtins.ts';
import { denyCodeFromStrings } from './lockdown/code.ts';
import { denyFiles } from './lockdown/files.ts';
import { denyHandles } from './lockdown/handles.ts';
import { holdIntrinsics } from './lockdown/intrinsics.ts';
import { allowedDestinations, denyNetwork } from './lockdown/network.ts';
import { denyProcesses } from './lockdown/processes.ts';

denyUnusedBuiltins();
denyProcesses();
denyFiles([import.meta.dirname]);
denyHandles();
denyNetwork(allowedDestinations(process.env));
denyCodeFromStrings([import.meta.dirname]);
holdIntrinsics();
syncBuiltinESMExports();
