// The shelf: search, filters, and the entries that pass them, in pages.
import { element } from '../element.js'
import { entryItem } from './card.js'
import { isBroken } from './entries.js'
import { filterControls, passes } from './filter.js'
import { groupControls } from './groups.js'
import { pageButtons, pageSize } from './pages.js'
import { searchField } from './search.js'

/** @typedef {import('./entries.js').Entry} Entry */
/** @typedef {import('./source.js').Place} Place */
/** @typedef {import('./search.js').Results} Results */
/** @typedef {import('./card.js').Found} Found */

/**
 * @param {HTMLElement} shelf
 * @param {...Node} more below the list
 */
export function shelfView(shelf, ...more) {
  const filter = { workspace: '', status: '', problems: '' }
  let entries = /** @type {readonly Entry[]} */ ([])
  let places = /** @type {readonly Place[]} */ ([])
  /** @type {Results | undefined} */
  let results
  let [page, isCard, current] = [0, false, '']

  const turn = (/** @type {number} */ to) => {
    page = to
    draw()
    shelf.scrollTop = 0
  }
  const restart = () => turn(0)
  const controls = filterControls(filter, () => {
    restart()
    // The workspace may be another one now.
    if (results) search.again()
  })
  const groups = groupControls(restart)
  const searched = () =>
    places.filter(({ id, isShown }) => isShown && (filter.workspace === '' || filter.workspace === id))
  const search = searchField(searched, (found) => {
    results = found
    restart()
  })
  const layouts = layoutButtons((card) => {
    isCard = card
    draw()
  })
  const count = element('p', { class: 'quiet count', role: 'status' })
  const remarks = element('div', { class: 'remarks' })
  const list = element('ol', { class: 'entries' })
  const turnByButton = (/** @type {number} */ to) => {
    turn(to)
    window.scrollTo(0, 0)
    list.querySelector('a')?.focus({ preventScroll: true })
  }
  const others = otherFiles()
  const pages = element('div')
  const choices = [...controls.elements, ...groups.elements, layouts.element]
  const tools = element('div', { class: 'tools' }, search.element, ...choices)
  const counts = element('div', { class: 'counts' }, count)
  shelf.append(tools, counts, remarks, list, pages, others.element, ...more)

  function draw() {
    const all = foundIn(entries, results).filter(({ entry }) => passes(entry, filter) && groups.has(entry))
    const shown = all.filter(({ entry }) => entry.post)
    const beside = all.filter(({ entry }) => !entry.post).slice(0, pageSize)
    page = Math.min(page, Math.max(0, Math.ceil(shown.length / pageSize) - 1))
    const focused = focusedIn(shelf)
    const hasName = places.length > 1
    const itemOf = (/** @type {(typeof all)[number]} */ { entry, found }) =>
      entryItem(entry, { isCurrent: entry.address === current, hasName, found })
    list.replaceChildren(...shown.slice(page * pageSize, (page + 1) * pageSize).map(itemOf))
    others.show(beside.map(itemOf))
    // A problem that keeps everything from being published comes first.
    if (beside.some(({ entry }) => isBroken(entry))) list.before(others.element)
    else pages.after(others.element)
    list.hidden = shown.length === 0
    list.classList.toggle('cards', isCard)
    layouts.show(isCard)
    if (focused) linkIn(shelf, focused)?.focus()
    pages.replaceChildren(pageButtons(shown.length, page, turnByButton))
    count.textContent = countOf(shown.length, places)
    remarks.replaceChildren(...(results?.remarks ?? []).map((text) => element('p', {}, text)))
  }

  return {
    ...{ tools, counts },
    /** @param {readonly Entry[]} all @param {readonly import('./source.js').Workspace[]} from */
    show(all, from) {
      entries = all
      places = from.map(({ place }) => place)
      controls.offer(places)
      groups.offer(from)
      draw()
      if (results) search.again()
    },
    /** Brings it into view, beside its page, when it is another one. @param {string} address */
    mark(address) {
      for (const link of shelf.querySelectorAll('.entries [aria-current]'))
        link.removeAttribute('aria-current')
      const link = linkIn(shelf, address)
      link?.setAttribute('aria-current', 'page')
      const item = link?.closest('li')
      if (item && address !== current) bringIntoView(shelf, item)
      current = address
    },
  }
}

/** @param {number} count @param {readonly Place[]} places */
function countOf(count, places) {
  const [one, many] = places.some(({ collection }) => collection) ? ['entry', 'entries'] : ['post', 'posts']
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`
}

/** @param {(isCard: boolean) => void} choose */
function layoutButtons(choose) {
  const buttons = Object.entries({ List: false, Cards: true }).map(([label, isCard]) =>
    element('button', { type: 'button', class: 'small', click: () => choose(isCard) }, label),
  )
  return {
    element: element('div', { class: 'layouts', role: 'group', 'aria-label': 'Layout' }, ...buttons),
    show(/** @type {boolean} */ isCard) {
      for (const [i, button] of buttons.entries())
        button.setAttribute('aria-pressed', String((i === 1) === isCard))
    },
  }
}

/** Makes the section of the files that are not posts. */
function otherFiles() {
  const files = element('ol', { class: 'entries' })
  const section = element('section', { class: 'others' }, element('h2', {}, 'Other files'), files)
  return {
    element: section,
    show(/** @type {readonly HTMLElement[]} */ items) {
      files.replaceChildren(...items)
      section.hidden = items.length === 0
    },
  }
}

/**
 * @param {readonly Entry[]} entries @param {Results | undefined} results
 * @returns {{ entry: Entry, found: Found | undefined }[]}
 */
function foundIn(entries, results) {
  if (!results) return entries.map((entry) => ({ entry, found: undefined }))
  const bySlug = new Map(entries.map((entry) => [`${entry.place.id}/${entry.post?.slug}`, entry]))
  return [...results.found].flatMap(([id, posts]) =>
    [...posts].flatMap(([slug, found]) => {
      const entry = bySlug.get(`${id}/${slug}`)
      return entry ? [{ entry, found }] : []
    }),
  )
}

/** @param {HTMLElement} shelf @returns the address of the link that has the focus, if one has it */
function focusedIn(shelf) {
  const { activeElement } = document
  return shelf.contains(activeElement) ? activeElement?.getAttribute('href') : null
}

/** @param {HTMLElement} shelf @param {string} address @returns {HTMLElement | undefined} the link to an entry, if it is shown */
function linkIn(shelf, address) {
  const links = /** @type {NodeListOf<HTMLElement>} */ (shelf.querySelectorAll('.entries a'))
  return [...links].find((link) => link.getAttribute('href') === address)
}

/** @param {HTMLElement} shelf @param {HTMLElement} item */
function bringIntoView(shelf, { offsetTop, offsetHeight }) {
  const isOut = offsetTop < shelf.scrollTop || offsetTop + offsetHeight > shelf.scrollTop + shelf.clientHeight
  if (isOut) shelf.scrollTop = offsetTop - shelf.clientHeight / 2
}
