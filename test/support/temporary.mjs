/**
 * One folder for whatever a run of the tests, and what it calls (CDK, browsers), leaves among temporary files. Called before the
 * first test; `temporaryEnd.mjs` removes it behind the last.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function begin() {
  // Workers inherit it, and everything asks it where to write (os.tmpdir).
  process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'portcullis-tests-'));
}
