import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { logError, logFailure, logInfo, logWarning, reasonOf } from '../../../../aws/lib/log.ts';
import { PortcullisError } from '../../../../core/lib/errors.ts';

const lines: Array<Record<string, unknown>> = [];

beforeEach(() => {
  lines.length = 0;
  for (const method of ['info', 'warn', 'error'] as const) {
    jest.spyOn(console, method).mockImplementation((line) => void lines.push(JSON.parse(String(line))));
  }
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('a log line', () => {
  test('is one object with level, message, time and service, whatever its level', () => {
    // Act
    logInfo('request', { requestId: 'r-1', route: 'listServers', status: 200, ms: 3 });
    logWarning('push_failed', { reason: 'Timeout' });
    logError('sandbox_failed', { reason: 'TypeError', places: ['at x'] });

    // Assess
    const frame = { timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), service: expect.any(String) };
    expect(lines).toEqual([
      expect.objectContaining({ ...frame, level: 'INFO', message: 'request', requestId: 'r-1', status: 200, ms: 3 }),
      expect.objectContaining({ ...frame, level: 'WARN', message: 'push_failed', reason: 'Timeout' }),
      expect.objectContaining({ ...frame, level: 'ERROR', message: 'sandbox_failed', places: ['at x'] }),
    ]);
  });

  test('tells an error with its code and stack, of its cause the message alone', () => {
    // Prepare
    const cause = Object.assign(new Error('refused'), { config: { headers: 'Bearer secret' } });
    const error = new PortcullisError('push_failed', 'No push.', { cause });

    // Act
    logFailure('push_failed', error);

    // Assess
    expect(lines[0]?.['error']).toEqual({
      name: error.name,
      code: 'push_failed',
      message: 'No push.',
      stack: error.stack,
      cause: { name: 'Error', message: 'refused' },
    });
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  test('names the trace of the invocation, and is written whatever its fields are', () => {
    process.env['_X_AMZN_TRACE_ID'] = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=557abcec3ee5a047;Sampled=1';
    const circle: { code?: unknown } = {};
    circle.code = circle;
    try {
      logError('sandbox_failed', { error: { name: 'Error', message: 'x', code: 5n } });
      logError('sandbox_failed', { error: { name: 'Error', message: 'x', code: circle } });
    } finally {
      delete process.env['_X_AMZN_TRACE_ID'];
    }

    expect(lines).toMatchObject([
      { xray_trace_id: '1-5759e988-bd862e3fe1be46a994272793', error: { code: '5' } },
      { message: 'sandbox_failed', reason: 'fields_not_written' },
    ]);
  });

  test('gives as reason the code of an error of ours and the name of any other, never the message', () => {
    expect([new PortcullisError('busy', 'x'), new TypeError('secret'), 'secret'].map(reasonOf)).toEqual([
      'busy',
      'TypeError',
      'unknown',
    ]);
  });
});

/** What Lambda's runtime does with the console of a function that logs in Lambda's JSON format, in a process of its own. */
function linesOnLambda(code: string): Array<Record<string, unknown>> {
  const runtime = `for (const method of ['info', 'warn', 'error', 'log'])
    console[method] = (message) => process.stdout.write(JSON.stringify({ timestamp: '', level: method, message }) + '\\n');`;
  const module = (name: string) => JSON.stringify(join(import.meta.dirname, '../../../../aws/lib', name));
  const script = `${runtime}
    const log = await import(${module('log.ts')});
    const metrics = await import(${module('metrics.ts')});
    ${code}`;
  const env = { ...process.env, AWS_LAMBDA_LOG_FORMAT: 'JSON', METRICS: 'stack' };
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("in Lambda's JSON format", () => {
  test('lines of the log, spans and measures are objects of their own, not the text of another', () => {
    const found = linesOnLambda(`
      log.logWarning('push_failed', { reason: 'Timeout' });
      log.logSpans({ traceId: 'a', spans: [] });
      metrics.emit({ Calls: 1 });
      log.logStart();`);

    expect(found).toEqual([
      expect.objectContaining({ level: 'WARN', message: 'push_failed', reason: 'Timeout' }),
      expect.objectContaining({ level: 'INFO', message: 'call_spans', trace: { traceId: 'a', spans: [] } }),
      expect.objectContaining({ _aws: expect.any(Object), Calls: 1 }),
      expect.objectContaining({ message: 'environment_started', ms: expect.any(Number) }),
    ]);
  });
});

test('no function writes to the console by itself', () => {
  // Prepare
  const root = join(import.meta.dirname, '..', '..', '..');
  const files = globSync('{aws,lambdas,core,egress}/**/*.ts', { cwd: root });

  // Act
  const writing = files.filter((file) => /\bconsole\.\w+\(/.test(readFileSync(join(root, file), 'utf8')));

  // Assess
  expect(writing).toEqual([]);
});
