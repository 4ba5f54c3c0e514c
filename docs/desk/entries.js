// The entries of the shelf: posts, and beside them other files with problems.
import { isLater } from './date.js'

/** @typedef {import('./source.js').Workspace} Workspace */
/** @typedef {import('./source.js').Post} Post */
/** @typedef {import('./source.js').Place} Place */
/** @typedef {import('./problem.js').Problem} Problem */

/**
 * @typedef {object} Entry
 * @property {string} address on this page, after its `#`
 * @property {Place} place
 * @property {string} file relative to the workspace's folder; empty if it is not known
 * @property {string} title
 * @property {Post | undefined} post
 * @property {boolean} isDated
 * @property {readonly Problem[]} problems
 * @property {'published' | 'scheduled' | 'draft' | 'file'} status
 */

/**
 * The newest posts come first, files that are no posts last.
 * @param {Iterable<Workspace>} workspaces
 * @returns {Entry[]}
 */
export function entriesOf(workspaces) {
  const all = [...workspaces].flatMap(entriesIn)
  const files = all.filter(({ post }) => !post)
  const posts = all.filter(({ post }) => post)
  return [...posts.sort((a, b) => compare(dateOf(b), dateOf(a))), ...files]
}

/**
 * @param {Workspace} workspace
 * @returns {Entry[]}
 */
function entriesIn({ place, posts, notes }) {
  const problems = byFile(notes.problems)
  const noted = new Map(notes.posts.map((post) => [post.slug, post]))
  const ofPosts = posts.map((post) => {
    const { file = '', isDated = true } = noted.get(post.slug) ?? {}
    const own = problems.get(file) ?? []
    problems.delete(file)
    return {
      address: addressOf('posts', place, post.slug),
      place,
      file,
      title: post.title,
      post,
      isDated,
      problems: own,
      status: statusOf(post),
    }
  })
  const others = [...problems].map(([file, own]) => ({
    address: addressOf('files', place, file),
    place,
    file,
    title: file === '' ? place.path.replace(/\/$/, '') || place.name : file,
    post: undefined,
    isDated: false,
    problems: own,
    status: /** @type {const} */ ('file'),
  }))
  return [...others, ...ofPosts]
}

/**
 * Tells whether readers do not see it as its file is now.
 * @param {Pick<Entry, 'problems'>} entry
 */
export function isBroken({ problems }) {
  return problems.some(({ severity }) => severity === 'error')
}

/** @param {readonly Problem[]} problems */
export function byFile(problems) {
  /** @type {Map<string, Problem[]>} */
  const files = new Map()
  for (const problem of problems) {
    const list = files.get(problem.file)
    if (list) list.push(problem)
    else files.set(problem.file, [problem])
  }
  return files
}

/**
 * @param {Pick<Post, 'status' | 'publishedAt'>} post
 * @returns {Entry['status']}
 */
export function statusOf({ status, publishedAt }) {
  if (status === 'draft') return 'draft'
  return isLater(publishedAt) ? 'scheduled' : 'published'
}

/**
 * @param {'posts' | 'files' | 'edit'} kind
 * @param {Pick<Place, 'id'>} place
 * @param {string} name
 */
export function addressOf(kind, { id }, name) {
  return `#/${kind}/${encodeURIComponent(id)}/${encodeURIComponent(name)}`
}

/** @param {Entry} entry */
function dateOf({ post }) {
  return post?.publishedAt ?? ''
}

/**
 * @param {string} a
 * @param {string} b
 */
function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0
}
