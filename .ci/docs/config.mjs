/** VitePress's settings. Nothing is asked of the network: fonts are the system's, and search is an index in the site. */
import { readFileSync } from 'node:fs';

const sidebar = JSON.parse(readFileSync(new URL('./sidebar.json', import.meta.url), 'utf8'));

export default {
  title: 'maniple',
  description: 'Composable, accelerated numerics for JavaScript',
  outDir: process.env.MANIPLE_DOCS_OUT,
  cleanUrls: false,
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Guide', link: '/guide/install' },
      { text: 'Reference', link: '/api/array/index' },
      { text: 'For NumPy users', link: '/numpy' },
    ],
    sidebar,
    outline: [2, 2],
  },
};
