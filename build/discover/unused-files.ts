// Says why a file below content/ is not used, and what to do about it: no file is ignored silently.

import { nearest } from '../../snapshot/nearest.ts'
import type { ContentFile } from '../parse/file.ts'
import type { Mistake } from '../problems/problem.ts'
import { didYouMean } from '../problems/suggest.ts'
import { collectionNameMistake } from '../schema/collection-name.ts'
import { type FoundEntry, MAX_DEPTH } from './walk.ts'

/** The mistakes of entries that are neither readable files nor folders. */
export const UNUSABLE: Record<Exclude<FoundEntry['kind'], 'file' | 'folder' | 'unreadable'>, Mistake> = {
  'link-outside': {
    code: 'link-outside',
    message: 'This symbolic link points outside its workspace.',
    hint: 'Put a copy of the target here.',
  },
  'linked-folder': {
    code: 'linked-folder',
    message: 'This symbolic link points to a folder; folders are not read twice.',
    hint: 'Remove it.',
  },
  'broken-link': {
    code: 'broken-link',
    message: 'The target of this symbolic link does not exist.',
    hint: 'Remove it.',
  },
  'endless-link': {
    code: 'broken-link',
    message: 'This symbolic link points to itself, directly or through other links.',
    hint: 'Remove it.',
  },
  'too-deep': {
    code: 'too-deep',
    message: 'This folder is nested too deeply: nothing in it is read.',
    hint: `Move it up: no more than ${MAX_DEPTH} levels of folders are allowed.`,
  },
  'line-break': { code: 'bad-name', message: 'The name contains a line break.', hint: 'Rename it.' },
  'not-utf8': {
    code: 'bad-name',
    message: 'The name is not valid UTF-8, so the file cannot be opened.',
    hint: 'Rename it.',
  },
  'special-file': {
    code: 'unused-file',
    severity: 'warning',
    message: 'This is not a regular file but a pipe, a socket or a device.',
    hint: 'Remove it.',
  },
}

/** The mistake of a folder or a link that the system cannot read. */
export function unreadableFolder(reason: string): Mistake {
  const message = `This cannot be read (${reason}).`
  const hint = reason === 'ENAMETOOLONG' ? 'Use shorter names.' : 'Check its permissions.'
  return { code: 'unreadable-file', message, hint }
}

const MARKDOWN = /\.(md|mdx|markdown|mdown|mkd)$/i
const YAML = /\.ya?ml$/i

/** The YAML files of a workspace other than its authors. */
const WORKSPACE_FILES = ['workspace.yml', 'categories.yml', 'tags.yml', 'series.yml']
const KNOWN_YAML = /^(workspace|categories|tags|series|authors\/[^/]+)\.ya?ml$/i

const DOCUMENTS =
  /(^|\/)(README|LICEN[CS]E|CONTRIBUTING|CHANGELOG|SECURITY|CODE_OF_CONDUCT|NOTICE)(\.[a-z]+)?$/i

/** The mistake of a content root without anything to build. */
export const NO_WORKSPACE: Mistake = {
  code: 'no-workspace',
  message: 'There is no workspace in this folder.',
  hint: 'Write a first post in blog/posts/hello.md inside it.',
}

/** The mistake of a file directly in the content root, whose name in messages is `displayPath`. */
export function mistakeInRoot(name: string, displayPath: string): Mistake {
  const isContent = MARKDOWN.test(name) || YAML.test(name)
  if (DOCUMENTS.test(name) || !isContent) return unused(name, 'it is outside every workspace')
  const to = MARKDOWN.test(name) ? `posts/${renamed(name)}` : renamed(name)
  const hint = `Move it to ${displayPath}/blog/${to}.`
  return { code: 'no-workspace', message: 'This file is not inside a workspace.', hint }
}

/** The mistake of a folder of the content root that is named like a part of a workspace. */
export function partInRoot(name: string, displayPath: string): Mistake | undefined {
  if (name !== 'posts' && name !== 'authors') return undefined
  const message = `The folder ${name} is not inside a workspace.`
  return { code: 'no-workspace', message, hint: `Move it to ${displayPath}/blog/${name}.` }
}

