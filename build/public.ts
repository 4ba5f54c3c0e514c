// What is served beside the API as static files: its description, for programs and for people.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Marked } from 'marked'
import { gfmHeadingId } from 'marked-gfm-heading-id'
import { parse } from 'yaml'

const DOCS = new URL('../docs/', import.meta.url)

/** Writes `<out>/public`. Each file is replaced in one step, so that none is ever served by half. */
export function writePublic(out: string): void {
  const openapi = parse(readFileSync(new URL('openapi.yaml', DOCS), 'utf8'))
  const reference = readFileSync(new URL('api.md', DOCS), 'utf8')
  // No index.html at the top: `GET /` is the API's.
  replace(out, 'public/openapi.json', `${JSON.stringify(openapi, null, 2)}\n`)
  replace(out, 'public/docs/index.html', referencePage(reference))
}

function replace(out: string, path: string, text: string): void {
  const target = join(out, path)
  const temporary = join(out, `.tmp-${process.pid}`)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(temporary, text)
  renameSync(temporary, target)
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
