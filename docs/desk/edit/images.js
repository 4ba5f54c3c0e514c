// Images that are pasted, dropped or chosen: each becomes a file beside the post, and the text shows it.
import { element } from '../../element.js'
import { EditorView } from './codemirror.js'
import { reasonOf } from './wire.js'

/** @typedef {import('./editor.js').Editor} Editor */

/** @typedef {(text: string, kind: 'good' | 'bad' | '') => void} Say */

/**
 * @param {(name: string, data: string) => Promise<{ path: string }>} send
 * @param {() => Editor} editorOf @param {Say} say @param {() => void} added
 */
export function images(send, editorOf, say, added) {
  /** Puts a file beside the post. @param {File} file @returns {Promise<string | undefined>} its address there */
  async function upload(file) {
    say(`Adding ${file.name}…`, '')
    try {
      const { path } = await send(file.name, await base64(file))
      say(`Added ${path}.`, 'good')
      added()
      return path
    } catch (error) {
      say(`${file.name} was not added. ${reasonOf(error)}`, 'bad')
      return undefined
    }
  }
  /** @param {readonly File[]} files @param {number} at */
  async function add(files, at) {
    const editor = editorOf()
    const place = editor.follow()
    for (const file of files) {
      const path = await upload(file)
      if (path === undefined) continue
      const { from } = place.place({ from: at, to: at })
      editor.insert(`![](${path})`, from, from)
      say(`Added ${path}. Between the brackets, say what it shows.`, 'good')
    }
    place.stop()
  }
  const take = (/** @type {DataTransfer | null} */ data, /** @type {number} */ at) => {
    const files = [...(data?.files ?? [])]
    if (files.length === 0) return false
    add(files, at)
    return true
  }
  const input = element('input', {
    ...{ type: 'file', multiple: true, accept: 'image/*', class: 'unseen', 'aria-label': 'Insert image' },
    change() {
      add([...(input.files ?? [])], editorOf().view.state.selection.main.head)
      input.value = ''
    },
  })
  return {
    upload,
    element: element('label', { class: 'button' }, input, 'Insert image'),
    handlers: EditorView.domEventHandlers({
      // A copied part of a document comes as a picture, too.
      paste: ({ clipboardData }, view) =>
        !clipboardData?.types.includes('text/plain') && take(clipboardData, view.state.selection.main.from),
      drop(event, view) {
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY })
        const isTaken = take(event.dataTransfer, at ?? view.state.selection.main.head)
        if (isTaken) event.preventDefault()
        return isTaken
      },
    }),
  }
}

/** @param {Blob} file @returns {Promise<string>} */
function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(new Error('It cannot be read.'))
    reader.readAsDataURL(file)
  })
}
