// Static files beside the API: its documentation, for programs and for people.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Marked } from 'marked'
import { gfmHeadingId } from 'marked-gfm-heading-id'
import { parse } from 'yaml'
import { rename } from '../../snapshot/format/sealed-file.ts'
import { isRunning, nameOf } from '../../snapshot/write/process.ts'

const DOCS = new URL('../../docs/', import.meta.url)

/**
 * Writes `<out>/public`. Each file is replaced atomically, so that none is ever served half-written, and only if its
 * source is newer: reading the OpenAPI document takes longer than building a small workspace.
 */
export function writePublic(out: string): void {
  removeLeftovers(out)
  // No index.html at the top: `GET /` is the API's.
  make(out, 'openapi.json', new URL('openapi.yaml', DOCS), openapiJson)
  make(out, 'docs/index.html', new URL('api.md', DOCS), referencePage)
}

/** Removes temporary files of builds that were killed. */
function removeLeftovers(out: string): void {
  mkdirSync(out, { recursive: true })
  for (const name of readdirSync(out)) {
    const [, maker] = /^\.tmp-(\d+(?:-\d*)?)$/.exec(name) ?? []
    if (maker !== undefined && !isRunning(maker)) rmSync(join(out, name), { force: true })
  }
}

function make(out: string, path: string, source: URL, from: (text: string) => string): void {
  const target = join(out, 'public', path)
  const madeAt = statSync(target, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const newest = Math.max(statSync(source).mtimeMs, statSync(new URL(import.meta.url)).mtimeMs)
  if (madeAt > newest) return
  mkdirSync(dirname(target), { recursive: true })
  const temporary = join(out, `.tmp-${nameOf(process.pid)}`)
  writeFileSync(temporary, from(readFileSync(source, 'utf8')))
  rename(temporary, target)
}

function openapiJson(yaml: string): string {
  return `${JSON.stringify(parse(yaml), null, 2)}\n`
}

function referencePage(markdown: string): string {
  const body = new Marked({ gfm: true }, gfmHeadingId()).parse(markdown, { async: false })
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? 'API'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
${body}</body>
</html>
`
}

const STYLE = `
:root { color-scheme: light dark }
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1.25rem }
pre { overflow-x: auto; padding: .75rem 1rem; background: #8881 }
code { font: .9em ui-monospace, monospace }
table { border-collapse: collapse; display: block; overflow-x: auto }
th, td { border: 1px solid #8884; padding: .3rem .6rem; text-align: left; vertical-align: top }
`
