/**
 * The SDK's default credentials in bundles: those of the environment alone, which is where Lambda puts them. It takes the place of
 * `@aws-sdk/credential-provider-node` (lib/bundles.ts), whose other sources (profiles, single sign-on, instance metadata) bring clients of
 * three more services that every cold start would have to compile.
 */
import { credentials } from '../direct/environment.ts';

/** The default provider of all clients of the SDK. */
export const defaultProvider = () => async () => credentials();
