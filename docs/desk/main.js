// The desk: reads posts and problems, lists them, and shows the one that the address names after its `#`. After each build of
// `galley dev` it shows the new state in place.
import { element } from '../element.js'
import { entriesOf } from './entries.js'
import { keyForm } from './keys.js'
import { shelfView } from './list.js'
import { entryView } from './post.js'
import { problemList, totals } from './problem.js'
import { sharedToken, showShared } from './shared.js'
import { localPlace, mayBeLocal, nextState, readPost, readWorkspace } from './source.js'
import { takeToken } from './token.js'

/** @typedef {import('./source.js').Workspace} Workspace */
/** @typedef {import('./source.js').State} State */
/** @typedef {import('./entries.js').Entry} Entry */

const [desk, shelf, page, build] = [part('main'), part('shelf'), part('page'), part('build')]

/** @type {Map<string, Workspace>} */
const workspaces = new Map()
/** @type {Entry[]} */
let entries = []
/** The entry whose page is shown, as it was last seen. @type {Entry | undefined} */
let shown
let view = entryView()
let showing = new AbortController()

/** @type {Promise<string> | undefined} */
let asked = location.hash.startsWith('#token=') ? takeToken() : undefined
/** The additions of `galley dev --edit`. @type {ReturnType<typeof import('./edit/main.js').writing> | undefined} */
let writing

const outside = element('div', { class: 'outside' })
const below = element('div', { class: 'below' })
const how = element('p', { class: 'quiet how' })
const list = shelfView(shelf, below)
shelf.prepend(outside)

// A link that opens a post shows nothing else on this page.
const shared = sharedToken()
window.addEventListener('hashchange', () => {
  const isToken = location.hash.startsWith('#token=')
  if (isToken && writing) takeToken()
  if ((isToken && !writing) || (shared ?? sharedToken())) location.reload()
  else if (!writing?.keeps(location.hash)) open(true)
})
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault()
  desk.focus()
})

const first = mayBeLocal && !shared ? await nextState(undefined) : undefined
if (shared) {
  desk.dataset.view = 'shared'
  await showShared(shared, page)
} else if (first) await follow(first)
else askForKey()

/**
 * Shows each state of `galley dev`, and waits for the next one for as long as somebody looks: a browser has few connections.
 * @param {State} state
 */
async function follow(state) {
  for (let next = state; ; ) {
    await update(next)
    next = await another(next.build)
  }
}

/** @param {string} seen */
async function another(seen) {
  for (;;) {
    const hidden = new AbortController()
    const abort = () => document.hidden && hidden.abort()
    document.addEventListener('visibilitychange', abort)
    try {
      if (document.hidden) await once(document, 'visibilitychange')
      const state = await nextState(seen, hidden.signal)
      if (state && state.build !== seen) return state
      if (state) say('', '')
    } catch {
      if (hidden.signal.aborted) continue
      say('galley dev does not answer: this is what it last said.', 'bad')
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    } finally {
      document.removeEventListener('visibilitychange', abort)
    }
  }
}

/**
 * @param {EventTarget} target
 * @param {string} event
 */
function once(target, event) {
  return new Promise((resolve) => target.addEventListener(event, resolve, { once: true }))
}

/** @param {State} state */
async function update(state) {
  if (state.isEditable) asked ??= takeToken()
  const isEditable = state.isEditable === true && (await asked) !== ''
  const places = state.workspaces.map((one) => localPlace(one, isEditable))
  const changed = places.filter(({ id, version }) => workspaces.get(id)?.place.version !== version)
  const early = changed.some(({ id }) => id === shown?.place.id) && shown?.post ? readAhead(shown) : undefined
  const read = await Promise.all(changed.map(readWorkspace))
  for (const id of [...workspaces.keys()]) if (!places.some((place) => place.id === id)) workspaces.delete(id)
  for (const workspace of read) workspaces.set(workspace.place.id, workspace)
  if (isEditable) writing ??= (await import('./edit/main.js')).writing(list.tools, page, workspaces)
  const command = element('code', {}, 'galley dev --edit')
  const words = state.isEditable ? ['open the address that ', command, ' prints.'] : ['start ', command]
  how.replaceChildren(...(isEditable ? [] : ['To write here, ', ...words]))
  list.counts.append(how)
  const others = state.problems
  outside.replaceChildren(...(others.length > 0 ? [problemList(others, '')] : []))
  const all = [...others, ...[...workspaces.values()].flatMap(({ notes }) => notes.problems)]
  if (state.failure !== null) say(state.failure, 'bad')
  else if (state.isPublished) say(totals(all) === '' ? 'Up to date' : `Up to date: ${totals(all)}`, 'good')
  else say(`${totals(all)}. Until that is fixed, nothing new is published.`, 'bad')
  await draw(early)
  desk.dataset.build = state.build
}

