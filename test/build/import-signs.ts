// Signs and labels: formulas letter by letter, callouts of any kind, files of gists, tables of contents, and what players are worked with.
import { type ImportedSite, post } from './import-sites.ts'

const dated = (...text: string[]) => post('title: A\ndate: 2024-01-01', ...text)

const formulas = [
  'x $a~b$ y $\\frac{a~b}{c_1}$ ~5 $5~10 or $6 and \\$a~b\\$',
  '$$ P = \\frac{a~b}{c:x:d} $$',
  '> $$\n> a~b \\\\ [c](d)\n> $$',
]

const callouts = [
  '> [!faq]- Why **so**?\n> a',
  '> [!my-own] Title\n> b',
  '> [!info]\n> c',
  '> [!cite|right]+\n> d',
  '> [!NOTE]\n> e',
  '> f\n> [!x] g\n> [!info]\n> [!note](h)',
]

const audio =
  '<div class="kg-card kg-audio-card"><img src="https://e.example/a.png" class="kg-audio-thumbnail kg-audio-hide"><div class="kg-audio-player-container"><audio src="https://e.example/a.mp3"></audio><div class="kg-audio-title">Song</div><div class="kg-audio-player"><span class="kg-audio-current-time">0:00</span><button class="kg-audio-playback-rate">1&#215;</button></div></div></div>'
const video =
  '<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="https://e.example/v.mp4"></video><div class="kg-video-overlay"><button>x</button></div><div class="kg-video-player-container"><span>0:00</span></div></div><figcaption>A film</figcaption></figure>'
const html = `<p>$$ P = \\frac{a~b}{c &lt; d} \\\\ \\{ e \\} $$ 5~10 $\\alpha~b$ <code>$\\a~b$</code></p>${audio}${video}`

export const signs: Record<string, ImportedSite> = {
  'signs-hugo': {
    files: {
      'hugo.yaml': 'baseURL: https://example.org\n',
      'content/posts/a.md': dated(...formulas, ...callouts, '{{< gist ada 7896402 "a_b.GO" >}}', '[[toc]]'),
    },
  },
  'signs-jekyll': {
    files: {
      '_config.yml': 'url: https://example.org\n',
      '_posts/2024-01-01-a.md': dated(
        ...formulas,
        '{% gist ada/931c1c8d465a %} {% gist 931c1c8d465a %} {% gist 931c1c8d465a a.rb %} {% gist 931c1c8d465a931c1c8d465a Makefile %} {% gist ada/931c1c8d465a a.rb %} {% gist ada 931c1c8d465a %}',
      ),
    },
  },
  'signs-plain': { files: { 'posts/a.md': dated('[[toc]]', ...callouts.slice(0, 2)) } },
  'signs-ghost': {
    from: 'ghost.json',
    files: {
      'ghost.json': JSON.stringify({
        db: [
          {
            meta: { version: '5.75.0' },
            data: {
              posts: [
                {
                  ...{ id: '1', title: 'A', slug: 'a', html, status: 'published', visibility: 'public' },
                  ...{ type: 'post', published_at: '2024-01-02T03:04:05.000Z' },
                },
              ],
            },
          },
        ],
      }),
    },
  },
}
