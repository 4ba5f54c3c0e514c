// The token of `galley dev --edit`, which is behind the `#` of the address that it prints. A tab keeps it, and tells those that ask:
// links between posts open new ones.

const name = 'galley-desk'

/** The token of this tab, which is empty without one. */
export const tokenHere = () => sessionStorage.getItem(name) ?? ''

/** Moves the token from the address to all tabs; without one there, a new tab asks the others, which have half a second to answer. */
export async function takeToken() {
  const [, taken = ''] = /^#token=(.+)$/.exec(location.hash) ?? []
  if (taken) history.replaceState(null, '', location.pathname)
  try {
    if (taken) sessionStorage.setItem(name, taken)
    const tabs = new BroadcastChannel(name)
    const told = new Promise((resolve) => {
      tabs.onmessage = ({ data }) => {
        if (data === '') return tokenHere() && tabs.postMessage(tokenHere())
        resolve(sessionStorage.setItem(name, data))
      }
      setTimeout(resolve, 500)
    })
    if (taken || !tokenHere()) tabs.postMessage(taken)
    if (!tokenHere()) await told
    return tokenHere()
  } catch {
    // A page only reads in a browser that keeps nothing.
    return ''
  }
}
