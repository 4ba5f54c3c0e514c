// dev.to: files with its front matter, and the export of its settings.
import { type ImportedSite, post } from './import-sites.ts'

const tags = [
  '{% embed https://www.youtube.com/watch?v=dQw4w9WgXcQ %}\n\n{% youtube dQw4w9WgXcQ %}\n\n{% vimeo 76979871 %}',
  '{% github https://github.com/a/b %} {% github c/d %}\n\n{% embed https://example.com/a_b?c=(d) %}',
  '{% twitter 1245057506662952960 %}\n{% tweet 1245057506662952960 %}\n\n{% gist https://gist.github.com/a/0123456789abcdef0123 %}',
  '{% link https://dev.to/ada/tides-4hp3 %}\n{% link /ada/tides-4hp3 %}\n{% post kim/b-1a2b %}\n{% user ada %}\n{% tag #rust %}',
  '{% cta https://example.com/ %} Read on {% endcta %}\n\n{% embed none %}\n\n{% unknown a %}\n\n{% comment 1234 %}',
  '{% details A title %}\n\n*In* it.\n\n{% enddetails %}\n\n{% katex %}\na_1\n{% endkatex %}\n\n{% raw %}{% embed x %}{% endraw %}',
  '```liquid\n{% embed https://example.com %}\n```\n\n`{% user ada %}` ~a~ b',
  '{% codepen https://codepen.io/a/pen/b %}\n{% codesandbox abcde %}\n{% stackblitz f-g %}\n{% stackoverflow 1234 %}',
]

const article = (more: object) => ({
  ...{ body_markdown: 'Wet.', cached_tag_list: 'boats, oars', cached_user_name: 'Ada Ferrer' },
  ...{ published: true, published_at: '2020-01-02T03:04:05.000Z', comments_count: 3, ...more },
})

export const devto: Record<string, ImportedSite> = {
  'devto-folder': {
    files: {
      '2020-01-02-oars.md': post(
        'title: Oars\npublished: true\ntags: boats, oars\ncanonical_url:\nseries: Rivers\ncover_image: https://example.com/a.png\ndescription: How to row.',
        ...tags,
      ),
      'tides.md': post('title: Tides\npublished: false\n# cover_image: https://example.com/b.png', 'Wet.'),
      'README.md': 'About.\n',
    },
  },
  'devto-one-without': {
    files: {
      '2020-01-02-a.md': post('title: A\npublished: true\nseries: B', '{% embed https://example.com %}'),
      '2020-01-02-b.md': post('title: B', 'series: published: true'),
    },
  },
  'devto-export': {
    files: {
      'articles.json': JSON.stringify([
        article({
          title: 'Oars',
          slug: 'oars-1a2b',
          path: '/ada/oars-1a2b',
          body_markdown: tags.join('\n\n'),
        }),
        article({
          ...{
            title: 'Tides',
            slug: 'tides-4hp3',
            path: '/ada/tides-4hp3',
            edited_at: '2020-02-03T00:00:00Z',
          },
          body_markdown:
            '---\ntitle: Old\npublished: true\nseries: Rivers\ntags: x\n---\n\nIn the old editor.',
          ...{ canonical_url: 'https://example.org/tides', main_image: 'https://example.com/c.png' },
        }),
        article({
          title: 'Draft',
          slug: 'draft-temp-slug-1',
          path: '/ada/draft-temp-slug-1',
          published: false,
        }),
      ]),
    },
    from: 'articles.json',
  },
}
