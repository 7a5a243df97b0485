/** The documentation site. It is built from a copy of this folder, in which the reference is generated (scripts/docs/site.ts). */
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import { repositoryLinks } from './repositoryLinks.mjs';
import { sidebarOf } from './sidebar.mjs';
import { strict } from './strict.mjs';

const base = '/docs/';
const policy = strict(base);
/** The generated pages, by path and title. */
const reference = JSON.parse(readFileSync(new URL('../reference/pages.json', import.meta.url), 'utf8'));
const sidebar = sidebarOf(reference);

export default defineConfig({
  base,
  title: 'Portcullis',
  titleTemplate: ':title · Portcullis',
  description: 'Any HTTP API as a governed MCP server in your own AWS account',
  lang: 'en',
  cleanUrls: true,
  // By a style element, which the policy refuses.
  appearance: { disableTransition: false },
  // The list of pages in a file of its own, instead of a script in each page.
  metaChunk: true,
  // A page is a few kilobytes, and a browser that prefetched them all would ask for them at every visit.
  router: { prefetchLinks: false },
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' }],
    ['meta', { name: 'robots', content: 'noindex' }],
  ],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark' },
    codeTransformers: policy.transformers,
    config: (md) => md.use(repositoryLinks),
  },
  transformHtml: (html, id) => policy.page(html, id),
  buildEnd: (site) => policy.write(site),
  themeConfig: {
    search: { provider: 'local' },
    nav: sidebar.map(({ text, items }) => ({
      text,
      link: items[0].link,
      activeMatch: items[0].link.replace(/[^/]+$/, ''),
    })),
    sidebar,
    outline: { level: [2, 3] },
    docFooter: { prev: 'Previous', next: 'Next' },
    externalLinkIcon: true,
  },
});
