/**
 * `npm run oracles`: installs the parts that AWS and others wrote, by digest, below .cache/oracles, and runs the tests that ask them. A part
 * that cannot be had on this machine is named, and its tests are skipped. `npm test` asks cfn-lint once it is installed; the rest runs here
 * alone, because it takes minutes. Needs Python 3.10 or newer; for DynamoDB Local Maven and Java 17, for njs Debian's package of that name.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root, runOnNode24 } from './ensure.mjs';

ensureInstalled({ withTests: true });
const locks = join(root, 'test', 'oracles');
const folder = join(root, '.cache', 'oracles');
const jars = join(folder, 'dynamodb');

function run(program, args) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  if (status === 0) return;
  console.error(`${program} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}.`);
  process.exit(1);
}

const has = (program, option = '--version') => spawnSync(program, [option], { stdio: 'ignore' }).status === 0;

function installFromPyPi() {
  const requirements = join(locks, 'requirements.txt');
  const stamp = join(folder, '.made-of');
  const wanted = readFileSync(requirements, 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  rmSync(folder, { recursive: true, force: true });
  run('python3', ['-m', 'venv', folder]);
  // Wheels alone, because they run no code while they are installed.
  const options = ['--quiet', '--disable-pip-version-check', '--require-hashes', '--only-binary', ':all:'];
  run(join(folder, 'bin', 'pip'), ['install', ...options, '--requirement', requirements]);
  writeFileSync(stamp, wanted);
}

/** `<digest>  <file>` a line, as sha256sum writes it. */
function installDynamoDbLocal() {
  if (existsSync(join(jars, 'DynamoDBLocal.jar'))) return;
  rmSync(jars, { recursive: true, force: true });
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
  const options = ['-DincludeScope=runtime', `-DoutputDirectory=${jars}`];
  run('mvn', ['-q', '-B', '-f', join(locks, 'pom.xml'), goal, ...options]);
  const wanted = readFileSync(join(locks, 'dynamodb-local.sha256'), 'utf8').trim();
  const found = readdirSync(jars)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(jars, name)))
          .digest('hex')}  ${name}`,
    )
    .join('\n');
  if (found !== wanted) {
    rmSync(jars, { recursive: true, force: true });
    console.error('The files of DynamoDB Local are not those of test/oracles/dynamodb-local.sha256.');
    process.exit(1);
  }
  // Last, so that its presence says that all the others are there and right.
  renameSync(join(jars, 'DynamoDBLocal-2.6.1.jar'), join(jars, 'DynamoDBLocal.jar'));
}

const missing = [];
if (has('python3')) installFromPyPi();
else missing.push('cfn-lint, botocore and awscrt need python3');
if (has('mvn') && has('java', '-version')) installDynamoDbLocal();
else missing.push('DynamoDB Local needs mvn and java');
if (!has('njs', '-v')) missing.push('njs is not installed');
for (const line of missing) console.log(`Skipped: ${line}.`);

process.env.PORTCULLIS_ORACLES = 'yes';
runOnNode24([
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  '--selectProjects',
  'infra',
  'oracles',
  '--testPathPatterns',
  'test/infra/(properties|regions)',
  'test/oracles/',
  '--testNamePattern',
  'cfn-lint|CloudFront Functions|DynamoDB twin|signatures',
]);