/**
 * The post that is shown is asked for together with the lists; it may have become another one, or none.
 * @param {Entry} entry
 * @returns {Ahead}
 */
function readAhead({ address, place, post }) {
  return { address, post: post ? readPost(place, post.slug).catch(() => undefined) : Promise.resolve() }
}

/** @typedef {{ address: string, post: Promise<any> }} Ahead */

function askForKey() {
  let isFirst = true
  const form = keyForm(async (places, preview) => {
    const read = await Promise.all(places.map(readWorkspace))
    for (const workspace of read) workspaces.set(workspace.place.id, workspace)
    say(preview === null ? '' : `Preview of ${preview}`, '')
    if (isFirst) below.replaceChildren(form)
    isFirst = false
    await draw()
  })
  page.replaceChildren(
    element(
      'div',
      { class: 'welcome' },
      element('h1', {}, 'Read the posts of this preview'),
      element('p', {}, 'Drafts and scheduled posts are among them.'),
      form,
    ),
  )
  desk.dataset.view = 'key'
}

/**
 * Draws what is known anew.
 * @param {Ahead} [ahead]
 */
async function draw(ahead) {
  entries = entriesOf(workspaces.values())
  list.show(entries, [...workspaces.values()])
  await open(false, ahead)
}

/**
 * Shows what the address names.
 * @param {boolean} isNew whether somebody went there just now
 * @param {Ahead} [ahead]
 */
async function open(isNew, ahead) {
  const entry = entryAt(location.hash)
  const workspace = entry && workspaces.get(entry.place.id)
  showing.abort()
  showing = new AbortController()
  const { signal } = showing
  if (writing?.show(location.hash)) {
    desk.dataset.view = 'edit'
    shown = undefined
    return
  }
  document.title = entry ? `${entry.title} · Desk` : 'Desk'
  desk.dataset.view = entry ? 'entry' : 'shelf'
  list.mark(entry ? location.hash : '')
  if (!entry || !workspace) {
    shown = undefined
    page.replaceChildren()
    return
  }
  if (isNew || page.firstElementChild !== view.element) {
    view = entryView()
    page.replaceChildren(view.element)
    window.scrollTo(0, 0)
  }
  shown = entry
  try {
    const known = ahead?.address === entry.address ? await ahead.post : undefined
    const post = entry.post && (known ?? (await readPost(entry.place, entry.post.slug, signal)))
    if (signal.aborted) return
    view.show(entry, workspace, post)
    if (isNew) page.querySelector('h1')?.focus({ preventScroll: true })
  } catch (error) {
    if (!signal.aborted) say(error instanceof Error ? error.message : String(error), 'bad')
  }
}

/**
 * The entry that is shown stays the same one if its file is broken, fixed, or given another slug: then the address follows.
 * @param {string} address
 */
function entryAt(address) {
  const found = entries.find((entry) => entry.address === address)
  const before = shown
  if (found || before?.address !== address || before.file === '') return found
  const same = entries.find(({ place, file }) => place.id === before.place.id && file === before.file)
  if (same) history.replaceState(null, '', same.address)
  return same
}

/**
 * @param {string} text
 * @param {'good' | 'bad' | ''} kind
 */
function say(text, kind) {
  if (build.textContent !== text) build.textContent = text
  build.className = `build ${kind}`
}

/** @param {string} id */
function part(id) {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`The page has no ${id}.`)
  return found
}
