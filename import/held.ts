// Posts that would stop a build: each becomes a draft in a form that builds, and the report begins with it.
import { cpSync, existsSync, lstatSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path/posix'
import { sha256 } from '../snapshot/format/format.ts'
import type { ImportResult, StoppingError } from './report.ts'
import { type ImportedPost, noteOf } from './source.ts'
import { groupsOf, WOULD_STOP } from './summary.ts'
import { realFile } from './tree.ts'
import { yamlText } from './write/frontmatter.ts'
import type { ImportedFiles } from './write/manifest.ts'
import { type FileToWrite, writeFiles } from './write/write.ts'

/** The second form is for what is wrong in the front matter: all of that is code, too. What no form helps stays as it was. */
const FORMS: readonly ((path: string, front: string, body: string) => string)[] = [
  (_path, front, body) =>
    `---\nstatus: draft\n${front.replace(/^status: draft\n/m, '')}---\n\n${coded(body)}`,
  (path, front, body) => {
    const lists = front.match(/^(?:authors|category): .*\n/gm) ?? []
    const head = yamlText({ title: basename(path, '.md'), status: 'draft' }) + lists.join('')
    return `---\n${head}---\n\n${coded(`${front}\n${body}`)}`
  },
  (_path, front, body) => `---\n${front}---\n${body}`,
]

/** The text as indented code: in a fence, the lines of a conflict of Git would still be an error. */
function coded(text: string): string {
  return text.replace(/^(?=.)/gm, '    ')
}

/**
 * Writes such posts again, with the error that each had in the report.
 * @param errorsIn what stops a build of what was written
 * @returns what still stops a build
 */
export async function holdBack(
  workspaces: ImportResult['workspaces'],
  { content, program }: { content: string; program: string },
  errorsIn: () => Promise<StoppingError[]>,
): Promise<StoppingError[]> {
  const held = workspaces.map(({ files }) => new Map(files))
  const tried = new Map<ImportedPost, string>()
  let errors = await errorsIn()
  for (const form of FORMS) {
    let isAny = false
    const why = new Map(errors.flatMap(({ post, message }) => (post ? [[post, message] as const] : [])))
    for (const [index, workspace] of workspaces.entries()) {
      const kept = new Set(workspace.kept)
      const own = new Set(workspace.posts.filter((post) => why.has(post) && !kept.has(post.file)))
      for (const post of own) {
        held[index]!.set(post.file, heldFile(post, workspace.files.get(post.file)!, form))
        tried.set(post, tried.get(post) ?? why.get(post)!)
      }
      if (own.size === 0) continue
      isAny = true
      writeFiles(join(content, workspace.name), held[index]!, program)
    }
    if (!isAny) break
    errors = await errorsIn()
  }
  for (const { post } of errors) if (post) tried.delete(post)
  for (const [post, why] of tried) sayHeld(post, why)
  for (const [index, workspace] of tried.size > 0 ? workspaces.entries() : []) {
    const own = workspace.posts.filter((post) => tried.has(post))
    const drafts = new Set(own.map(({ file }) => file))
    workspace.addresses = workspace.addresses.filter(({ file }) => !drafts.has(file))
    workspace.posts = [...own, ...workspace.posts.filter((post) => !tried.has(post))]
    workspace.groups = groupsOf(workspace.posts)
    workspace.files = held[index]!
  }
  return errors
}

/** Tells whether a post is as it was when an earlier import held it. */
export function isHeldAgain(
  { posts, files }: Pick<ImportResult['workspaces'][number], 'posts' | 'files'>,
  known: ImportedFiles,
): boolean {
  const forms = FORMS.slice(0, -1)
  return posts.some((post) => {
    const [file, hash] = [files.get(post.file)!, known.get(post.file)]
    const isOther = hash !== undefined && 'text' in file && sha256(file.text) !== hash
    return isOther && forms.some((form) => sha256(heldFile(post, file, form).text) === hash)
  })
}

/** Returns what `work` finds in a copy of these workspaces, which goes with all that is written to it. */
export async function inCopy<T>(
  content: string,
  names: readonly string[],
  work: (copy: string) => Promise<T>,
): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'galley-import-'))
  try {
    // Folders that links lead to are not copied, nor are pipes and the like.
    const filter = (path: string) => lstatSync(path).isDirectory() || realFile(path) !== undefined
    const options = { recursive: true, dereference: true, filter }
    for (const name of names.filter((one) => existsSync(join(content, one))))
      cpSync(join(content, name), join(root, name), options)
    return await work(root)
  } finally {
    rmSync(root, { recursive: true })
  }
}

function heldFile(post: ImportedPost, file: FileToWrite, form: (typeof FORMS)[number]) {
  const written = 'text' in file ? file.text : ''
  const end = written.indexOf('\n---\n', 3) + 1
  return { text: form(post.file, written.slice(4, end), written.slice(end + 4)) }
}

function sayHeld(post: ImportedPost, why: string): void {
  post.isDraft = true
  const what = `It would stop a build (${why}): its text is code in a draft. Correct it, and write it without the indent.`
  post.notes.unshift(noteOf('draft', what, WOULD_STOP))
}
