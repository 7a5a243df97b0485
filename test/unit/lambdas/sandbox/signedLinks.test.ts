/** Links that an API signs and hands out are its answer. A signature in one that is a credential of ours is blanked as everywhere else. */
import { afterEach, expect, test } from '@jest/globals';
import { type Rig, startRig, textsOf } from '../../../support/sandboxRig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const SIGNATURE = 'fe5f80f77d5fa3beca038a248ff027d0445342fe2855ddc963176630326f1024';
const LINKS: Readonly<Record<string, string>> = {
  'S3, Signature Version 4': `https://b.s3.amazonaws.com/report.pdf?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20261129%2Feu-west-1%2Fs3%2Faws4_request&X-Amz-Date=20261129T000000Z&X-Amz-Expires=900&X-Amz-SignedHeaders=host&X-Amz-Signature=${SIGNATURE}`,
  'S3, Signature Version 2': `https://b.s3.amazonaws.com/report.pdf?AWSAccessKeyId=AKIAIOSFODNN7EXAMPLE&Expires=1795910400&Signature=vjbyPxybdZaNmGa%2ByT272YEAiv4%3D`,
  'Google Cloud Storage': `https://storage.googleapis.com/b/report.pdf?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Credential=signer%40project.iam.gserviceaccount.com%2F20261129%2Fauto%2Fstorage%2Fgoog4_request&X-Goog-Date=20261129T000000Z&X-Goog-Expires=900&X-Goog-SignedHeaders=host&X-Goog-Signature=${SIGNATURE.repeat(8)}`,
  'Azure, a shared access signature': `https://acc.blob.core.windows.net/c/report.pdf?sv=2024-11-04&se=2026-11-30T00%3A00%3A00Z&sr=b&sp=r&sig=Z%2FRHIX5Xcg0Mq2rqI3OlWTjEg2tYkboXr1P9ZUXDtkk%3D`,
};

test.each(Object.entries(LINKS))('%s: says nothing of a key that is ours', async (_, link) => {
  const [, signature = ''] = /[?&](?:X-Amz-Signature|X-Goog-Signature|Signature|sig)=([^&]+)/.exec(link) ?? [];
  const value = decodeURIComponent(signature);
  rig = await startRig({
    credential: { type: 'apiKeys', keys: [{ in: 'query', name: 'key', value }] },
    respond: () => ({ body: JSON.stringify({ downloadUrl: link }) }),
  });

  const text = textsOf(await rig.call('get', {})).join('\n');

  expect(text).toContain('report.pdf');
  for (const spelling of [signature, value]) expect(text).not.toContain(spelling);
});
