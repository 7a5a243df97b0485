/**
 * `npm run oracles [-- <test files>]`: installs the parts that AWS and others wrote, by digest, below .cache/oracles, and runs the tests
 * that ask them. A part that cannot be had on this machine is named, and its tests are skipped. `npm test` asks cfn-lint once it is
 * installed; the rest runs here alone, because it takes minutes. Needs Python 3.10 or newer; for DynamoDB Local and Keycloak Maven and Java 17, for Keycloak unzip, for
 * njs and mosquitto Debian's packages of these names, for Cedar's command line cargo, for AWS's runtime client a compiler and Debian's autoconf, automake, libtool and cmake.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { ensureDashboard, ensureInstalled, node24, root, runOnNode24 } from './ensure.mjs';

ensureInstalled({ withTests: true });
ensureDashboard();
const files = process.argv.slice(2);
const locks = join(root, 'test', 'oracles');
const folder = join(root, '.cache', 'oracles');
const jars = join(folder, 'dynamodb');
const lambda = join(folder, 'lambda');
/** What the build of the runtime client's add-on calls. */
const BUILDERS = ['autoreconf', 'automake', 'libtoolize', 'cmake', 'g++', 'make', 'xz'];

function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', ...options });
  if (status === 0) return;
  console.error(`${program} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}.`);
  process.exit(1);
}

const has = (program, option = '--version') => spawnSync(program, [option], { stdio: 'ignore' }).status === 0;

function installFromPyPi(lock, into) {
  const requirements = join(locks, lock);
  const stamp = join(into, '.made-of');
  const wanted = readFileSync(requirements, 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  rmSync(into, { recursive: true, force: true });
  run('python3', ['-m', 'venv', into]);
  // Wheels alone, because they run no code while they are installed.
  const options = ['--quiet', '--disable-pip-version-check', '--require-hashes', '--only-binary', ':all:'];
  run(join(into, 'bin', 'pip'), ['install', ...options, '--requirement', requirements]);
  writeFileSync(stamp, wanted);
}

/**
 * AWS's runtime client for Node. Its scripts build an add-on from sources that are in the package; they are the only ones that run, and
 * those of its dependencies do not.
 */
function installLambdaClient() {
  const wanted = readFileSync(join(locks, 'lambda-client', 'package-lock.json'), 'utf8');
  const stamp = join(lambda, '.made-of');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  rmSync(lambda, { recursive: true, force: true });
  cpSync(join(locks, 'lambda-client'), lambda, { recursive: true });
  const env = {
    ...process.env,
    PATH: `${dirname(node24)}${delimiter}${process.env.PATH}`,
    // The headers of Node, which would be fetched from nodejs.org.
    npm_config_nodedir: dirname(dirname(node24)),
  };
  const options = { cwd: lambda, env };
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], options);
  run('npm', ['rebuild', 'aws-lambda-ric', '--ignore-scripts=false', '--loglevel=error'], options);
  writeFileSync(stamp, wanted);
}

