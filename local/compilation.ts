/**
 * How soon V8 gives hot code to its optimizing compiler. By default a function must have run 3,000 times; what serves one
 * client for a while runs once a request, and each of a function's two instances has code of its own. A host that starts cold
 * and stays up gains from compiling after a few hundred requests.
 */
import { setFlagsFromString } from 'node:v8';

/** For Node's command line. */
export const COMPILE_EARLY = '--invocation-count-for-turbofan=500';

/** For this process, its worker threads included. */
export const compileEarly = (): void => setFlagsFromString(COMPILE_EARLY);
