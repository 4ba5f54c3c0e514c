// Links to posts and images, by a part of their name: while one types an address, and from a box of their own.
import { element } from '../../element.js'
import { ask } from './dialog.js'

/** @typedef {import('../source.js').Workspace} Workspace */
/** @typedef {{ title: string, file: string, isImage: boolean }} Target */

const most = 50
export const image = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i

/** @param {Workspace} workspace @param {readonly string[]} media @returns {Target[]} the newest posts first, then files */
export function targetsOf({ posts, notes }, media) {
  const files = new Map(notes.posts.map(({ slug, file }) => [slug, file]))
  const ofPosts = posts.flatMap(({ slug, title }) => {
    const file = files.get(slug)
    return file === undefined ? [] : [{ title, file, isImage: false }]
  })
  const titleOf = (/** @type {string} */ file) => file.slice(file.lastIndexOf('/') + 1)
  return [...ofPosts, ...media.map((file) => ({ title: titleOf(file), file, isImage: image.test(file) }))]
}

/** Returns the targets whose title or file has all words that are typed. @param {readonly Target[]} targets @param {string} typed */
function matching(targets, typed) {
  const words = typed.toLowerCase().split(/\s+/)
  /** @type {Target[]} */
  const found = []
  for (const target of targets) {
    const name = `${target.title} ${target.file}`.toLowerCase()
    if (words.every((word) => name.includes(word)) && found.push(target) === most) break
  }
  return found
}

/** Writes the address by which markdown in one file names another: relative, and escaped. @param {string} to @param {string} from */
export function addressIn(to, from) {
  const [there, here] = [to.split('/'), from.split('/').slice(0, -1)]
  let same = 0
  while (same < here.length && same < there.length - 1 && here[same] === there[same]) same++
  const path = [...here.slice(same).map(() => '..'), ...there.slice(same)].join('/')
  return encodeURI(path).replace(/[()?#]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** @param {string} text */
const escaped = (text) => text.replace(/[[\]\\]/g, '\\$&')

/** @param {Target} target @param {string} from the file that links to it @param {string} text */
function markdownOf({ title, file, isImage }, from, text) {
  return `${isImage ? `![${text}]` : `[${text || escaped(title)}]`}(${addressIn(file, from)})`
}

/** Offers them behind `](`, and for `[[` a whole link. @param {() => readonly Target[]} targets @param {string} from */
export function completionOf(targets, from) {
  return (/** @type {import('./codemirror.js').CompletionContext} */ { state, pos }) => {
    const line = state.doc.lineAt(pos)
    const before = line.text.slice(0, pos - line.from)
    const [, sign = '', typed = ''] = /(!?\[[^\]]*\]\(|\[\[)<?([^()\]<>]*)$/.exec(before) ?? []
    if (sign === '') return null
    const isWhole = sign === '[['
    const all = sign.startsWith('!') ? targets().filter(({ isImage }) => isImage) : targets()
    const start = pos - typed.length - (isWhole ? sign.length : 0)
    /** @type {import('./codemirror.js').Completion[]} */
    const options = matching(all, typed.trim()).map((target) => ({
      label: target.title,
      detail: target.file,
      apply(view, _, at) {
        const rest = view.state.doc.sliceString(pos, line.to)
        const closing = isWhole ? (/^\]{1,2}/.exec(rest)?.[0].length ?? 0) : rest.startsWith(')') ? 1 : 0
        const insert = isWhole ? markdownOf(target, from, '') : `${addressIn(target.file, from)})`
        const changes = { from: at, to: view.state.selection.main.head + closing, insert }
        view.dispatch({ changes, selection: { anchor: at + insert.length }, userEvent: 'input.complete' })
      },
    }))
    return { from: start, options, filter: false }
  }
}

/**
 * Asks for one by a part of its name, and inserts a link to it.
 * @param {import('./editor.js').Editor} editor @param {readonly Target[]} targets @param {string} from
 */
export async function insertLink(editor, targets, from) {
  const { from: start, to: end } = editor.view.state.selection.main
  const selected = editor.view.state.doc.sliceString(start, end)
  const options = element('datalist', { id: 'link-options' })
  const offer = () => {
    const found = matching(targets, input.value.trim())
    options.replaceChildren(...found.map(({ title, file }) => element('option', { value: file }, title)))
  }
  const attributes = { type: 'text', id: 'link', list: 'link-options', autocomplete: 'off', input: offer }
  const input = element('input', attributes)
  offer()
  const label = element('label', { for: 'link' }, 'Part of a title or of a file’s name')
  await ask('Insert a link', [label, input, options], [['insert', 'Insert']], async () => {
    const typed = input.value.trim()
    const target = targets.find(({ file }) => file === typed) ?? matching(targets, typed)[0]
    if (!target) throw new Error('Nothing has such a name; type less of it.')
    editor.insert(markdownOf(target, from, selected), start, end)
  })
  editor.focus()
}
