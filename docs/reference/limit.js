// The rest of the rate limit, as a bar: the reply's figure, and, lighter, the slots that have come back since. A sliding window frees
// its slots gradually, and only its end is known, so the lighter part is an estimate.
import { element } from './element.js'

/**
 * @typedef {object} Left
 * @property {number} limit
 * @property {number} remaining
 * @property {number} seconds until a request is certain to be admitted
 */

/**
 * @param {Headers} headers
 * @returns {Left | undefined} `undefined` if the reply was not counted
 */
export function leftIn(headers) {
  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) =>
    headers.get(`X-RateLimit-${name}`),
  )
  if (!limit || !remaining || !reset) return undefined
  // The clock is the server's, since this one may be wrong.
  const now = Date.parse(headers.get('Date') ?? '') || Date.now()
  return {
    limit: Number(limit),
    remaining: Number(remaining),
    seconds: Math.max(0, Number(headers.get('Retry-After')) || Number(reset) - now / 1_000),
  }
}

/**
 * @param {Left} left
 * @param {boolean} isRefused
 */
export function limitBar({ limit, remaining, seconds }, isRefused) {
  const share = (100 * remaining) / limit
  const told = element('div', { class: 'told' })
  const back = element('div', { class: 'back' })
  told.style.width = `${share}%`
  back.style.width = `${share}%`
  const bar = element(
    'div',
    {
      class: isRefused ? 'limit refused' : 'limit',
      role: 'meter',
      'aria-label': 'Requests left',
      'aria-valuemin': 0,
      'aria-valuemax': limit,
      'aria-valuenow': remaining,
      'aria-valuetext': `${remaining} of ${limit}`,
    },
    back,
    told,
  )
  const text = element('p', { class: 'limit-text' })
  const state = `${remaining.toLocaleString('en')} of ${limit.toLocaleString('en')} requests left`
  const begun = performance.now()
  const tick = () => {
    const passed = Math.min(seconds, (performance.now() - begun) / 1_000)
    const wait = Math.ceil(seconds - passed)
    back.style.width = `${share + (100 - share) * (seconds === 0 ? 1 : passed / seconds)}%`
    text.textContent = inWords(state, wait, isRefused)
    if (wait > 0 && (passed < 1 || text.isConnected)) setTimeout(tick, 1_000)
  }
  tick()
  return element('div', { class: 'limits' }, bar, text)
}

/**
 * @param {string} state
 * @param {number} wait in seconds
 * @param {boolean} isRefused
 */
function inWords(state, wait, isRefused) {
  if (isRefused) return `${state}; the next is admitted ${wait > 0 ? `in ${wait} s` : 'now'}`
  return wait > 0 ? `${state}, and more in ${wait} s` : `${state} then; more by now, unless others used them`
}
