/** Jest over native ES modules: Node's own type stripping is the only transform (see test/support/stripTypes.cjs). */
const common = {
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/support/stripTypes.cjs' },
  testEnvironment: 'node',
  testTimeout: 60_000,
};
export default {
  projects: ['unit', 'infra', 'local', 'conformance', 'browser'].map((name) => ({
    ...common,
    displayName: name,
    rootDir: import.meta.dirname,
    testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
  })),
};
