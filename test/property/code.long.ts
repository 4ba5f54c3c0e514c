// Whatever code is put in colours, its text is what it was: without the tags of spans, HTML has the same bytes as without colours.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reader } from '../support/reading.ts'
import { postFile, workspace } from '../support/workspace.ts'
import { tries } from './tries.ts'

const LANGUAGES = 'js ts json html css markdown bash diff python yaml php nonsense'.split(' ')
const PIECES = [
  ...'\n\n\t<>&"\'`{}()[]/\\*+-#$;:=.,!?',
  ...[
    '\r\n',
    '\r',
    '  ',
    '&amp;',
    '&lt;b&gt;',
    '</code></pre>',
    '<span class="code-x">',
    '</span>',
    '<!--',
    '-->',
  ],
  ...[
    '//',
    '/*',
    '*/',
    '<?php',
    '?>',
    '${',
    '"""',
    '<<EOF',
    'EOF',
    '- ',
    '+ ',
    'let a = 1',
    'if',
    'true',
    '0x1f',
  ],
  ...['é', '日本', '\u200b', '\u2028', '\ufeff', '\u00a0', '😀', '\u0301', '\u202e', '\f', '\v', '\x1b[0m'],
]
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((parts) => parts.join(''))
const info = fc.tuple(
  fc.constantFrom(...LANGUAGES),
  fc.constantFrom('', ' {1,3-5}', ' diff', ' title="a & b"', ' {2} diff title=<b>', ' {x} title='),
)
const raw = (language: string, code: string) => `<pre><code class="language-${language}">${code}</code></pre>`
const block = fc.tuple(info, text, fc.boolean()).map(([[language, meta], code, isRaw]) => {
  return isRaw ? raw(language, code) : `~~~~~~~~${language}${meta}\n${code}\n~~~~~~~~\n`
})

/** The classes that the documentation lists. */
const CLASSES = new Set(readFileSync('docs/api.md', 'utf8').match(/(?<=`)code(?:-[a-z]+)?(?=`)/g))

/** As without colours: what they add has these forms and no others. */
function plain(html: string): string {
  return html.replace(
    /<pre class="code"(?: data-title="[^"<>]*")?>(<code[^>]*>)([\s\S]*?)<\/code><\/pre>/g,
    (_, tag, code) => {
      const bare = code.replace(/<span class="(code-[a-z]+)">/g, (_: string, name: string) => {
        expect(CLASSES).toContain(name)
        return ''
      })
      return `<pre>${tag}${bare.replaceAll('</span>', '')}</code></pre>`
    },
  )
}

test.each(['safe', 'trusted'])(
  'code in colours is the same text, in %s HTML',
  async (html) => {
    const posts = fc.sample(fc.array(block, { maxLength: 4 }), { numRuns: tries(150), seed: 43 })
    const files = (key: string) =>
      posts.map((blocks, index) => [`${key}/posts/p${index}.md`, postFile({}, blocks.join('\n\n'))])
    const place = await workspace({
      ...Object.fromEntries([...files('on'), ...files('off')]),
      'on/workspace.yml': `html: ${html}\ncode: { light: github-light, dark: github-dark }\n`,
      'off/workspace.yml': `html: ${html}\n`,
    })
    const { problems } = await place.build()
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
    const api = reader(place)
    const all = async (key: string, query: string) => (await api.get(`${key}/posts?limit=all&${query}`)).posts
    const [on, off] = [await all('on', 'format=html'), await all('off', 'format=html')]
    expect(on).toHaveLength(posts.length)
    expect(
      on.filter(({ content }: { content: string }) => /<span class="code-/.test(content)).length,
    ).toBeGreaterThan(posts.length / 3)
    for (const [index, { content }] of on.entries()) expect(plain(content)).toBe(off[index].content)
    for (const query of [
      'format=markdown',
      'format=text',
      'include=headings,reading,descriptionIsExcerpt',
      'query=let',
    ]) {
      const own = ({ id: _, content, ...post }: { id: string; content?: string }) =>
        JSON.stringify([post, content && plain(content)]).replaceAll(/_[0-9a-f]{20}/g, '')
      expect((await all('on', query)).map(own)).toEqual((await all('off', query)).map(own))
    }
    api.close()
    place.remove()
  },
  120_000,
)
