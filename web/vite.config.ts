/**
 * Builds the dashboard to web/dist: hashed files, no inline script, no third-party request.
 * `PORTCULLIS_API` (development server only) names the running stack that /v1 is passed on to.
 */
import react from '@vitejs/plugin-react';
import { build } from 'esbuild';
import { defineConfig, type Plugin } from 'vite';
import { DETECTORS } from '../core/governance/policy.ts';
import { theme } from './theme.ts';

const THEME = 'virtual:theme.css';

/**
 * Cloudscape's tokens with ours on top, as a style sheet that is part of the build.
 * The generator is written for bundlers (Node cannot resolve its directory imports), so it is bundled first.
 */
async function themeStylesheet(): Promise<string> {
  const entry = "export { generateThemeStylesheet } from '@cloudscape-design/components/theming';";
  const bundled = await build({
    stdin: { contents: entry, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    write: false,
  });
  const source = Buffer.from(bundled.outputFiles[0]?.contents ?? '').toString('base64');
  const { generateThemeStylesheet } = await import(`data:text/javascript;base64,${source}`);
  return generateThemeStylesheet({ theme });
}

const themeSheet: Plugin = {
  name: 'portcullis-theme',
  enforce: 'pre',
  resolveId: (id) => (id === THEME ? `\0${THEME}` : undefined),
  load: (id) => (id === `\0${THEME}` ? themeStylesheet() : undefined),
};

/** The global styles carry 135 KB of base64 fonts; the theme names fonts that machines have. */
const withoutFonts: Plugin = {
  name: 'portcullis-without-fonts',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('global-styles/index.css') ? code.replace(/@font-face\s*\{[^}]*\}/g, '') : undefined,
};

/** The rows of the detectors alone: the catalogue behind them is 120 KB of field names and rules that no page needs. */
const detectorRows: Plugin = {
  name: 'portcullis-detector-rows',
  load: (id) =>
    id.endsWith('/core/governance/policy.ts') ? `export const DETECTORS = ${JSON.stringify(DETECTORS)};` : undefined,
};

const upstream = process.env['PORTCULLIS_API'];

export default defineConfig({
  plugins: [themeSheet, withoutFonts, detectorRows, react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1024,
    // Licences ask that the code is passed on with them.
    license: { fileName: 'licenses.json' },
  },
  server: upstream === undefined ? {} : { proxy: { '/v1': { target: upstream, changeOrigin: true, secure: false } } },
});
