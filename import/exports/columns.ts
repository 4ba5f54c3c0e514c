// The columns of an export beside the front matter of a post, read in one way for all programs: whether it is public, and what search
// engines are told.
import { hiddenBy, reportedColumns } from '../frontmatter/hidden.ts'
import { KeyedData, textsOf } from '../frontmatter/keyed.ts'
import { type SourceData, type SourcePost, say } from '../source.ts'

/** Our keys of front matter, and what exports call them. */
export const COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Plugins: Yoast, Rank Math, SEOPress, The SEO Framework, All in One SEO.
  wordpress: {
    description:
      '_yoast_wpseo_metadesc rank_math_description _seopress_titles_desc _genesis_description _aioseop_description',
    seoTitle: '_yoast_wpseo_title rank_math_title _seopress_titles_title _genesis_title _aioseop_title',
    canonicalUrl:
      '_yoast_wpseo_canonical rank_math_canonical_url _seopress_robots_canonical _genesis_canonical_uri',
  },
  ghost: { description: 'meta_description', seoTitle: 'meta_title', canonicalUrl: 'canonical_url' },
}

/** A placeholder that a plugin fills in: `%%sitename%%`, `%title%`. */
const TEMPLATE = /%%?\w+%/

/** @param text as the export has it */
export function readColumns(post: SourcePost, program: string, columns: SourceData, text = ''): void {
  post.hidden ??= hiddenBy(program, columns, text)
  post.reported = reportedColumns(program, columns)
  const keyed = new KeyedData(columns)
  for (const [ours, names] of Object.entries(COLUMNS[program] ?? {})) {
    for (const name of names.split(' ')) delete post.meta?.[name]
    const values = names.split(' ').flatMap((name) => textsOf(keyed.at(name)).slice(0, 1))
    const value = values.find((one) => !TEMPLATE.test(one))
    const isSecond = ours === 'description' && post.data.description !== undefined
    if (value !== undefined && value !== post.data[ours])
      post.data[isSecond ? 'seoDescription' : ours] = value
    for (const one of values.filter((one) => TEMPLATE.test(one)))
      say(
        post,
        'dropped',
        `Its ${ours} for search engines is a template: ${one}.`,
        'Templates for search engines',
      )
  }
}
