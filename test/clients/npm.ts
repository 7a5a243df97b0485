/** The clients that are installed with the tests. */
import { join } from 'node:path';
import type { MatrixClient } from './matrix.ts';

const driver = join(import.meta.dirname, 'node', 'driver.ts');
const client = (name: string, transport: 'http' | 'sse', isNotified: boolean): MatrixClient => ({
  name,
  transport,
  command: [process.execPath, '--disable-warning=ExperimentalWarning', driver, name],
  isNotified,
});

export const NPM_CLIENTS: readonly MatrixClient[] = [
  client('v1', 'http', true),
  client('v1', 'sse', true),
  client('v2', 'http', true),
  client('v2', 'sse', true),
  client('v2-2025', 'http', true),
  // It has no notifications for its program.
  client('ai-sdk', 'http', false),
  client('ai-sdk', 'sse', false),
  client('langchain', 'http', true),
  client('langchain', 'sse', true),
];
