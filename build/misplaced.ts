// Why a file below content/ is not used, and what to do about it: nothing is left out silently.
import type { ContentFile } from './file.ts'
import { didYouMean } from './nearest.ts'
import type { Mistake } from './problem.ts'
import type { Found } from './walk.ts'

/** Things other than files and folders. */
export const ODD: Record<Exclude<Found['kind'], 'file' | 'folder'>, Mistake> = {
  'link-outside': {
    code: 'link-outside',
    message: 'This symbolic link leads out of its workspace.',
    hint: 'Put a copy of the file here.',
  },
  'linked-folder': {
    code: 'linked-folder',
    message: 'This symbolic link leads to a folder; folders are not read twice.',
    hint: 'Remove it.',
  },
  'broken-link': { code: 'broken-link', message: 'This symbolic link leads nowhere.', hint: 'Remove it.' },
  'line-break': { code: 'bad-name', message: 'The name holds a line break.', hint: 'Rename it.' },
  'special-file': {
    code: 'unused-file',
    severity: 'warning',
    message: 'This is no regular file.',
    hint: 'Remove it.',
  },
}

const MARKDOWN = /\.(md|mdx|markdown|mdown|mkd)$/i
const DOCUMENTS =
  /(^|\/)(README|LICEN[CS]E|CONTRIBUTING|CHANGELOG|SECURITY|CODE_OF_CONDUCT|NOTICE)(\.[a-z]+)?$/i

/** What is wrong with a content root that holds nothing to build. */
export const NO_WORKSPACE: Mistake = {
  code: 'no-workspace',
  message: 'There is no workspace in this folder.',
  hint: 'Write a first post into blog/posts/hello.md below it.',
}

/** What is wrong with a file that stands directly in the content root. */
export function inRoot(path: string): Mistake {
  if (DOCUMENTS.test(path)) return unused('it stands outside every workspace')
  const to = MARKDOWN.test(path) ? `content/blog/posts/${renamed(path)}` : `content/blog/${renamed(path)}`
  const isContent = MARKDOWN.test(path) || /\.ya?ml$/i.test(path)
  if (!isContent) return unused('it stands outside every workspace')
  return { code: 'no-workspace', message: 'This file is not inside a workspace.', hint: `Move it to ${to}.` }
}

/** What is wrong with a folder of the content root that has the name of a part of a workspace. */
export function partInRoot(name: string): Mistake | undefined {
  if (name !== 'posts' && name !== 'authors') return undefined
  const message = `The folder ${name} is not inside a workspace.`
  return { code: 'no-workspace', message, hint: `Move it to content/blog/${name}.` }
}

/** What is wrong with a file of a workspace that has no use there; `inside` is its path in the workspace. */
export function inWorkspace(inside: string): Mistake {
  if (DOCUMENTS.test(inside)) return unused('it tells of the folder rather than being part of it')
  if (MARKDOWN.test(inside)) {
    if (inside.startsWith('posts/')) return misnamed('a post', inside)
    const hint = `Move it to posts/${renamed(inside.split('/').pop()!)}.`
    return { code: 'misplaced-file', message: 'A post stands in posts/.', hint }
  }
  if (/^(workspace|categories|tags|authors\/[^/]+)\.ya?ml$/i.test(inside))
    return misnamed('a YAML file', inside)
  return unused('it is neither a post nor one of the .yml files of a workspace')
}

/** What is wrong with a folder of a workspace other than posts/ and authors/. */
export function unknownPart(name: string, files: readonly ContentFile[]): Mistake {
  return {
    code: 'unknown-folder',
    severity: files.some(isContent) ? 'error' : 'warning',
    message: `The folder ${name} is not used.`,
    hint: didYouMean(name, ['posts', 'authors'], 'Posts stand in posts/, authors in authors/.'),
  }
}

/** What is wrong with a folder of the content root that is no workspace; nothing if its files say more. */
export function unknownFolder(name: string, files: readonly ContentFile[]): Mistake | undefined {
  if (files.some(isContent)) return undefined
  const message = `The folder ${name} is no workspace: it holds neither posts/ nor a workspace.yml.`
  return { code: 'unknown-folder', severity: 'warning', message }
}

function isContent({ inside }: ContentFile): boolean {
  return (MARKDOWN.test(inside) || /\.ya?ml$/i.test(inside)) && !DOCUMENTS.test(inside)
}

function unused(why: string): Mistake {
  return { code: 'unused-file', severity: 'warning', message: `This file is not used: ${why}.` }
}

function misnamed(what: string, path: string): Mistake {
  const ending = /\.[^.]+$/.exec(renamed(path))![0]
  const hint = `Rename it to ${renamed(path)}.`
  return { code: 'misnamed-file', message: `The name of ${what} ends in ${ending}.`, hint }
}

/** The path with the ending we read. */
function renamed(path: string): string {
  return path.replace(MARKDOWN, '.md').replace(/\.ya?ml$/i, '.yml')
}
