/**
 * In place of libphonenumber-js/max in bundles (lib/bundles.ts): the same function with the same metadata, which are a text that is parsed
 * with the first number in international form, instead of an object of 156 KB that each start makes.
 */
import { parsePhoneNumberFromString as parse } from 'libphonenumber-js/core';
import text from '../../node_modules/libphonenumber-js/metadata.max.json' with { type: 'text' };

let metadata;

/** As libphonenumber-js/max exports it. */
export const parsePhoneNumberFromString = (...given) => {
  metadata ??= JSON.parse(text);
  return parse(...given, metadata);
};
