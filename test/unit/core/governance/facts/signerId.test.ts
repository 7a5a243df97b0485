/** Links that an API has signed work after redaction: the signer's id stays where the same query has a signature, and nowhere else. */
import { expect, test } from '@jest/globals';
import { compileGovernance } from '../../../../../core/governance/index.ts';

const governor = compileGovernance({});
const govern = (value: object) => JSON.parse(JSON.stringify(governor.redact(value as never))) as Record<string, string>;

const KEY = 'AKIAIOSFODNN7EXAMPLE';
const DIGITS = 'fe5f80f77d5fa3beca038a248ff027d0445342fe2855ddc963176630326f1024';
const LINKS: Readonly<Record<string, string>> = {
  'S3, Signature Version 4': `https://b.s3.amazonaws.com/report.pdf?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${KEY}%2F20261129%2Feu-west-1%2Fs3%2Faws4_request&X-Amz-Date=20261129T000000Z&X-Amz-Expires=900&X-Amz-SignedHeaders=host&X-Amz-Signature=${DIGITS}`,
  'S3, Signature Version 2': `https://b.s3.amazonaws.com/report.pdf?AWSAccessKeyId=${KEY}&Expires=1795910400&Signature=vjbyPxybdZaNmGa%2ByT272YEAiv4%3D`,
  'Google Cloud Storage': `https://storage.googleapis.com/b/report.pdf?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Credential=signer%40project.iam.gserviceaccount.com%2F20261129%2Fauto%2Fstorage%2Fgoog4_request&X-Goog-Date=20261129T000000Z&X-Goog-Expires=900&X-Goog-SignedHeaders=host&X-Goog-Signature=${DIGITS.repeat(8)}`,
  'Azure, a shared access signature': `https://acc.blob.core.windows.net/c/report.pdf?sv=2024-11-04&se=2026-11-30T00%3A00%3A00Z&sr=b&sp=r&sig=Z%2FRHIX5Xcg0Mq2rqI3OlWTjEg2tYkboXr1P9ZUXDtkk%3D`,
};

test.each(Object.entries(LINKS))('%s: stays as it is', (_, link) => {
  expect(govern({ downloadUrl: link, fileCount: 3 })).toEqual({ downloadUrl: link, fileCount: 3 });
});

test.each([
  ['without a signature', `https://example.com/x?X-Amz-Credential=${KEY}%2F20261129%2Feu-west-1%2Fs3%2Faws4_request`],
  [
    'beside a secret of another name',
    `https://example.com/x?AWSAccessKeyId=${KEY}&secret=wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY`,
  ],
  [
    'with more than an id',
    `https://example.com/x?X-Amz-Credential=wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY&X-Amz-Signature=${DIGITS}`,
  ],
])('what is called a signer %s is redacted', (_, link) => {
  expect(govern({ link })['link']).toContain('[REDACTED:');
});
