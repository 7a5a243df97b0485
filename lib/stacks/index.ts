/** What the package `portcullis-cdk` exports. Everything else in lib/ may change with each version. */
export { PortcullisNetwork, type VpcIds, type VpcOptions } from './network.ts';
export { Portcullis } from './portcullis.ts';
export type { PortcullisOidc, PortcullisProps, PortcullisSettings } from './props.ts';
export { PortcullisServer, type PortcullisServerProps } from './server.ts';
