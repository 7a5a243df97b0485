/**
 * Locks the sandbox process down before any other code of the function runs, for the life of the process: no child processes, threads,
 * add-ons, inspector, or code from strings; files are readable in the function's own folder only and never writable; sockets and name
 * look-ups are possible only through the egress guard and to the two AWS services that the function uses.
 *
 * It is implemented in JavaScript, so the same denials hold on AWS, where Lambda controls the command line. Locally the permission model
 * (core/sandbox/flags.ts) denies most of it again in native code. Neither is the boundary between servers: that is the microVM per tenant
 * on AWS, and the process per server locally. The lock-down keeps a flaw in a dependency from harming the owner.
 *
 * The imports below take their own references before everything else is denied; therefore they come first.
 */
import { syncBuiltinESMExports } from 'node:module';
import v8 from 'node:v8';
import '../../egress/index.ts';
import './deadline.ts';
import { denyUnusedBuiltins } from './lockdown/builtins.ts';
import { denyCodeFromStrings } from './lockdown/code.ts';
import { denyFiles } from './lockdown/files.ts';
import { denyHandles } from './lockdown/handles.ts';
import { holdIntrinsics } from './lockdown/intrinsics.ts';
import { allowedDestinations, denyNetwork } from './lockdown/network.ts';
import { denyProcesses } from './lockdown/processes.ts';

// What the engine's collector frees is overwritten: the texts of a call's credential are, which no code can overwrite.
v8.setFlagsFromString('--clear-free-memory');
// As the function's own flag says for the context that runs; lambdas/start.js takes it back while Node's modules are loaded.
v8.setFlagsFromString('--disallow-code-generation-from-strings');
denyUnusedBuiltins();
denyProcesses();
denyFiles([import.meta.dirname]);
denyHandles();
denyNetwork(allowedDestinations(process.env));
denyCodeFromStrings([import.meta.dirname]);
holdIntrinsics();
syncBuiltinESMExports();
