// Which contents run a script when a real browser shows them: parsed with the page, or inserted by a script; once
// loaded, clicked, pointed at and focused.
import type { Page, Request } from 'playwright-core'

/** Kinds of request that only a script makes. */
const BY_SCRIPT = new Set(['fetch', 'xhr', 'ping', 'eventsource', 'websocket'])

/**
 * Those of `all` that ran a script with any visible effect: it called `fire` or opened a dialog, left something in
 * the window, led the page elsewhere or made a request.
 */
export async function firedBy(page: Page, all: readonly string[]): Promise<string[]> {
  // Most of what is left of sanitised markup is alike.
  const contents = [...new Set(all)]
  const fired = new Set<string>()
  const note = (request: Request) => {
    // A service worker has no frame; there can be none here.
    const [, index] = /^content-(\d+)$/.exec(request.frame().name()) ?? []
    const isTelling = BY_SCRIPT.has(request.resourceType()) || request.isNavigationRequest()
    if (index !== undefined && isTelling) fired.add(contents[Number(index)]!)
  }
  page.on('request', note)
  for (let from = 0; from < contents.length; from += 20) {
    const some = contents.slice(from, from + 20)
    for (const index of await page.evaluate(show, { some, from })) fired.add(contents[index]!)
  }
  page.off('request', note)
  return [...fired]
}

/** In the browser: each content has one frame per way. @returns numbers of those that ran a script */
async function show({ some, from }: { some: string[]; from: number }): Promise<number[]> {
  // biome-ignore lint/suspicious/noExplicitAny: browser types are not available here.
  type Dom = any
  const { document } = globalThis as unknown as { document: Dom }
  const fired = new Set<number>()
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  const frames = some.flatMap((content, offset) =>
    [true, false].map((parsed) => {
      const frame = document.createElement('iframe')
      frame.name = `content-${from + offset}`
      document.body.append(frame)
      const page = frame.contentWindow
      const inside = frame.contentDocument
      // `open` keeps the window and its contents, but not its functions.
      inside.open()
      const fire = () => fired.add(from + offset)
      for (const name of ['fire', 'alert', 'confirm', 'prompt', 'print', 'open']) page[name] = fire
      const own = new Set(Object.getOwnPropertyNames(page))
      inside.write(`<!doctype html><body><article id="post">${parsed ? content : ''}</article>`)
      inside.close()
      if (!parsed) inside.querySelector('#post').innerHTML = content
      return { frame, page, own, fire }
    }),
  )
  await wait(120)
  // On a busy machine an image takes longer to fail. A lazy one may never be requested.
  const isLoading = ({ complete, loading }: Dom) => !complete && loading !== 'lazy'
  const areLoading = () =>
    frames.some(({ frame }) => [...(frame.contentDocument?.images ?? [])].some(isLoading))
  for (let waited = 0; waited < 5_000 && areLoading(); waited += 120) await wait(120)
  const types = 'mouseover mouseenter mouseout mousedown pointerenter pointerdown focus animationstart toggle'
  for (const { frame, page } of frames) {
    const inside = frame.contentDocument
    if (!inside?.body) continue
    // Following a link, or submitting a form, legitimately leads elsewhere.
    inside.addEventListener('submit', (event: Dom) => {
      const to = event.submitter?.formAction ?? event.target.action
      if (/^https?:/.test(String(to))) event.preventDefault()
    })
    inside.addEventListener('click', (event: Dom) => {
      const link = event.target.closest?.('a')
      if (link && /^(https?|mailto|ftp):/.test(String(link.href))) event.preventDefault()
    })
    for (const element of [...inside.querySelectorAll('*')].slice(0, 40)) {
      for (const type of types.split(' ')) {
        element.dispatchEvent(new page.Event(type, { bubbles: true, cancelable: true }))
      }
      element.focus?.()
      if (element.click) element.click()
      else element.dispatchEvent(new page.MouseEvent('click', { bubbles: true, cancelable: true }))
    }
  }
  await wait(120)
  for (const { frame, page, own, fire } of frames) {
    // Its frames have numbers there.
    const isLeft = (name: string) => !own.has(name) && !/^\d+$/.test(name)
    if (frame.contentDocument && Object.getOwnPropertyNames(page).some(isLeft)) fire()
    frame.remove()
  }
  return [...fired]
}
