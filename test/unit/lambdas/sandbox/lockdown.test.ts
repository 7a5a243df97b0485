/** The destinations and flags of the lock-down, which are decided before any hostile code could run. */
import { describe, expect, test } from '@jest/globals';
import { heapMb, sandboxNodeFlags } from '../../../../core/sandbox/flags.ts';
import { inspect } from '../../../../lambdas/sandbox/lockdown/inspect.ts';
import { allowedDestinations } from '../../../../lambdas/sandbox/lockdown/network.ts';

describe('STS', () => {
  test('is reached only where the deployment allows roles', () => {
    const hosts = (roles: object) =>
      allowedDestinations({ AWS_REGION: 'eu-central-1', ...roles }).map(({ host }) => host);

    expect(hosts({})).not.toContain('sts.eu-central-1.amazonaws.com');
    expect(hosts({ UPSTREAM_ROLES: 'arn:aws:iam::123456789012:role/orders' })).toContain(
      'sts.eu-central-1.amazonaws.com',
    );
  });
});

describe('the destinations of a sandbox', () => {
  test('are the two services of its region on AWS, and the runtime', () => {
    expect(allowedDestinations({ AWS_REGION: 'eu-central-1', AWS_LAMBDA_RUNTIME_API: '127.0.0.1:9001' })).toEqual([
      { host: 's3.eu-central-1.amazonaws.com', port: 443 },
      { host: 'kms.eu-central-1.amazonaws.com', port: 443 },
      { host: '127.0.0.1', port: 9001 },
    ]);
  });

  test('are of the region’s partition', () => {
    expect(allowedDestinations({ AWS_REGION: 'cn-north-1' }).map(({ host }) => host)).toEqual([
      's3.cn-north-1.amazonaws.com.cn',
      'kms.cn-north-1.amazonaws.com.cn',
    ]);
  });

  test('are the twins where those are named, and no other service', () => {
    const environment = {
      AWS_REGION: 'us-east-1',
      AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:4001',
      AWS_ENDPOINT_URL_KMS: 'http://[::1]:4002/kms',
      AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:4003',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:4004',
    };
    expect(allowedDestinations(environment)).toEqual([
      { host: '127.0.0.1', port: 4001 },
      { host: '::1', port: 4002 },
    ]);
  });

  test('are none when the environment names none', () => {
    expect(allowedDestinations({})).toEqual([]);
  });
});

describe('the flags of a sandbox process', () => {
  const flags = sandboxNodeFlags({ readable: ['/asset', '/host/'], memoryMb: 512 });

  test('name exactly the readable folders, and allow nothing else', () => {
    expect(flags.filter((flag) => flag.startsWith('--allow'))).toEqual([
      '--allow-fs-read=/asset/',
      '--allow-fs-read=/host/',
    ]);
    expect(flags).toEqual(
      expect.arrayContaining(['--permission', '--no-addons', '--disallow-code-generation-from-strings']),
    );
  });

  test('bound the heap by the function’s memory', () => {
    expect(flags).toContain(`--max-old-space-size=${heapMb(512)}`);
    expect(heapMb(512)).toBeLessThan(512);
    expect(heapMb(64)).toBe(64);
  });
});

describe('the report of a process', () => {
  test('shows that nothing is denied where there is no lock-down', async () => {
    process.env['AWS_SECRET_ACCESS_KEY'] = 'planted';

    const { tries } = await inspect(false).finally(() => delete process.env['AWS_SECRET_ACCESS_KEY']);

    expect(tries.length).toBeGreaterThan(10);
    expect(tries.filter(({ isDenied }) => isDenied)).toEqual([]);
    expect(tries.find(({ action }) => action === 'write a file')?.result).toBe('succeeded');
  });
});
