// The token of `galley dev --edit`, which the address that it prints has behind its `#`. A tab keeps it for itself. Links between posts
// open other tabs, and these ask for it.

const name = 'galley-desk'

/** The token of this tab; empty without one. */
export const tokenHere = () => sessionStorage.getItem(name) ?? ''

/** Moves a token from the address to this tab and to those that are open. @returns whether there is one */
export function takeToken() {
  const [, token] = /^#token=(.+)$/.exec(location.hash) ?? []
  if (token === undefined) return false
  history.replaceState(null, '', location.pathname)
  try {
    sessionStorage.setItem(name, token)
    new BroadcastChannel(name).postMessage(token)
  } catch {
    // Where a browser keeps nothing, this page only reads.
  }
  return true
}

/** The token of this tab, else of another one, which has half a second to answer; empty if there is none. */
export async function tokenOfTabs() {
  try {
    const tabs = new BroadcastChannel(name)
    const told = new Promise((resolve) => {
      tabs.onmessage = ({ data }) => {
        if (data === '') return tokenHere() && tabs.postMessage(tokenHere())
        resolve(sessionStorage.setItem(name, data))
      }
      setTimeout(resolve, 500)
    })
    if (tokenHere() !== '') return tokenHere()
    tabs.postMessage('')
    await told
    return tokenHere()
  } catch {
    return ''
  }
}
