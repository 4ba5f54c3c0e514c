// Words of prose: neither of HTML nor of addresses, and no labels of links.

const OTHER =
  /<[^<>]*>|\]\((?:<[^<>\n]*>|[^()\n]*)\)|\]\[[^[\]\n]*\]|^ {0,3}\[[^\]\n]+\]:.*$|(?:https?:\/\/|www\.)\S+/
    .source

/** @param text with its code hidden */
export function inProse(text: string, wanted: RegExp, change: (found: string) => string): string {
  return text.replace(new RegExp(`${OTHER}|(${wanted.source})`, 'gmu'), (all, found?: string) =>
    found === undefined ? all : change(found),
  )
}
