// A site's own shortcodes, above all those that show code, by their templates. These are read, never run.
import type { Dialect } from '../source.ts'
import type { SourceTree } from '../tree.ts'

/** The place where such a shortcode has the language of its code: always the same, or in a parameter. */
export interface CodeTag {
  language?: string
  parameter?: string
}

/** The paths of templates, how one reads a file, and what names the parameter that says which. */
const TEMPLATES: Partial<Record<Dialect, { place: RegExp; reads: RegExp; parameter: RegExp }>> = {
  hugo: {
    place: /(?:^|\/)layouts\/_?shortcodes\/(.+?)\.(?:html|md)$/,
    reads: /\breadFile\b([^{}]{0,500})/i,
    parameter: /\.(?:Get\s+["`]?|Params\.)([\w-]+)/,
  },
  zola: {
    place: /(?:^|\/)templates\/shortcodes\/(.+?)\.(?:html|md)$/,
    reads: /\bload_data\(\s*path\s*=([^{}]{0,500})/,
    parameter: /(?<![."\w])([a-z_]\w*)\s*(?=[,)])/,
  },
}

/** Templates by the names of the shortcodes. Of several templates, the site's own comes before those of themes. */
export function shortcodeTemplates(tree: SourceTree, dialect: Dialect): Map<string, string> {
  const templates = new Map<string, string>()
  const place = TEMPLATES[dialect]?.place
  const isOther = (path: string) => Number(!/^(?:layouts|templates)\//.test(path))
  const own = place ? tree.files.toSorted((a, b) => isOther(a.path) - isOther(b.path)) : []
  for (const { path } of own) {
    const name = place!.exec(path)?.[1]
    if (name !== undefined && !templates.has(name)) templates.set(name, tree.textOf(path) ?? '')
  }
  return templates
}

/** Finds the shortcodes that show code. */
export function codeTagsIn(templates: ReadonlyMap<string, string>): Map<string, CodeTag> {
  return new Map(
    [...templates].flatMap(([name, template]) => {
      const tag = codeTagOf(template)
      return tag ? [[name, tag]] : []
    }),
  )
}

/** Finds the shortcodes that show a file of code, with the parameter that names it. */
export function codeFileTagsIn(
  templates: ReadonlyMap<string, string>,
  dialect: Dialect,
): Map<string, string> {
  const { reads = /(?!)/, parameter = reads } = TEMPLATES[dialect] ?? {}
  return new Map(
    [...templates].flatMap(([name, template]): [string, string][] => {
      const [, written] = reads.exec(template) ?? []
      if (written === undefined || !/\bhighlight\b|<pre\b|```/i.test(template)) return []
      const [variable] = /\$\w+/.exec(written) ?? []
      const assigned = variable && new RegExp(`\\${variable}\\s*:?=([^{}]{0,500})`).exec(template)?.[1]
      const [, key] = parameter.exec(assigned || written) ?? []
      return key === undefined ? [] : [[name, key.toLowerCase()]]
    }),
  )
}

const ACTION = /\{\{([^{}]{0,2000})\}\}/g

/** `undefined` for a template that does not show what is inside of its tag as code. */
export function codeTagOf(template: string): CodeTag | undefined {
  const actions = Array.from(template.matchAll(ACTION), ([, action = '']) => action)
  const inner = ['.Inner']
  const holdsInner = (action: string) =>
    inner.some((name) => new RegExp(`${name.replace(/[.$]/g, '\\$&')}\\b`).test(action))
  for (const action of actions) {
    const [, name, value = ''] = /(\$\w+)\s*:?=\s*(.*)/s.exec(action) ?? []
    if (name !== undefined && holdsInner(value)) inner.push(name)
  }
  const shown = actions.filter((action) => holdsInner(action))
  const call = shown.find((action) => /\bhighlight\b/i.test(action))
  if (call !== undefined) return languageIn(call.replace(/^.*\bhighlight\b/is, ''))
  const pre = /<pre\b[\s\S]*?<\/pre>/i.exec(template)?.[0]
  const isCode = pre !== undefined && Array.from(pre.matchAll(ACTION), ([action]) => action).some(holdsInner)
  if (!isCode || shown.some((action) => /markdownify|RenderString/i.test(action))) return undefined
  return languageIn(/\blang(?:uage)?-(\{\{[^{}]*\}\}|[\w+#.-]+)/.exec(pre)?.[1] ?? '')
}

/** The first word in quotes, or the parameter that stands there. */
function languageIn(written: string): CodeTag {
  const [, parameter, language, bare] =
    /\.Get\s+"?([\w-]+)"?|"([a-z][\w+#.-]*)"|^([a-z][\w+#.-]*)$/i.exec(written) ?? []
  if (parameter !== undefined) return { parameter }
  return (language ?? bare) === undefined ? {} : { language: language ?? bare! }
}
