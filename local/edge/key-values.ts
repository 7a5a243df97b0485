/**
 * CloudFront's key-value stores, filled from their import source, and which viewers' countries they send where. CloudFront Functions read
 * them; nothing here changes them.
 */
import { readFileSync } from 'node:fs';
import type { Resolve } from '../template/resolve.ts';
import { knowsAll, unsupported } from '../template/strict.ts';
import { ofType, type StackTemplate } from '../template/template.ts';

/** Entries of a store. */
export type KeyValues = ReadonlyMap<string, string>;

/** CloudFront quotas: characters of a key, and bytes of a value and of a store. */
const KEY_CHARACTERS = 512;
const VALUE_BYTES = 1_024;
const STORE_BYTES = 5 * 1_024 * 1_024;

/** A country code (ISO 3166-1 alpha-2), as CloudFront has it in CloudFront-Viewer-Country. */
export const COUNTRY = /^[A-Z]{2}$/;

/** The template's stores by logical id. Throws PortcullisError `template_unsupported` for what CloudFront does not take. */
export function keyValuesOf(template: StackTemplate, resolve: Resolve): ReadonlyMap<string, KeyValues> {
  return new Map(
    ofType(template, 'AWS::CloudFront::KeyValueStore').map(([id, properties]) => {
      knowsAll(id, properties, ['Comment', 'ImportSource', 'Name', 'Tags']);
      const source = resolve<{ SourceArn: string; SourceType: string } | undefined>(properties['ImportSource']);
      if (source?.SourceType !== 'S3') throw unsupported(`The local edge fills ${id} from an asset only.`);
      const text = readFileSync(template.assetOf(source.SourceArn.split('/').at(-1) ?? ''), 'utf8');
      const { data } = JSON.parse(text) as { data: ReadonlyArray<{ readonly key: string; readonly value: string }> };
      for (const { key, value } of data)
        if (key === '' || key.length > KEY_CHARACTERS || Buffer.byteLength(value) > VALUE_BYTES)
          throw unsupported(`${id} has an entry that CloudFront does not take: ${key.slice(0, KEY_CHARACTERS)}.`);
      if (Buffer.byteLength(text) > STORE_BYTES) throw unsupported(`${id} is larger than CloudFront allows.`);
      return [id, new Map(data.map(({ key, value }) => [key, value]))];
    }),
  );
}

/** For each region a country whose viewers a store sends there. */
export function viewersOf(stores: ReadonlyMap<string, KeyValues>, regions: readonly string[]) {
  const entries = [...stores.values()].flatMap((store) => [...store]);
  const all = regions.map((region) => ({
    region,
    country: entries.find(([key, value]) => value === region && COUNTRY.test(key))?.[0],
  }));
  // To one that is leaving nobody is sent.
  return all.filter(({ country }, at) => at === 0 || country !== undefined);
}
