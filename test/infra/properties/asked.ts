/** The layouts that the properties are asked of: those of one stack, and the home region of a layout over several. */
import type { DeploymentConfig } from '../../../lib/config.ts';
import { LAYOUTS } from '../../support/layouts.ts';
import { ZONE } from '../../support/settings.ts';
import { REGIONS, synthesize, synthesizeRegions } from '../../support/synth.ts';
import { homeAndFront } from '../../support/wholeLayout.ts';

/** Settings of a layout over several regions. */
export const OVER_REGIONS = {
  regions: [...REGIONS],
  waf: true,
  events: true,
  alarms: true,
  egress: 'static' as const,
  domainNames: ['mcp.example.com', 'tools.example.com'],
  hostedZone: ZONE,
};

/** Each with its settings and its resources, which must not be modified. */
export const ASKED = [
  ...LAYOUTS.map(({ layout, config }) => ({ layout, config, resources: () => synthesize(config).resources })),
  {
    layout: 'home of three regions, behind a web ACL',
    config: OVER_REGIONS,
    resources: () => homeAndFront(OVER_REGIONS),
  },
];

/** The resources of a layout, of its home region where it has several. */
export const resourcesOf = (config: Partial<DeploymentConfig>) =>
  config.regions ? homeAndFront(config) : synthesize(config).resources;

/** A region other than home, which has a part of the resources, and is asked what can be asked of a part. */
export const OTHER_REGION = {
  layout: 'another of three regions',
  config: OVER_REGIONS,
  resources: () => synthesizeRegions(OVER_REGIONS).edge.resources,
};
