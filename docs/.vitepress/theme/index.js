/** VitePress's own theme without its web font, in the colours of the dashboard, with a search that takes questions. */
import theme from 'vitepress/theme-without-fonts';
import './style.css';

/** Words of questions that say nothing of what is looked for. */
const SMALL = new Set(
  'a an and are at be by can do does for from have how i in is it its me my of on or our the there to was we what when where which who why with you your'.split(
    ' ',
  ),
);

/**
 * Guides come before the reference of the API, which has each word of them too, and words that are complete before those that are similar. It
 * is set here, because functions in the configuration would be evaluated from text, which the content security policy forbids.
 */
const searchOptions = {
  processTerm: (term) => (SMALL.has(term.toLowerCase()) ? null : term.toLowerCase()),
  prefix: (term) => term.length > 2,
  fuzzy: (term) => (term.length > 5 ? 0.2 : false),
  boostDocument: (id) => (id.includes('/reference/api/') ? 0.3 : id.includes('/reference/') ? 0.7 : 1),
};

export default {
  extends: theme,
  enhanceApp({ siteData }) {
    siteData.value.themeConfig.search.options = { miniSearch: { searchOptions } };
  },
};
