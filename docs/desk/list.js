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
  /** @type {readonly Entry[]} */
  let entries = []
  /** @type {readonly Place[]} */
  let places = []
  /** @type {Results | undefined} */
  let results
  let [page, isCard, current] = [0, false, '']

  const restart = () => {
    page = 0
    draw()
    shelf.scrollTop = 0
  }
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
  const layouts = element(
    'div',
    { class: 'layouts', role: 'group', 'aria-label': 'Layout' },
    ...[false, true].map((card) =>
      element(
        'button',
        {
          type: 'button',
          class: 'small',
          click: () => {
            isCard = card
            draw()
          },
        },
        card ? 'Cards' : 'List',
      ),
    ),
  )
  const count = element('p', { class: 'quiet count', role: 'status' })
  const remarks = element('div', { class: 'remarks' })
  const list = element('ol', { class: 'entries' })
  const files = element('ol', { class: 'entries' })
  const others = element('section', { class: 'others' }, element('h2', {}, 'Other files'), files)
  const pages = element('div')
  const tools = element(
    'div',
    { class: 'tools' },
    search.element,
    ...controls.elements,
    ...groups.elements,
    layouts,
  )
  const counts = element('div', { class: 'counts' }, count)
  shelf.append(tools, counts, remarks, list, pages, others, ...more)

  function draw() {
    const all = found().filter(({ entry }) => passes(entry, filter) && groups.has(entry))
    const shown = all.filter(({ entry }) => entry.post)
    const beside = all.filter(({ entry }) => !entry.post).slice(0, pageSize)
    page = Math.min(page, Math.max(0, Math.ceil(shown.length / pageSize) - 1))
    const focused = shelf.contains(document.activeElement)
      ? document.activeElement?.getAttribute('href')
      : null
    const hasName = places.length > 1
    const itemOf = (/** @type {(typeof all)[number]} */ { entry, found }) =>
      entryItem(entry, { isCurrent: entry.address === current, hasName, found })
    list.replaceChildren(...shown.slice(page * pageSize, (page + 1) * pageSize).map(itemOf))
    files.replaceChildren(...beside.map(itemOf))
    others.hidden = beside.length === 0
    // A problem that keeps everything from being published comes first.
    if (beside.some(({ entry }) => isBroken(entry))) list.before(others)
    else pages.after(others)
    list.hidden = shown.length === 0
    list.classList.toggle('cards', isCard)
    for (const [i, button] of [...layouts.children].entries())
      button.setAttribute('aria-pressed', String((i === 1) === isCard))
    if (focused)
      for (const link of shelf.querySelectorAll('.entries a'))
        if (link.getAttribute('href') === focused) /** @type {HTMLElement} */ (link).focus()
    pages.replaceChildren(
      pageButtons(shown.length, page, (next) => {
        page = next
        draw()
        shelf.scrollTop = 0
        window.scrollTo(0, 0)
        list.querySelector('a')?.focus({ preventScroll: true })
      }),
    )
    count.textContent = shown.length === 1 ? '1 post' : `${shown.length.toLocaleString('en')} posts`
    remarks.replaceChildren(...(results?.remarks ?? []).map((text) => element('p', {}, text)))
  }

  /** @returns {{ entry: Entry, found: Found | undefined }[]} */
  function found() {
    if (!results) return entries.map((entry) => ({ entry, found: undefined }))
    const bySlug = new Map(entries.map((entry) => [`${entry.place.id}/${entry.post?.slug}`, entry]))
    return [...results.found].flatMap(([id, posts]) =>
      [...posts].flatMap(([slug, found]) => {
        const entry = bySlug.get(`${id}/${slug}`)
        return entry ? [{ entry, found }] : []
      }),
    )
  }

  return {
    tools,
    counts,
    /**
     * @param {readonly Entry[]} all
     * @param {readonly import('./source.js').Workspace[]} from
     */
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
      const isNew = address !== current
      current = address
      for (const link of shelf.querySelectorAll('.entries a')) {
        link.removeAttribute('aria-current')
        if (link.getAttribute('href') !== address) continue
        link.setAttribute('aria-current', 'page')
        const { offsetTop, offsetHeight } = /** @type {HTMLElement} */ (link.closest('li'))
        const isOut =
          offsetTop < shelf.scrollTop || offsetTop + offsetHeight > shelf.scrollTop + shelf.clientHeight
        if (isNew && isOut) shelf.scrollTop = offsetTop - shelf.clientHeight / 2
      }
    },
  }
}
