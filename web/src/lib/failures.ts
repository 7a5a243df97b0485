/** What a person can do about a failed deployment, by the stable code of the failure. */
import { LIMITS } from '../../../core/lib/limits.ts';
import { count } from './format.ts';
import type { SettingsSection } from './settings-sections.ts';

const AGAIN = 'Deploy again';
const DOCUMENT = 'Correct the API description, then re-import';

const REMEDIES: Readonly<Record<string, string>> = {
  spec_unreachable: 'Check the URL of the API description, then re-import',
  url_invalid: 'Correct the URL of the API description, then re-import',
  spec_invalid: DOCUMENT,
  no_operations: 'Choose an API description with endpoints, then re-import',
  spec_too_large: 'Choose a smaller API description, or upload the part that you need',
  spec_timeout: 'Choose fewer tags, then re-import',
  too_many_operations: `Choose tags with ${count(LIMITS.toolsPerServer)} tools at most`,
  too_many_listed: 'Set “How clients see the tools” to “Search”, or switch tools off',
  tool_too_large: 'Choose tags without the named endpoint, then re-import',
  source_missing: 'Enter the API description again in the settings, then re-import',
  base_url_invalid: 'Correct the base URL in the settings, then deploy again',
  credential_missing: 'Enter the credential again in the settings, then deploy again',
  credential_bound: 'Enter the credential for the new host in the settings, then deploy again',
  schema_invalid: 'Correct the schema of the named tool, then deploy again',
  tool_escapes_base_url: 'Correct the path of the named tool, then deploy again',
  pattern_invalid: 'Correct the pattern in the governance settings, then deploy again',
  surface_changed: 'Review the change, then approve it',
  lockfile_invalid: 'Review the tools, then approve them',
  version_missing: 'Choose a newer version to roll back to',
  version_elsewhere: 'Change the base URL in the settings, then roll back',
  deployment_superseded: 'See the newer deployment',
  region_unreachable: 'Deploy again when the region answers',
  phase_timeout: 'Deploy again; choose tags if the API description is large',
};

/** Other failures are temporary or our own faults: try again. */
export const remedyOf = (code: string): string => REMEDIES[code] ?? AGAIN;

/** The message of a failure without the instruction for callers of the API, for pages that have a button for it. */
export const withoutInstruction = (message: string): string =>
  message.replace(
    / (Review (it|the tools) and )?deploy again with approvedSurface [0-9a-f]{64}( to replace it)?\.$/i,
    '',
  );

/** Where in the settings a failure is mended. */
const SECTIONS: Readonly<Record<string, SettingsSection>> = {
  spec_unreachable: 'connection',
  url_invalid: 'connection',
  spec_invalid: 'connection',
  spec_too_large: 'connection',
  source_missing: 'connection',
  base_url_invalid: 'connection',
  version_elsewhere: 'connection',
  credential_missing: 'sign-in',
  credential_bound: 'sign-in',
  pattern_invalid: 'governance',
  too_many_listed: 'listing',
};

/** The section of the settings in which the failure is mended; undefined where it is mended elsewhere. */
export const sectionOfFailure = (code: string): SettingsSection | undefined => SECTIONS[code];
