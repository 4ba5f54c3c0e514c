// A post as a reader would see it, in a frame that belongs to no site and runs nothing: whatever its HTML has, also that of
// trusted workspaces, cannot act here. It is a page of its own, under the Content-Security-Policy of this one.
import { element } from '../element.js'
import { withOwnMedia } from './media.js'

/**
 * @typedef {object} Shown
 * @property {string} title
 * @property {string} language
 * @property {{ url: string, alt: string } | undefined} cover
 * @property {string} html
 * @property {string} media the beginning of the addresses of its media
 * @property {string} [code] the address of the colours of its code
 */

/** A frame has no height of its own: it scrolls, and what has changed is scrolled to. */
const changedId = 'galley-desk-changed'

/** @returns {{ element: HTMLElement, show: (next: Shown | Promise<Shown>) => Promise<void> }} */
export function postFrame() {
  const box = element('div', { class: 'frame' })
  let [before, last, turns] = ['', '', 0]
  return {
    element: box,
    async show(next) {
      const turn = ++turns
      const shown = await next
      if (turn !== turns) return
      const { html } = shown
      const page = pageOf(shown)
      if (page === last) return
      last = page
      const place = before === '' ? undefined : changeIn(before, html)
      before = html
      const marked =
        place === undefined
          ? html
          : `${html.slice(0, place)}<span id="${changedId}"></span>${html.slice(place)}`
      const frame = element('iframe', {
        // Links open beside the desk, as pages like any other.
        sandbox: 'allow-popups allow-popups-to-escape-sandbox',
        title: 'The post as its readers see it',
      })
      const loaded = () => {
        while (frame.previousSibling) frame.previousSibling.remove()
        if (place !== undefined) frame.contentWindow?.location.replace(`about:srcdoc#${changedId}`)
      }
      // The old page stays until the new one is there; scrolling may count as loading once more.
      frame.addEventListener('load', loaded, { once: true })
      setSource(frame, pageOf({ ...shown, html: marked }))
      box.append(frame)
    },
  }
}

/**
 * The policy by which the page's Content-Security-Policy lets texts become HTML, and only in such a frame.
 * @type {{ createHTML: (html: string) => string } | undefined}
 */
const policy = /** @type {any} */ (window).trustedTypes?.createPolicy('desk-frame', {
  createHTML: (/** @type {string} */ html) => html,
})

/**
 * @param {HTMLIFrameElement} frame
 * @param {string} html
 */
function setSource(frame, html) {
  frame.srcdoc = policy?.createHTML(html) ?? html
}

/** @param {Shown} shown */
function pageOf({ title, language, cover, html, media, code }) {
  const own = (/** @type {string} */ text) => withOwnMedia(text, new URL(media, location.href).href)
  const image = cover
    ? `<img class="cover" src="${escaped(own(cover.url))}" alt="${escaped(cover.alt)}">`
    : ''
  return `<!doctype html>
<html lang="${escaped(language)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<base target="_blank">
<link rel="stylesheet" href="${escaped(new URL('/docs/post.css', location.href).href)}">
${code === undefined ? '' : `<link rel="stylesheet" href="${escaped(new URL(code, location.href).href)}">`}
<body class="post">
<article dir="auto">
${image}
${own(html).replace(/<a(\s(?:[^>]*\s)?href=")#/g, '<a target="_self"$1about:srcdoc#')}
</article>`
}

/** @param {string} text */
function escaped(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const block = /<(?:p|h[1-6]|ul|ol|li|pre|blockquote|table|figure|div|details|dl|hr)\b/g

/**
 * Returns where the first block begins in which two texts differ; `undefined` if they are the same, or differ in the first one.
 * @param {string} before
 * @param {string} after
 */
export function changeIn(before, after) {
  if (before === after) return undefined
  let same = 0
  while (same < before.length && before[same] === after[same]) same++
  const starts = [...after.slice(0, same).matchAll(block)].map(({ index }) => index)
  const last = starts.at(-1)
  return last === 0 ? undefined : last
}

/**
 * The hosts of images and players elsewhere, which are not loaded.
 * @param {string} html
 * @param {string} media
 */
export function hostsIn(html, media) {
  const sources = withOwnMedia(html, media).matchAll(
    /<(?:img|video|audio|source|iframe|embed)\s(?:[^>]*\s)?(?:src|poster)="https?:\/\/([^"/?#]+)/g,
  )
  return [...new Set([...sources].map(([, host = '']) => host))]
}
