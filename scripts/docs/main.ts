/**
 * Builds the documentation site where its sources have changed, and prints the folder that holds it, as JSON in the last line. Each step is a
 * line of its own before. Run by the local stack (local/documentation.ts) and by `npm run synth` and `npm run deploy`.
 */
import { PortcullisError } from '../../core/lib/errors.ts';
import { ensureSite } from './site.ts';

try {
  const folder = await ensureSite((line) => console.log(line));
  console.log(JSON.stringify({ folder }));
} catch (error) {
  if (!(error instanceof PortcullisError)) throw error;
  console.log(JSON.stringify({ code: error.code, message: error.message }));
  process.exitCode = 1;
}
