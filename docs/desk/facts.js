// The result of a post's front matter.
import { element } from '../element.js'
import { timeOf } from './date.js'
import { ownMedium } from './media.js'

/** @typedef {import('../element.js').Child} Child */

/**
 * @param {any} post as the API has it
 * @param {import('./entries.js').Entry} entry
 */
export function factList(post, { place, file, isDated }) {
  const names = (/** @type {{ name: string }[]} */ list) => list.map(({ name }) => name).join(', ')
  /** @type {[name: string, ...value: Child[]][]} */
  const facts = [
    ['file', element('code', {}, place.path + file)],
    [place.collection ? 'path' : 'slug', element('code', {}, post.slug)],
    ['status', post.status],
    ['publishedAt', isDated ? timeOf(post.publishedAt) : none()],
    ...(post.updatedAt === post.publishedAt ? [] : [fact('updatedAt', timeOf(post.updatedAt))]),
    ['authors', names(post.authors)],
    ['category', post.category.name],
    ['tags', names(post.tags) || none()],
    [
      'description',
      post.description || none(),
      ...(post.descriptionIsExcerpt && post.description ? [' ', remark('its beginning')] : []),
    ],
    ['coverImage', post.coverImage === '' ? none() : element('code', {}, addressOf(post.coverImage, place))],
    ['featured', post.featured ? 'yes' : 'no'],
    ...(post.aliases?.length > 0 ? [fact('aliases', post.aliases.join(', '))] : []),
    ...(post.attribution ? [fact('attribution', `${post.attribution.author}, ${post.attribution.url}`)] : []),
    ...Object.entries(post.fields).map(([name, value]) =>
      fact(name, value === null ? none() : isPlain(value) ? String(value) : JSON.stringify(value)),
    ),
    ['id', element('code', {}, post.id)],
  ]
  const onlyPosts = ['authors', 'category', 'tags', 'coverImage', 'featured']
  const shown = place.collection ? facts.filter(([name]) => !onlyPosts.includes(name)) : facts
  const pairs = shown.map(([name, ...value]) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, ...value)),
  )
  return element('dl', { class: 'facts' }, ...pairs)
}

/** Tells whether a value is a text or a list of texts. @param {unknown} value */
function isPlain(value) {
  return [value].flat().every((one) => typeof one !== 'object')
}

/**
 * Returns the place from which it is shown.
 * @param {string} url
 * @param {import('./source.js').Place} place
 */
function addressOf(url, { media }) {
  const own = ownMedium(url, media)
  return own === undefined ? url : new URL(own, location.href).href
}

/**
 * @param {string} name
 * @param {Child} value
 * @returns {[string, Child]}
 */
function fact(name, value) {
  return [name, value]
}

function none() {
  return remark('none')
}

/** @param {string} text */
function remark(text) {
  return element('span', { class: 'quiet' }, text)
}
