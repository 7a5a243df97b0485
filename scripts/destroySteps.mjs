/** What `npm run destroy` has the CDK command line do once it was confirmed. */
import { parseArgs } from 'node:util';

/**
 * The runs of scripts/cdk.mjs. To delete data, a deployment first takes the protection away; CloudFormation then empties buckets and
 * deletes tables, and KMS waits 30 days before it deletes a key.
 * @param {string[]} args those of the command
 * @returns {string[][]}
 */
export function stepsOf(args) {
  const { values } = parseArgs({
    args,
    options: { context: { type: 'string', short: 'c', multiple: true }, 'delete-data': { type: 'boolean' } },
  });
  const deletesData = values['delete-data'] ?? false;
  const given = [...(values.context ?? []), ...(deletesData ? ['retainData=false'] : [])].flatMap((pair) => [
    '-c',
    pair,
  ]);
  return [
    ...(deletesData ? [['deploy', '--all', '--require-approval', 'never', ...given]] : []),
    ['destroy', '--all', '--force', ...given],
  ];
}
