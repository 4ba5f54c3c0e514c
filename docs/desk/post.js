// The page of one entry: a post with all that is known of it, or a file that became none.
import { element, section } from '../element.js'
import { withOwnLinks } from './addresses.js'
import { badges, joined } from './card.js'
import { dateOf, minutes } from './date.js'
import { addressOf, isBroken } from './entries.js'
import { factList } from './facts.js'
import { hostsIn, postFrame } from './frame.js'
import { linkLists } from './links.js'
import { ownMedium } from './media.js'
import { problemList } from './problem.js'

/** @typedef {import('./entries.js').Entry} Entry */
/** @typedef {import('./source.js').Workspace} Workspace */

/** @type {[label: string, width: string][]} */
const widths = [
  ['Phone', 'phone'],
  ['Tablet', 'tablet'],
  ['Wide', 'wide'],
]

/**
 * The page of one entry. It is updated in place, so that what is open stays open, and what is scrolled stays scrolled.
 */
export function entryView() {
  const head = element('header')
  const problems = element('div')
  const frame = postFrame()
  const notice = element('p', { class: 'notice', role: 'status', hidden: true })
  const absent = element('p', { class: 'quiet absent', hidden: true })
  const widthButtons = element('div', { class: 'widths', role: 'group', 'aria-label': 'Width' })
  const reading = section('As readers will see it', 'reading', widthButtons, absent, frame.element)
  const facts = element('div')
  const more = element('div', { class: 'more' })
  const view = element('article', { class: 'post' }, head, notice, problems, reading, more)
  more.append(section('Front matter', 'front-matter', facts), element('div', { class: 'links-lists' }))
  const links = /** @type {HTMLElement} */ (more.lastElementChild)

  const choose = (/** @type {string} */ width) => {
    frame.element.dataset.width = width
    for (const button of widthButtons.querySelectorAll('button'))
      button.setAttribute('aria-pressed', String(button.value === width))
  }
  for (const [label, width] of widths) {
    const click = () => choose(width)
    widthButtons.append(element('button', { type: 'button', class: 'small', value: width, click }, label))
  }
  choose('wide')

  /** The post that is shown, also while its file is broken. @type {any} */
  let shown
  return {
    element: view,
    /**
     * @param {Entry} entry
     * @param {Workspace} workspace
     * @param {any} full the post with its text, if there is one
     */
    show(entry, workspace, full) {
      const { post, place, file } = entry
      if (post) {
        const isSame = JSON.stringify(full) === JSON.stringify(shown)
        shown = full
        if (!isSame) {
          frame.show(frameOf(full, workspace))
          const hosts = hostsIn(full.content, place.media)
          absent.hidden = hosts.length === 0
          absent.textContent = `Not loaded here, since the desk loads nothing from elsewhere: images or players of ${hosts.join(', ')}.`
          facts.replaceChildren(factList(full, entry))
        }
        links.replaceChildren(...linkLists(workspace, post.slug, full.content))
      }
      head.replaceChildren(...headOf(entry, shown))
      const list = entry.problems.length > 0 ? [problemList(entry.problems, place.path)] : []
      problems.replaceChildren(...list)
      reading.hidden = shown === undefined || isData(file)
      more.hidden = shown === undefined
      const [heading] = more.getElementsByTagName('h2')
      if (heading) heading.textContent = isData(file) ? 'Fields' : 'Front matter'
      notice.hidden = shown === undefined || !isBroken(entry)
      const before = post ? '' : ' This is how it was before.'
      notice.textContent = `Not published until this is fixed: readers see the version before, if there was one.${before}`
    },
  }
}

/**
 * @param {any} post
 * @param {Workspace} workspace
 */
export async function frameOf({ title, cover, content, url, jsonld }, workspace) {
  const { place } = workspace
  const isOwn = cover && ownMedium(cover.url, place.media) !== undefined
  return {
    title,
    language: jsonld?.inLanguage ?? place.language,
    cover: isOwn ? cover : undefined,
    html: await withOwnLinks(content, url, workspace),
    media: place.media,
    code: `${place.api}/code.css`,
  }
}

/**
 * @param {Entry} entry
 * @param {any} post
 */
function headOf(entry, post) {
  const { title, place, file } = entry
  const words =
    post?.reading && !isData(file)
      ? `${post.reading.words.toLocaleString('en')} words, ${minutes(post.reading.minutes)}`
      : ''
  const meta = post
    ? [dateOf(entry), post.category.name, ...post.authors.map((/** @type {any} */ one) => one.name), words]
    : [place.name]
  const url = entry.post && post?.url
  const isOwn = file.endsWith('.md') || (place.collection && isData(file))
  const edit = place.isEditable && isOwn ? [editLink(place, file)] : []
  return [
    element(
      'p',
      { class: 'up' },
      element('a', { href: '#/' }, place.collection ? 'All entries' : 'All posts'),
    ),
    element('div', { class: 'titled' }, element('h1', { tabindex: -1, dir: 'auto' }, title), ...edit),
    element('p', { class: 'quiet meta' }, ...joined(meta.filter((part) => part !== ''))),
    badges(entry),
    ...(url
      ? [
          element(
            'p',
            { class: 'meta' },
            // Nothing is there before readers see it.
            entry.status === 'published'
              ? element('a', { href: url, target: '_blank', rel: 'noreferrer' }, url)
              : url,
          ),
        ]
      : []),
    ...(post || file === '' ? [] : [element('p', {}, 'This file did not become a post.')]),
  ]
}

/** Tells whether a file has no text. @param {string} file */
export function isData(file) {
  return /\.(?:ya?ml|json)$/.test(file)
}

/**
 * @param {import('./source.js').Place} place
 * @param {string} file
 */
function editLink(place, file) {
  return element('a', { href: addressOf('edit', place, file), class: 'button' }, 'Edit')
}
