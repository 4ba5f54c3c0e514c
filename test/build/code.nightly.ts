// Code that is read for as long as any may be, at least twenty seconds: its post is an error, and the others are built.
import { expect, test } from 'vitest'
import { postFile, workspace } from '../support/workspace.ts'

test('code that takes too long to be put in colours is an error of its post alone', async () => {
  const nested = '(\n'.repeat(100_000)
  const place = await workspace({
    'blog/workspace.yml': 'code: { light: github-light, dark: github-dark }\n',
    'blog/posts/a.md': postFile({ titel: 'x' }),
    'blog/posts/nested.md': postFile({}, `\`\`\`js\n${nested}\`\`\`\n\n\`\`\`js\nlet a\n\`\`\`\n`),
    'blog/posts/z.md': postFile({ titel: 'x' }, '```js\nlet a\n```\n'),
  })
  try {
    const { problems } = await place.build()
    expect(problems.map(({ file, line, code }) => [file.slice(place.dir.length + 1), line, code])).toEqual([
      ['blog/posts/a.md', expect.any(Number), 'unknown-key'],
      ['blog/posts/nested.md', 8, 'too-complex'],
      ['blog/posts/z.md', expect.any(Number), 'unknown-key'],
    ])
  } finally {
    place.remove()
  }
})
