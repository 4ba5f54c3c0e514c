// The choices above the list: workspace, status, problems, list or cards.
import { element } from '../element.js'

/** @typedef {import('./entries.js').Entry} Entry */
/** @typedef {import('./source.js').Place} Place */

/**
 * @typedef {object} Filter each empty if it does not matter
 * @property {string} workspace an id
 * @property {string} status
 * @property {string} problems
 */

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
  ['', 'Problems or none'],
  ['any', 'With problems'],
  ['error', 'With errors'],
  ['warning', 'With warnings'],
  ['none', 'Without problems'],
]

/**
 * @param {Entry} entry
 * @param {Filter} filter
 */
export function passes({ place, post, status, problems }, filter) {
  const { workspace, status: wanted, problems: kind } = filter
  if (workspace !== '' && place.id !== workspace) return false
  if (wanted === 'featured' ? !post?.featured : wanted !== '' && status !== wanted) return false
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
  return {
    elements: [workspace, status, problems],
    /** @param {readonly Place[]} places */
    offer(places) {
      workspace.hidden = places.length < 2
      if (!places.some(({ id }) => id === filter.workspace)) filter.workspace = ''
      const options = places.map(({ id, name }) => option([id, name]))
      const hasCollections = places.some(({ collection }) => collection)
      workspace.setAttribute('aria-label', hasCollections ? 'Collection' : 'Workspace')
      workspace.replaceChildren(
        option(['', hasCollections ? 'All collections' : 'All workspaces']),
        ...options,
      )
      workspace.value = filter.workspace
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