/** Control Tower's rules with cfn-guard, which is in the package. Its peer is CDK, which it does without here. */
function installControlTower() {
  const into = join(folder, 'control-tower');
  const wanted = readFileSync(join(locks, 'control-tower', 'package-lock.json'), 'utf8');
  const stamp = join(into, '.made-of');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  rmSync(into, { recursive: true, force: true });
  cpSync(join(locks, 'control-tower'), into, { recursive: true });
  const options = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', ['ci', ...options], { cwd: into });
  chmodSync(join(into, 'node_modules/@cdklabs/cdk-validator-cfnguard/bin/ubuntu/x86_64/cfn-guard'), 0o755);
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

/**
 * Keycloak, whose archive has the digest of test/oracles/keycloak.sha256 (`<digest>  <file>`), built for a database in memory and for the
 * exchange of what another issuer has signed, with the permissions that it asks (securing-apps/token-exchange).
 */
function installKeycloak() {
  const into = join(folder, 'keycloak');
  const lock = readFileSync(join(locks, 'keycloak.sha256'), 'utf8').trim();
  const options = ['--db=dev-mem', '--features=token-exchange,admin-fine-grained-authz:v1'];
  const wanted = [lock, ...options].join('\n');
  const stamp = join(into, '.made-of');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  rmSync(into, { recursive: true, force: true });
  const [digest = '', file = ''] = lock.split(/\s+/);
  const [, version = ''] = /-([\d.]+)\.zip$/.exec(file) ?? [];
  const made = join(folder, 'keycloak.new');
  rmSync(made, { recursive: true, force: true });
  const artifact = `org.keycloak:keycloak-quarkus-dist:${version}:zip`;
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
  run('mvn', ['-q', '-B', goal, `-Dartifact=${artifact}`, `-DoutputDirectory=${made}`, '-Dmdep.useBaseVersion=true']);
  const archive = join(made, file);
  if (createHash('sha256').update(readFileSync(archive)).digest('hex') !== digest) {
    console.error('The archive of Keycloak is not that of test/oracles/keycloak.sha256.');
    process.exit(1);
  }
  run('unzip', ['-q', archive, '-d', made]);
  renameSync(join(made, `keycloak-${version}`), into);
  rmSync(made, { recursive: true, force: true });
  run(join(into, 'bin', 'kc.sh'), ['build', ...options], { stdio: ['ignore', 'ignore', 'inherit'] });
  // Last, so that its presence says that the rest is there.
  writeFileSync(stamp, wanted);
}

/** Cedar's command line, of the version of the engine, built here from its lock file. */
function installCedar() {
  const { version } = JSON.parse(
    readFileSync(join(root, 'node_modules/@cedar-policy/cedar-wasm/package.json'), 'utf8'),
  );
  const into = join(folder, 'cedar');
  const stamp = join(into, '.made-of');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === version) return;
  run('cargo', ['install', 'cedar-policy-cli', '--version', version, '--locked', '--force', '--quiet', '--root', into]);
  writeFileSync(stamp, version);
}

/** The newest version that one of the graders asks for. */
const isPython311 = () =>
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11, 4))']).status === 0;

const missing = [];
if (has('python3')) installFromPyPi('requirements.txt', folder);
else missing.push('cfn-lint, botocore and awscrt need python3');
// After the others, whose folder it is in.
if (isPython311()) {
  installFromPyPi('graders.txt', join(folder, 'graders'));
  installFromPyPi('scim.txt', join(folder, 'scim'));
} else missing.push('mcpscore, mcpmedic, mcp-scanner and scim2-tester need python3 of 3.11.4 or newer');
if (has('mvn') && has('java', '-version')) installDynamoDbLocal();
else missing.push('DynamoDB Local needs mvn and java');
if (has('mvn') && has('java', '-version') && has('unzip', '-v')) installKeycloak();
else missing.push('Keycloak needs mvn, java and unzip');
const lacking = BUILDERS.filter((program) => !has(program));
if (process.platform === 'linux' && lacking.length === 0) installLambdaClient();
else
  missing.push(
    `AWS's runtime client needs Linux and ${BUILDERS.join(', ')} (not here: ${lacking.join(', ') || 'Linux'})`,
  );
if (process.platform === 'linux' && process.arch === 'x64') installControlTower();
else missing.push('cfn-guard with the rules of Control Tower needs Linux on x64');
if (has('cargo')) installCedar();
else missing.push("Cedar's command line needs cargo");
if (!has('njs', '-v')) missing.push('njs is not installed');
// It has no option that says its version alone; this one ends with 3.
if (spawnSync('mosquitto', ['-h'], { stdio: 'ignore' }).error) missing.push('mosquitto is not installed');
for (const line of missing) console.log(`Skipped: ${line}.`);

process.env.PORTCULLIS_ORACLES = 'yes';
runOnNode24([
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  // First, because jest reads a path after --selectProjects as one more project.
  ...files,
  '--selectProjects',
  'oracles',
  // Two stacks, or a stack and a synthesis, would wait for each other.
  '--runInBand',
]);
