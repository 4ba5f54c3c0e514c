// Says how to have what an import leaves out, by the reason for which it does.

/** Remedies by the reasons that they are for: the first that fits counts. */
const REMEDIES: readonly [reason: RegExp, remedy: string][] = [
  [/^(?:the page of its section|a name with|called like)/, 'rename it'],
  [/^(?:a piece of other pages|a template)/, 'name all folders of posts with --section'],
  [/^(?:a folder of tools|more than \d+ folders)/, 'move it'],
  [/^a link/, 'name the folder of its target with --static'],
  [/^about the repository/, 'give it a title in front matter'],
  [/^a list of other pages/, 'take pagination and cascade out of its front matter'],
  [/^HTML without/, 'give it front matter'],
  [/^more than \d+ MB/, 'split it'],
  [/^not UTF-8/, 'save it as UTF-8'],
  [/ is not imported/, 'write it as markdown'],
  [/^status: /, 'restore it before the export'],
]

/** The remedy for one file, or for several; `undefined` if there is none. */
export function remedyFor(reason: string, files = 1): string | undefined {
  const [, remedy] = REMEDIES.find(([pattern]) => pattern.test(reason)) ?? []
  return files === 1 ? remedy : remedy?.replace(/\bits\b/, 'their').replace(/\bit\b/, 'them')
}
