/**
 * Jest transform that erases types with Node's own stripper, so tests run the very text that Node runs in production.
 * Positions are kept (types become blanks), so no source map is needed.
 */
const { createHash } = require('node:crypto');
const { stripTypeScriptTypes } = require('node:module');

module.exports = {
  canInstrument: false,
  getCacheKey: (source, path) => createHash('sha256').update(process.version).update(path).update(source).digest('hex'),
  process: (source) => ({ code: stripTypeScriptTypes(source, { mode: 'strip' }) }),
};
