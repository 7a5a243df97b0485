/** Jest over native ES modules: Node's own type stripping is the only transform (see test/support/stripTypes.cjs). */
const common = {
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/support/stripTypes.cjs' },
  testEnvironment: 'node',
};
export default {
  // The local stack, real clients and a browser on two cores need their time; hanging tests still end.
  testTimeout: 120_000,
  // Jest keeps the modules of every file that a worker ran; with 3 GB of them the templates took ten times as long.
  workerIdleMemoryLimit: '800MB',
  globalSetup: '<rootDir>/test/support/temporary.mjs',
  globalTeardown: '<rootDir>/test/support/temporaryEnd.mjs',
  projects: ['unit', 'infra', 'local', 'conformance', 'browser', 'attack'].map((name) => ({
    ...common,
    displayName: name,
    rootDir: import.meta.dirname,
    testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
  })),
};
