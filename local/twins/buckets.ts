/** The buckets as folders, and what the template deploys into them (the built dashboard). */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentTypeOf } from '../edge/site.ts';
import { bucketName } from '../physical.ts';
import type { Resolve } from '../template/resolve.ts';
import { ofType, type StackTemplate } from '../template/template.ts';
import { ObjectFolder } from './objects.ts';

export function makeBuckets(template: StackTemplate, resolve: Resolve, root: string): Map<string, ObjectFolder> {
  const buckets = new Map<string, ObjectFolder>();
  for (const [logicalId] of ofType(template, 'AWS::S3::Bucket')) {
    buckets.set(bucketName(logicalId), new ObjectFolder(join(root, bucketName(logicalId))));
  }
  for (const [, properties] of ofType(template, 'Custom::CDKBucketDeployment')) {
    const bucket = buckets.get(resolve<string>(properties['DestinationBucketName']));
    for (const key of resolve<string[]>(properties['SourceObjectKeys']))
      if (bucket) deploy(bucket, template.assetOf(key));
  }
  return buckets;
}

/** Brings the bucket to what the asset holds; files that are gone there go here, too. */
function deploy(bucket: ObjectFolder, asset: string): void {
  const files = globSync('**/*', { cwd: asset, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(asset.length + 1));
  const wanted = new Set(files.map((file) => file.replaceAll('\\', '/')));
  for (const { key } of bucket.list('')) if (!wanted.has(key)) bucket.delete(key);
  for (const key of wanted) bucket.put(key, readFileSync(join(asset, key)), contentTypeOf(key));
}
