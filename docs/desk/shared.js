// A link to one draft, for somebody who has no key. The token of the link stays in the address, after its `#`, which browsers send
// to nobody, and goes to the API in a header: it gets into no other address, no title and no storage.
import { element, section } from '../element.js'
import { badges, joined } from './card.js'
import { minutes, timeOf } from './date.js'
import { statusOf } from './entries.js'
import { hostsIn, postFrame } from './frame.js'
import { ownMedium } from './media.js'

const media = '/media/'

/** The token of the link that the address is; `undefined` if it is none. */
export function sharedToken() {
  return /^#\/shared\/(.+)$/s.exec(location.hash)?.[1]
}

/**
 * Shows the post that a link opens, or why it opens none.
 * @param {string} token
 * @param {HTMLElement} page
 */
export async function showShared(token, page) {
  try {
    const { post, language } = await readShared(token)
    const view = postView(post, language)
    document.title = post.title
    page.replaceChildren(view)
    view.querySelector('h1')?.focus({ preventScroll: true })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const heading = element('h1', { tabindex: -1 }, 'No post to show')
    page.replaceChildren(
      element('div', { class: 'welcome' }, heading, element('p', { role: 'alert' }, message)),
    )
  }
}

/**
 * @param {string} token
 * @returns {Promise<any>}
 */
async function readShared(token) {
  const response = await fetch('/shared', { headers: { 'Galley-Share': token }, cache: 'no-store' }).catch(
    () => {
      throw new Error('There is no reply; load the page again.')
    },
  )
  if (response.ok) return response.json()
  if (response.status === 404 || response.status === 431) {
    throw new Error(
      'This link opens no post: it has expired, or is not complete, or the post is gone. Ask for another one.',
    )
  }
  const { message } = await response.json().catch(() => ({}))
  throw new Error(String(message ?? `It is answered with ${response.status}.`))
}

/**
 * @param {any} post
 * @param {string} language
 */
function postView(post, language) {
  const { title, publishedAt, authors, cover, content, reading } = post
  const names = authors.map((/** @type {{ name: string }} */ one) => one.name)
  const head = element(
    'header',
    {},
    element('h1', { tabindex: -1, dir: 'auto' }, title),
    element(
      'p',
      { class: 'quiet meta' },
      ...joined([...(publishedAt ? [timeOf(publishedAt)] : []), ...names, minutes(reading.minutes)]),
    ),
    badges({ post, status: statusOf(post), problems: [] }),
  )
  const frame = postFrame()
  const isOwn = cover && ownMedium(cover.url, media) !== undefined
  frame.show({ title, language, cover: isOwn ? cover : undefined, html: content, media })
  const hosts = hostsIn(content, media)
  const absent = `Not loaded here, since this page loads nothing from elsewhere: images or players of ${hosts.join(', ')}.`
  return element(
    'article',
    { class: 'post' },
    head,
    section(
      'As readers will see it',
      'reading',
      element('p', { class: 'quiet absent', hidden: hosts.length === 0 }, absent),
      frame.element,
    ),
  )
}
