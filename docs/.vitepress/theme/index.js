/** VitePress's own theme without its web font, in the colours of the dashboard. */
import theme from 'vitepress/theme-without-fonts';
import './style.css';

export default theme;
