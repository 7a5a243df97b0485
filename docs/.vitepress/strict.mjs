/**
 * Brings VitePress's pages under the content security policy of the stack (lib/constructs/edge.ts), which has no inline scripts and no
 * inline styles: what VitePress writes into a page becomes files, and the colours of code become classes. Refuses a page that
 * still has either.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformerStyleToClass } from '@shikijs/transformers';

const digest = (text) => createHash('sha256').update(text).digest('hex').slice(0, 10);

/** @param {string} base path under which the site is served, with slashes around it */
export function strict(base) {
  const colours = transformerStyleToClass({ classPrefix: 'c-' });
  const files = new Map();
  const file = (name, ending, text) => {
    const path = `assets/${name}.${digest(text)}.${ending}`;
    files.set(path, text);
    return `${base}${path}`;
  };

  return {
    transformers: [colours],
    /** The hook `transformHtml`: all code of all pages has its classes by then. */
    page(html, id) {
      const styles = `<link rel="stylesheet" href="${file('code', 'css', colours.getCSS())}">`;
      const out = html
        .replace(/<script id="([\w-]+)">([^<]+)<\/script>/g, (_, name, code) => {
          return `<script src="${file(name, 'js', code)}"></script>`;
        })
        // Of VitePress's own elements; in a browser they are set by script, which is allowed, and by theme/style.css.
        .replaceAll(/ style="(?:position:relative;|--vp-vh:0px;)?"/g, '')
        .replace('</head>', `${styles}</head>`);
      const [inline] = /<script(?![^>]*\ssrc=)[^>]*>|<[a-z][^>]*\sstyle="[^>]*>|<style[\s>]/.exec(out) ?? [];
      if (inline) throw new Error(`${id}: ${inline} is refused by the content security policy; use a file or a class.`);
      return out;
    },
    /** The hook `buildEnd`. */
    write({ outDir }) {
      mkdirSync(join(outDir, 'assets'), { recursive: true });
      for (const [path, text] of files) writeFileSync(join(outDir, path), text);
    },
  };
}
