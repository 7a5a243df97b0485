/**
 * Loaded into the local host before its own code: every environment of a function is one under AWS's runtime client. What happens to their
 * processes is appended to the file LAMBDA_REPORT, a line each.
 */
import { appendFileSync } from 'node:fs';
import type { Environment } from '../../../local/functions/environment.ts';
import { type FunctionDefinition, FunctionPool } from '../../../local/functions/pool.ts';
import type { LogSink } from '../../../local/functions/runtime/log.ts';
import { startLambda } from './environment.ts';

const report = process.env['LAMBDA_REPORT'];

/** The parts of a pool that an environment is started from. */
interface Pool {
  readonly definition: FunctionDefinition;
  readonly log: LogSink;
  start(): Environment;
}

(FunctionPool.prototype as unknown as Pool).start = function start(this: Pool): Environment {
  const { definition, log } = this;
  const { variables, place, hearsLeaving } = definition;
  return startLambda({ start: definition, variables, place, hearsLeaving, log }, (happened) => {
    if (report !== undefined) appendFileSync(report, `${JSON.stringify(happened)}\n`);
  });
};
