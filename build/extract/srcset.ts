// A srcset: URLs of one image in several sizes, such as `a.png 1x, b.png 2x`.

export interface Candidate {
  /** White space and commas. */
  before: string
  url: string
  /** Its descriptor, such as ` 2x`. */
  after: string
}

export function candidatesOf(srcset: string): Candidate[] {
  return [...srcset.matchAll(/([\s,]*)(\S*[^\s,])([^,]*)/g)].map(([, before = '', url = '', after = '']) => ({
    before,
    url,
    after,
  }))
}

const DESCRIPTOR = /^\s*([1-9]\d*w(\s+[1-9]\d*h)?|\d+(\.\d+)?x)?\s*$/

/** Removes candidates with an invalid descriptor; `undefined` if none is left. */
export function validSrcset(srcset: string): string | undefined {
  const valid = candidatesOf(srcset).filter(({ after }) => DESCRIPTOR.test(after))
  return valid.length > 0 ? valid.map(({ url, after }) => url + after.trimEnd()).join(', ') : undefined
}
