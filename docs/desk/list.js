// The shelf: search, filters, and the entries that pass them, in pages.
import { element } from '../element.js'
import { entryItem } from './card.js'
import { filterControls, passes } from './filter.js'
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
    // In another workspace, perhaps.
    if (results) search.again()
  })
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
  const pages = element('div')
  shelf.append(
    element('div', { class: 'tools' }, search.element, ...controls.elements, layouts),
    element('div', { class: 'counts' }, count),
    remarks,
    list,
    pages,
    ...more,
  )

  function draw() {
    const shown = found().filter(({ entry }) => passes(entry, filter))
    page = Math.min(page, Math.max(0, Math.ceil(shown.length / pageSize) - 1))
    const focused = list.contains(document.activeElement)
      ? document.activeElement?.getAttribute('href')
      : null
    const hasName = places.length > 1
    const items = shown.slice(page * pageSize, (page + 1) * pageSize).map(({ entry, found }) => {
      return entryItem(entry, { isCurrent: entry.address === current, hasName, found })
    })
    list.replaceChildren(...items)
    list.classList.toggle('cards', isCard)
    for (const [i, button] of [...layouts.children].entries())
      button.setAttribute('aria-pressed', String((i === 1) === isCard))
    if (focused)
      for (const link of list.querySelectorAll('a')) if (link.getAttribute('href') === focused) link.focus()
    pages.replaceChildren(
      pageButtons(shown.length, page, (next) => {
        page = next
        draw()
        shelf.scrollTop = 0
        window.scrollTo(0, 0)
        list.querySelector('a')?.focus({ preventScroll: true })
      }),
    )
    count.textContent = inWords(shown)
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
    /**
     * @param {readonly Entry[]} all
     * @param {readonly Place[]} from
     */
    show(all, from) {
      entries = all
      places = from
      controls.offer(places)
      draw()
      if (results) search.again()
    },
    /** @param {string} address */
    mark(address) {
      current = address
      for (const link of list.querySelectorAll('a')) {
        if (link.getAttribute('href') === address) link.setAttribute('aria-current', 'page')
        else link.removeAttribute('aria-current')
      }
    },
  }
}

/** @param {{ entry: Entry }[]} shown */
function inWords(shown) {
  const posts = shown.filter(({ entry }) => entry.post).length
  const files = shown.length - posts
  const others = files === 0 ? '' : `, and ${files === 1 ? '1 file that is' : `${files} files that are`} none`
  return (posts === 1 ? '1 post' : `${posts.toLocaleString('en')} posts`) + others
}
