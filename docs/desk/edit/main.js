// Writing at the desk, in `galley dev --edit` only: what the desk shows then besides all else.
import { decoded } from '../../address.js'
import { element } from '../../element.js'
import { addressOf } from '../entries.js'
import { ask, tell } from './dialog.js'
import { newPost } from './new.js'
import { openPost } from './post.js'
import { reasonOf } from './wire.js'

/** @typedef {import('../source.js').Workspace} Workspace */
/** @typedef {Awaited<ReturnType<typeof openPost>>} Open */

/** @param {HTMLElement} tools above the list @param {HTMLElement} page @param {ReadonlyMap<string, Workspace>} workspaces */
export function writing(tools, page, workspaces) {
  const style = element('link', { rel: 'stylesheet', href: '/docs/desk/edit/edit.css' })
  const isStyled = new Promise((resolve) => style.addEventListener('load', resolve, { once: true }))
  document.head.append(style)
  /** @type {{ address: string, opened: Open | undefined } | undefined} */
  let current
  let isAsking = false

  const label = labelOf(workspaces)
  const click = async () => {
    try {
      const made = await newPost(workspaces, label)
      if (made) location.hash = addressOf('edit', made, made.file)
    } catch (error) {
      await tell('Nothing was made', reasonOf(error))
    }
  }
  tools.prepend(element('button', { type: 'button', class: 'send new', click }, label))
  window.addEventListener('beforeunload', (event) => {
    if (current?.opened?.isDirty()) event.preventDefault()
  })

  function close() {
    current?.opened?.close()
    current = undefined
  }

  /** @param {string} wanted */
  async function leave(wanted) {
    if (isAsking || !current?.opened) return
    isAsking = true
    const { opened } = current
    const text = element('p', {}, 'What you have written since is only on this page.')
    /** @type {[string, string][]} */
    const choices = [
      ['save', 'Save'],
      ['discard', 'Discard changes'],
    ]
    const choice = await ask('This has not been saved', [text], choices)
    isAsking = false
    if (choice === '' || (choice === 'save' && !(await opened.save()))) return opened.focus()
    close()
    location.hash = wanted
  }

  return {
    /** Keeps what is not saved: goes back to its address, and asks. @param {string} wanted */
    keeps(wanted) {
      if (!current || wanted === current.address || !current.opened?.isDirty()) return false
      history.replaceState(null, '', current.address)
      leave(wanted)
      return true
    },
    /** @param {string} address @returns {boolean} whether it is one of a source */
    show(address) {
      const [, id = '', name = ''] = (/^#\/edit\/([^/]+)\/([^/]+)$/.exec(address) ?? []).map(decoded)
      const workspace = workspaces.get(id)
      const isOpen = current?.address === address && (current.opened || page.dataset.state === 'opening')
      if (!isOpen) close()
      if (!workspace) return false
      if (isOpen) current?.opened?.update(workspace)
      else start(address, workspace, name)
      return true
    },
  }

  /** @param {string} address @param {Workspace} workspace @param {string} file */
  async function start(address, workspace, file) {
    const mine = { address, opened: undefined }
    page.dataset.state = 'opening'
    current = mine
    const [opened] = await Promise.all([openPost(workspace, file, go).catch(reasonOf), isStyled])
    const isShown = current === mine
    if (isShown) delete page.dataset.state
    if (typeof opened === 'string') {
      if (isShown) page.replaceChildren(element('p', { class: 'notice', role: 'alert' }, opened))
      return
    }
    if (!isShown) return opened.close()
    current.opened = opened
    document.title = `${file} · Desk`
    page.replaceChildren(opened.element)
    window.scrollTo(0, 0)
    opened.focus()
  }

  /** Shows where a post has gone, or that it is gone. @param {string} address */
  function go(address) {
    close()
    location.hash = address
  }
}

/** @param {ReadonlyMap<string, Workspace>} workspaces */
function labelOf(workspaces) {
  return [...workspaces.values()].some(({ place }) => place.collection) ? 'New entry' : 'New post'
}
