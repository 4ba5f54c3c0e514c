// The Link header: addresses by what they are to the reply (RFC 8288).

/**
 * @param {string | null} header
 * @param {string} base what relative addresses are relative to
 * @returns {{ rel: string, url: URL }[]}
 */
export function linksIn(header, base) {
  const found = (header ?? '').matchAll(/<([^>]*)>((?:\s*;\s*[\w*!-]+\s*=\s*(?:"[^"]*"|[^",;\s]+))*)/g)
  return [...found].flatMap(([, target = '', parameters = '']) => {
    const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^",;\s]+))/i.exec(parameters) ?? []
    const url = addressOf(target, base)
    return url === undefined
      ? []
      : (quoted ?? bare ?? '')
          .split(/\s+/)
          .filter(Boolean)
          .map((rel) => ({ rel, url }))
  })
}

/**
 * @param {string} target
 * @param {string} base
 */
function addressOf(target, base) {
  try {
    const url = new URL(target, base)
    return /^https?:$/.test(url.protocol) ? url : undefined
  } catch {
    return undefined
  }
}