/** The mistake of an unused file of a workspace. */
export function mistakeInWorkspace(relativePath: string): Mistake {
  const name = relativePath.split('/').at(-1)!
  if (DOCUMENTS.test(relativePath))
    return unused(name, 'it describes the folder rather than being part of it')
  if (MARKDOWN.test(relativePath)) {
    if (/^posts\/.*\.mdx$/i.test(relativePath)) return mdx(relativePath)
    if (relativePath.startsWith('posts/')) return misnamed('a post', relativePath)
    return misplaced('Posts belong in posts/.', `posts/${renamed(name)}`)
  }
  if (KNOWN_YAML.test(relativePath)) return misnamed('this file', relativePath)
  if (!YAML.test(relativePath) || relativePath.startsWith('posts/'))
    return unused(name, 'it is neither a post nor one of the .yml files of a workspace')
  if (relativePath.startsWith('authors/'))
    return misplaced('Authors belong directly in authors/.', `authors/${renamed(name)}`)
  const message = `A workspace has no file ${name}.`
  // Names alone are compared: any two files that end in .yml are alike.
  const guess = nearest(
    name.replace(YAML, ''),
    WORKSPACE_FILES.map((one) => one.replace(YAML, '')),
  )
  const known = guess ? `Did you mean "${guess}.yml"?` : `Known files: ${WORKSPACE_FILES.join(', ')}.`
  return { code: 'misnamed-file', message, hint: `${known}${declaring(name, ' Or', '.')}` }
}

/** The mistake of a folder of a workspace other than posts/ and authors/. */
export function unknownPart(name: string, files: readonly ContentFile[]): Mistake {
  const isWorkspace = files.some(({ relativePath }) =>
    /^[^/]+\/(posts\/|authors\/|workspace\.yml$)/.test(relativePath),
  )
  const hasContent = files.some(isContent)
  const otherwise = isWorkspace
    ? 'A workspace belongs directly in the content folder: move it up.'
    : `Posts belong in posts/, authors in authors/${hasContent ? declaring(name, '; or') : ''}; to keep the folder, name it _${name}.`
  return {
    code: 'unknown-folder',
    severity: hasContent ? 'error' : 'warning',
    message: `The folder ${name} is not used.`,
    hint: isWorkspace ? otherwise : didYouMean(name, ['posts', 'authors'], otherwise),
  }
}

/** Says how workspace.yml would declare a folder, or the file of one entry: the rest of a sentence. */
function declaring(name: string, before: string, after = ''): string {
  const collection = name.replace(YAML, '')
  const written = collection === name ? '{}' : '{ single: true }'
  const isPossible = !collectionNameMistake(collection)
  return isPossible
    ? `${before} declare it in workspace.yml: collections: { ${collection}: ${written} }${after}`
    : ''
}

/** The mistake of a file in the folder of a declared collection. */
export function mistakeInCollection(relativePath: string): Mistake {
  return unused(relativePath.split('/').at(-1)!, 'entries end in .md, .yml, .yaml or .json')
}

/** The mistake of a folder that is not a workspace; `undefined` if its files are reported instead. */
export function unknownFolder(name: string, files: readonly ContentFile[]): Mistake | undefined {
  if (files.some(isContent)) return undefined
  const message = `The folder ${name} is not a workspace: it has neither posts/ nor a workspace.yml.`
  return { code: 'unknown-folder', severity: 'warning', message, hint: `Remove it, or name it _${name}.` }
}

function isContent({ relativePath }: ContentFile): boolean {
  return (MARKDOWN.test(relativePath) || YAML.test(relativePath)) && !DOCUMENTS.test(relativePath)
}

function unused(name: string, why: string): Mistake {
  const message = `This file is not used: ${why}.`
  return { code: 'unused-file', severity: 'warning', message, hint: `Remove it, or name it _${name}.` }
}

function misplaced(message: string, to: string): Mistake {
  return { code: 'misplaced-file', message, hint: `Move it to ${to}.` }
}

/** A name that another program or operating system would accept instead of ours. */
function misnamed(what: string, path: string): Mistake {
  const hint = `Rename it to ${renamed(path)}.`
  const name = renamed(path).split('/').at(-1)!
  const ending = /\.[^.]+$/.exec(name)![0]
  const message = path.endsWith(ending)
    ? `The name of ${what} must be ${name}.`
    : `The name of ${what} must end in ${ending}.`
  return { code: 'misnamed-file', message, hint }
}

function mdx(path: string): Mistake {
  const message = 'MDX is not supported: nothing runs its imports and components.'
  const hint = `Rename it to ${renamed(path)}, and write markdown or HTML instead of them.`
  return { code: 'misnamed-file', message, hint }
}

/** The path that a misnamed post should have; `undefined` for other files. */
export function nameOfPost(relativePath: string): string | undefined {
  const isPost =
    /^posts\/./.test(relativePath) && MARKDOWN.test(relativePath) && !DOCUMENTS.test(relativePath)
  return isPost ? renamed(relativePath) : undefined
}

/** The path with the extension and the case that we expect. */
function renamed(path: string): string {
  const name = path.replace(MARKDOWN, '.md').replace(YAML, '.yml')
  return WORKSPACE_FILES.includes(name.toLowerCase()) ? name.toLowerCase() : name
}
