// Hashnode's backup on GitHub: a file for each post, called like its id.
import { basename } from 'node:path/posix'
import { slugify } from '../../build/for-import.ts'
import { KeyedData, textsOf } from '../frontmatter/keyed.ts'
import type { Generator } from '../generators/generator.ts'
import { type SourcePost, say } from '../source.ts'
import { addressesOf, sayWidgets } from './hashnode.ts'
import { fromHashnode } from './hashnode-text.ts'

/** The name of a file that is called like an id of Hashnode: marks.ts says which are drafts. */
const NAME = /^(?:(c[a-z0-9]{24})|draft-[\da-f]{24})\.md$/

export const hashnode: Generator = {
  name: 'hashnode',
  title: 'Hashnode',
  markers: [],
  files: NAME,
  config: [],
  content: () => [''],
  statics: [''],
  dialect: 'none',
  dates: () => ['datePublished'],
  sections: (_site, sections) => sections.map(({ name }) => name),
  addresses: ({ data, path, stem }) => addressesOf(textsOf(data.at('slug'))[0] ?? stem, cuidOf(path, data)),
  prepare: (post) => {
    const data = new KeyedData(post.data)
    post.id = cuidOf(post.path, data)
    delete post.data.cuid
    // The oldest have no front matter: the title is a heading.
    const [, title] = /^\s*##? +(.+)\n/.exec(post.body) ?? []
    if (data.at('title') === undefined && title !== undefined) {
      post.data.title = title.trim()
      post.body = post.body.replace(/^\s*##? +.+\n+/, '')
    }
    const [named] = textsOf(post.data.title)
    if (data.at('slug') === undefined && named !== undefined) {
      post.addresses = addressesOf(slugify(named), post.id)
      const why = 'The backup has no slug of it: its address is taken from its title, and may be another.'
      say(post, 'missing', why)
    }
    const [description] = textsOf(data.at('seoDescription'))
    if (description !== undefined && data.at('description') === undefined) {
      post.data.description = description
      delete post.data.seoDescription
    }
    const { markdown, widgets } = fromHashnode(post.body)
    post.body = markdown
    sayWidgets(post, widgets)
  },
}

function cuidOf(path: string, data: KeyedData): SourcePost['id'] {
  return textsOf(data.at('cuid'))[0] ?? NAME.exec(basename(path))?.[1]
}
