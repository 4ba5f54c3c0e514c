// Static files beside the API: its documentation, for programs and for people.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import matter from 'gray-matter'
import { Marked, type Renderer, type Tokens } from 'marked'
import { forLatest } from '../../packages/search/basics/lazy.ts'
import { makeFolder, readWhole } from '../../snapshot/format/disk.ts'
import { sha256 } from '../../snapshot/format/format.ts'
import { withOwnChecksum } from '../../snapshot/format/own-checksum.ts'
import { deskFiles, documentFile, referenceFiles } from '../../snapshot/format/pages.ts'
import { replaceFile } from '../../snapshot/format/sealed-file.ts'
import { tried } from '../../snapshot/tried.ts'
import type { MemoValues } from '../../snapshot/write/memo.ts'
import { isRunning, nameOf } from '../../snapshot/write/process.ts'
import { HeadingSlugger, headingIds } from '../compile/markdown/heading-ids.ts'

const DOCS = new URL('../../docs/', import.meta.url)

/** The source of each published document by its name. A package has the document ready beside it; a process makes it once. */
export const documents: Readonly<Record<string, { source: string; from: (text: string) => string }>> = {
  'openapi.json': { source: 'openapi.yaml', from: forLatest(openapiJson) },
  [documentFile]: { source: 'api.md', from: forLatest(documentPage) },
}

interface PublicOptions {
  /** True if the desk is among them; if not, that of an earlier build is removed. */
  hasDesk: boolean
  /** Tells which files are what a document became, so that it need not be made again. */
  memo?: MemoValues | undefined
}

/** Writes `<out>/public`. Each file is replaced atomically, so that none is ever served half-written, and only if it has other bytes. */
export function writePublic(out: string, { hasDesk, memo }: PublicOptions): void {
  const put = (path: string, name: string, edit?: (read: Buffer) => Buffer) =>
    putFile(join(out, 'public', path), name, memo, edit)
  removeLeftovers(out)
  // No index.html at the top: `GET /` is the API's.
  put('openapi.json', 'openapi.json')
  for (const name of referenceFiles)
    put(`docs/${name}`, `reference/${name}`, hasDesk ? undefined : withoutDesk)
  put(`docs/${documentFile}`, documentFile)
  if (!hasDesk) rmSync(join(out, 'public/docs/desk'), { recursive: true, force: true })
  else for (const name of deskFiles) put(`docs/desk/${name}`, `desk/${name}`)
}

/** Replaces a file below `<out>/public`, which may be another file system than `<out>`, and so may each folder in it. */
export function replacePublic(path: string, bytes: string | Uint8Array): void {
  replaceFile(path, join(dirname(path), `.tmp-${nameOf(process.pid)}`), bytes, () => {})
}

/** Removes temporary files of builds that were killed, unless they may be running elsewhere. */
function removeLeftovers(out: string): void {
  const folders = ['', 'public', 'public/docs', 'public/docs/desk'].map((name) => join(out, name))
  for (const folder of folders.filter((path) => existsSync(path))) {
    for (const name of readdirSync(folder)) {
      const [, maker] = /^\.tmp-(\d+.*)$/.exec(name) ?? []
      if (maker !== undefined && isRunning(maker) === false) rmSync(join(folder, name), { force: true })
    }
  }
}

/** The document of the API for all workspaces, as JSON. */
export function openapiDocument(): string {
  const { source, from } = documents['openapi.json']!
  const made = new URL('openapi.json', DOCS)
  return existsSync(made) ? readFileSync(made, 'utf8') : from(readFileSync(new URL(source, DOCS), 'utf8'))
}

/** Compares bytes, not times: another version may have written a file later, and damage keeps its time. */
function putFile(path: string, name: string, memo?: MemoValues, edit = (read: Buffer) => read): void {
  const document = existsSync(new URL(name, DOCS)) ? undefined : documents[name]
  const source = edit(readFileSync(new URL(document?.source ?? name, DOCS)))
  const keyOf = (bytes: Buffer) => sha256(Buffer.concat([source, bytes])).slice(0, 32)
  const before = tried(() => readWhole(path))
  if (document && before && memo?.has('documents', keyOf(before))) return
  const bytes = document ? Buffer.from(document.from(source.toString())) : source
  if (document) memo?.set('documents', keyOf(bytes), new Uint8Array(0))
  if (before?.equals(bytes)) return
  makeFolder(dirname(path))
  replacePublic(path, bytes)
}

/** The link of the reference to the desk, where there is none. */
function withoutDesk(page: Buffer): Buffer {
  return Buffer.from(page.toString().replace(/^.*href="\/docs\/desk\/".*\n/m, ''))
}

/** Parses with gray-matter's parser: places are not needed, and the document is ours. */
function openapiJson(yaml: string): string {
  return withOwnChecksum(JSON.stringify(matter(`---\n${yaml}\n---\n`).data, null, 2))
}

/** Nothing in the page runs or styles itself: its Content-Security-Policy would not let it. */
function documentPage(markdown: string): string {
  const slugger = new HeadingSlugger()
  const extensions = [headingIds((html) => slugger.idOf(html)), { renderer: { link: onlyPublished } }]
  const body = new Marked({ gfm: true }, ...extensions).parse(markdown, { async: false })
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? 'API'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<header class="top"><a class="name" href="/docs/">Galley</a> <a class="of" href="/docs/">Try it</a></header>
<main class="document">
${body.replaceAll('<th></th>', '<td></td>').replaceAll('<table>', '<table tabindex="0">')}</main>
</body>
</html>
`
}

/** Returns the text of a link to another document, which is not published. */
function onlyPublished(this: Renderer, { href, tokens }: Tokens.Link): string | false {
  return /^(?:https?:|[/#])/.test(href) ? false : this.parser.parseInline(tokens)
}
