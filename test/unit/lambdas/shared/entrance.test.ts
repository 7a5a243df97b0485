/** Which requests came by the entrance of the deployment. */
import { afterEach, expect, test } from '@jest/globals';
import { cameThroughEntrance } from '../../../../lambdas/shared/entrance.ts';

const SECRET = JSON.stringify({ current: 'now', previous: 'before' });

function asked(header?: string, vpceId?: string): boolean {
  const headers = header === undefined ? {} : { 'x-origin-verify': header };
  return cameThroughEntrance({ headers, requestContext: vpceId === undefined ? {} : { vpceId } });
}

afterEach(() => {
  delete process.env['ORIGIN_SECRET'];
  delete process.env['VPC_ENDPOINTS'];
});

test('behind a distribution, those with either value of its secret, whatever endpoint they name', () => {
  process.env['ORIGIN_SECRET'] = SECRET;

  expect([asked('now'), asked('before'), asked('now', 'vpce-1')]).toEqual([true, true, true]);
  expect([asked(), asked(''), asked('other'), asked('other', 'vpce-1')]).toEqual([false, false, false, false]);
});

test('without one, those through an endpoint of the deployment, whatever header they bring', () => {
  process.env['VPC_ENDPOINTS'] = 'vpce-1,vpce-2';

  expect([asked(undefined, 'vpce-1'), asked('other', 'vpce-2')]).toEqual([true, true]);
  expect([asked(), asked('now'), asked('now', 'vpce-3'), asked(undefined, 'vpce-1,vpce-2')]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('a function that is told neither answers nobody', () => {
  expect(() => asked('now', 'vpce-1')).toThrow('ORIGIN_SECRET');
});
