/** Types of the single undici modules that http.ts imports. */
declare module 'undici/lib/dispatcher/agent.js' {
  import type { Agent } from 'undici';

  const agent: typeof Agent;
  export default agent;
}
declare module 'undici/lib/core/errors.js' {
  import type { errors } from 'undici';

  const all: typeof errors;
  export default all;
}
