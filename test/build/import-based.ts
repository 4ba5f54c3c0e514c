// Sites below a path of their host: which links and images of a text begin there differs from program to program.
import { type ImportedSite, post, type SiteFiles } from './import-sites.ts'

const dated = (...text: string[]) => post('title: A\ndate: 2024-01-01', ...text)

/** In markdown and in HTML, with a path that has that of the site already. */
const rooted =
  '[a](/a/) ![b](/b.png) <a href="/c/">c</a> <img src="/d.png"> [e](/project/e/) [f] [own](/project/p/)\n\n[f]: /f/'

const to = (path: string, text: string, files: SiteFiles): ImportedSite => ({
  files: { ...files, [path]: text },
})

export const based: Record<string, ImportedSite> = {
  'based-docusaurus': to(
    'blog/2024-01-01-a.mdx',
    dated(
      rooted,
      '[g](pathname:///g.html) ![h](pathname:///h.png) <Link to="/i/">i</Link>',
      '<img src={useBaseUrl("/j.png")} />',
    ),
    { 'docusaurus.config.js': "export default { url: 'https://example.org', baseUrl: '/project/' }" },
  ),
  'based-vitepress': to('posts/a.md', dated(rooted, '<img :src="withBase(\'/g.png\')">'), {
    '.vitepress/config.js':
      "export default { base: '/project/', sitemap: { hostname: 'https://example.org' } }",
  }),
  ...Object.fromEntries(
    [false, true].map((isClean) => [
      `linked-vitepress${isClean ? '-clean' : ''}`,
      to(
        'blog/a.md',
        dated(
          '[a](/about) [b](/about.md#x) [c](./about?y) [d](/guide/index.md) [e](/guide/) [f](/files/a.zip) [g](/v1.2/x.html) [h](a.md) [i](/blog/a) ![j](/about) <a href="/about">k</a> [l](https://example.com/m)',
        ),
        {
          '.vitepress/config.js': `export default { cleanUrls: ${isClean}, sitemap: { hostname: 'https://example.org' } }`,
          'about.md': '# About\n',
        },
      ),
    ]),
  ),
  'based-nuxt': to('content/blog/a.md', dated(rooted), {
    'nuxt.config.ts':
      "export default { app: { baseURL: '/project/' }, site: { url: 'https://example.org' } }",
  }),
  'based-hexo': to('source/_posts/a.md', dated(rooted, '{% img /g.png %}'), {
    '_config.yml': 'url: https://example.org/project\nroot: /project/\n',
  }),
  'based-eleventy': to('posts/a.md', dated(rooted, '[g]({{ "/g/" | url }}) [h]({{ "h/" | url }})'), {
    '.eleventy.js': "module.exports = () => ({ pathPrefix: '/project/', dir: { input: '.' } })",
    '_data/site.json': '{ "url": "https://example.org" }',
  }),
  'based-eleventy-html': to('posts/a.md', dated(rooted), {
    '.eleventy.js':
      "module.exports = (c) => { c.addPlugin(EleventyHtmlBasePlugin); return { pathPrefix: '/project/' } }",
    '_data/site.json': '{ "url": "https://example.org" }',
  }),
  'based-hugo': to(
    'content/posts/a.md',
    dated(
      rooted,
      '{{< shot "g.png" >}} {{< shot "/h.png" >}} {{< to "i/" >}} {{< to "https://example.com" >}}',
    ),
    {
      'hugo.yaml': 'baseURL: https://example.org/project/\n',
      'layouts/shortcodes/shot.html': '<img src="{{ .Get 0 | relURL }}">',
      'layouts/shortcodes/to.html': '<a href="{{ absURL (.Get 0) }}">to</a>',
    },
  ),
  'based-hugo-canonify': to('content/posts/a.md', dated(rooted), {
    'hugo.yaml': 'baseURL: https://example.org/project/\ncanonifyURLs: true\n',
  }),
  'based-next': to('posts/a.md', dated(rooted), {
    'next.config.js': "module.exports = { basePath: '/project' }",
    'package.json': '{ "homepage": "https://example.org" }',
  }),
  // Without a host, too.
  'based-jekyll': to(
    '_posts/2024-01-01-a.md',
    dated(
      '[a]({{ site.baseurl }}/a/) [b]({{ "b/" | relative_url }}) [c]({{ "/c/" | prepend: site.baseurl | prepend: site.url }}) [d]({{ site.url }}/d/) [e](/e/) [f]({{ "/f/" | absolute_url }})',
      '[g]({{ site.url }}{{ site.baseurl }}{% post_url 2024-01-01-a %}#g) [h]({{ site.baseurl }}{% link about.md %}) [i]({% link about.md %})',
      // The second leads to another site of the host, whatever is at its end.
      '[j](/project/2024/01/02/b.html) [k](/2024/01/02/b.html) [l](../02/b.html)',
    ),
    {
      '_config.yml': 'baseurl: /project\n',
      'about.md': post('title: About', 'Wet.'),
      '_posts/2024-01-02-b.md': post('title: B', 'Wet.'),
    },
  ),
  'based-jekyll-url': to(
    '_posts/2024-01-01-a.md',
    dated('[a]({{ site.baseurl }}/a/) [b]({{ "/b/" | absolute_url }}) [c]({{ site.url }}/c/)'),
    { '_config.yml': 'url: https://example.org/to/\nbaseurl: /project\n' },
  ),
}
