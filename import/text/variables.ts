// Template expressions whose value the configuration or the front matter has: `{{ site.title }}`, `{{ page.title }}`,
// `{{ "/about" | relative_url }}`. Any other stays as it is.
import { KeyedData, textsOf } from '../frontmatter/keyed.ts'
import type { SourceData } from '../source.ts'
import { allowance, type TemplateTag } from './tags.ts'

export interface VariableScope {
  site: SourceData
  page: SourceData
  /** The path of the site on its host. */
  base?: string
  /** Texts by the names that the post itself gives them. */
  assigned: ReadonlyMap<string, string>
}

/** `{% assign api = "https://api.example.org" %}`: texts that have the same name throughout, whatever is asked in between. */
export function assignedIn(tags: readonly TemplateTag[]): ReadonlyMap<string, string> {
  const assigned = new Map<string, string | undefined>()
  let depth = 0
  for (const { name, kind, written } of tags) {
    if (BLOCKS.test(name)) depth = Math.max(0, depth + (kind === 'open' ? 1 : -1))
    const key = assignedName(name, written)
    if (key === undefined) continue
    const [, double, single] = /^[\s\w-]*=\s*(?:"([^"]*)"|'([^']*)')\s*$/.exec(written) ?? []
    assigned.set(key, depth > 0 || assigned.has(key) ? undefined : (double ?? single))
  }
  return new Map([...assigned].flatMap(([key, text]) => (text === undefined ? [] : [[key, text]])))
}

/** The name that a tag gives something, in Liquid or Nunjucks. */
export function assignedName(tag: string, written: string): string | undefined {
  return /^(?:assign|set)$/.test(tag) ? /^\s*([\w-]+)\s*=/.exec(written)?.[1] : undefined
}

const BLOCKS = /^(?:if|unless|case|for|tablerow|capture)$/

const EXPRESSION = /\{\{-?\s*([^{}\s][^{}]{0,299}?)(?<!\s)\s*-?\}\}/g

/** @param onUnknown called with each expression that stays */
export function withVariables(
  text: string,
  scope: VariableScope,
  onUnknown: (source: string) => void,
): string {
  const mayAdd = allowance()
  return text.replace(EXPRESSION, (source, expression: string) => {
    const value = resolved(expression, scope)
    if (value !== undefined && mayAdd(Math.max(0, value.length - source.length))) return value
    onUnknown(source)
    return source
  })
}

function resolved(expression: string, scope: VariableScope): string | undefined {
  const { site, page, assigned } = scope
  const [first = '', ...filters] = expression.split(/\s*\|\s*/)
  const [, double, single] = /^(?:"([^"]*)"|'([^']*)')$/.exec(first) ?? []
  const bases = basesIn(scope)
  if (/^site\.(baseurl|url|base_url)$/.test(first) && filters.length === 0)
    return first === 'site.url' ? bases.ofUrl : bases.below
  const value = double ?? single ?? assigned.get(first) ?? named(first, site, page)
  if (value === undefined || filters.length === 0) return value
  if (/^(escape|strip|xml_escape|safe|markdownify|trim)$/.test(filters[0]!) && filters.length === 1)
    return value
  return addressed(value, filters, bases)
}

/**
 * A path of the site stays a path: where the site is, the reader's page knows. Its path on its host is partly of the site's `url`,
 * partly below.
 */
function basesIn({ site, base = '' }: VariableScope): { ofUrl: string; below: string } {
  const [, path = ''] = /^https?:\/\/[^/]+(.*?)\/*$/.exec(textsOf(keyed(site).at('url'))[0] ?? '') ?? []
  const ofUrl = base.startsWith(path) ? path : ''
  return { ofUrl, below: base.slice(ofUrl.length) }
}

/** A path through filters for addresses. */
function addressed(
  value: string,
  filters: readonly string[],
  { ofUrl, below }: ReturnType<typeof basesIn>,
): string | undefined {
  const [name = '', ...rest] = filters[0]!.split(/[\s:(]+/)
  if (/^(relative_url|absolute_url|absURL|relURL|url|asset_path|url_for)$/.test(name)) {
    if (/^https?:/.test(value) || (name === 'url' && !value.startsWith('/'))) return value
    return (/^abs/.test(name) ? ofUrl : '') + below + value.replace(/^(?!\/)/, '/')
  }
  if (name !== 'prepend' || !/baseurl|url/.test(rest.join(' '))) return undefined
  const all = filters.join(' ')
  return (/\burl\b/.test(all) ? ofUrl : '') + (/base_?url/.test(all) ? below : '') + value
}

function named(path: string, site: SourceData, page: SourceData): string | undefined {
  const [, scope, key] =
    /^(site|page|post|frontmatter|metadata|config|\$frontmatter|\$doc)\.([\w.-]+)$/.exec(path) ?? []
  if (!scope || !key) return undefined
  const data = /^(site|config|metadata)$/.test(scope) ? site : page
  return textsOf(keyed(data).at(key))[0]
}

/** A configuration may have many keys, and posts many expressions. What `keyedConfig` knows may have secrets, which are removed later. */
const known = new WeakMap<SourceData, KeyedData>()

function keyed(data: SourceData): KeyedData {
  const one = known.get(data) ?? new KeyedData(data)
  known.set(data, one)
  return one
}
