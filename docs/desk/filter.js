// The choices above the list: workspace, status, problems, category, tag, author.
import { element } from '../element.js'

/** @typedef {import('./entries.js').Entry} Entry */
/** @typedef {import('./source.js').Place} Place */

/**
 * @typedef {object} Filter each empty if it does not matter
 * @property {string} workspace an id
 * @property {string} status
 * @property {string} problems
 * @property {string} category a slug, like the next two
 * @property {string} tag
 * @property {string} author
 */

const groups = /** @type {const} */ (['category', 'tag', 'author'])

/** @type {[value: string, label: string][]} */
const statuses = [
  ['', 'Any status'],
  ['published', 'Published'],
  ['scheduled', 'Scheduled'],
  ['draft', 'Draft'],
  ['featured', 'Featured'],
  ['file', 'Other files'],
]

/** @type {[value: string, label: string][]} */
const kinds = [
  ['', 'All problems'],
  ['any', 'With problems'],
  ['error', 'With errors'],
  ['warning', 'With warnings'],
  ['none', 'Without problems'],
]

/**
 * @param {Entry} entry
 * @param {Filter} filter
 */
export function passes({ place, post, status, problems, groups: own }, filter) {
  const { workspace, status: wanted, problems: kind } = filter
  if (workspace !== '' && place.id !== workspace) return false
  if (wanted === 'featured' ? !post?.featured : wanted !== '' && status !== wanted) return false
  for (const group of groups) if (filter[group] !== '' && !own[group].includes(filter[group])) return false
  if (kind === '') return true
  if (kind === 'none') return problems.length === 0
  return problems.some(({ severity }) => kind === 'any' || severity === kind)
}

/**
 * @param {Filter} filter
 * @param {() => void} changed
 */
export function filterControls(filter, changed) {
  const workspace = select('Workspace', [], (value) => {
    filter.workspace = value
    changed()
  })
  const status = select('Status', statuses, (value) => {
    filter.status = value
    changed()
  })
  const problems = select('Problems', kinds, (value) => {
    filter.problems = value
    changed()
  })
  const grouped = groups.map((group) => groupControl(group, filter, changed))
  return {
    elements: [workspace, status, problems, ...grouped.map(({ element }) => element)],
    /**
     * @param {readonly Place[]} places
     * @param {readonly Entry[]} entries
     */
    offer(places, entries) {
      for (const { offer } of grouped) offer(entries)
      workspace.hidden = places.length < 2
      if (!places.some(({ id }) => id === filter.workspace)) filter.workspace = ''
      const options = places.map(({ id, name }) => option([id, name]))
      workspace.replaceChildren(option(['', 'All workspaces']), ...options)
      workspace.value = filter.workspace
    },
  }
}

/**
 * By what the posts have.
 * @param {typeof groups[number]} group
 * @param {Filter} filter
 * @param {() => void} changed
 */
function groupControl(group, filter, changed) {
  const every = { category: 'Any category', tag: 'Any tag', author: 'Any author' }[group]
  const label = group.charAt(0).toUpperCase() + group.slice(1)
  const box = select(label, [['', every]], (value) => {
    filter[group] = value
    changed()
  })
  let before = ''
  return {
    element: box,
    /** @param {readonly Entry[]} entries */
    offer(entries) {
      const slugs = [...new Set(entries.flatMap(({ groups: own }) => own[group]))].sort()
      box.hidden = slugs.length < 2 && filter[group] === ''
      if (!slugs.includes(filter[group])) filter[group] = ''
      if (before === slugs.join(' ')) return
      before = slugs.join(' ')
      box.replaceChildren(option(['', every]), ...slugs.map((slug) => option([slug, slug])))
      box.value = filter[group]
    },
  }
}

/**
 * @param {string} label
 * @param {readonly [value: string, label: string][]} choices
 * @param {(value: string) => void} chosen
 */
function select(label, choices, chosen) {
  const box = element(
    'select',
    { 'aria-label': label, change: () => chosen(box.value) },
    ...choices.map(option),
  )
  return box
}

/** @param {[value: string, label: string]} choice */
function option([value, label]) {
  return element('option', { value }, label)
}
