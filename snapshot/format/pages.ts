// The files below docs/ in dist/public: a build makes them, and a server publishes them and no others.

/** The files of docs/reference/, as they are there. */
export const referenceFiles: readonly string[] = [
  'index.html',
  'style.css',
  'post.css',
  'icon.svg',
  ...scripts('address body client copy documented element fields groups kind limit links main offer openapi'),
  ...scripts('operation prose reply request routes'),
]

/** The files of docs/desk/, as they are there: below docs/desk/ in dev, and in builds with drafts. */
export const deskFiles: readonly string[] = [
  'index.html',
  'desk.css',
  ...scripts(
    'addresses card date entries facts filter frame groups keys links list main media pages post problem search shared source token',
  ),
]

function scripts(names: string): string[] {
  return names.split(' ').map((name) => `${name}.js`)
}

/** The reference that is made from docs/api.md. */
export const documentFile = 'api.html'

/**
 * Names the file of what a build with drafts says of a workspace besides its posts. Its name is the edition, which only replies
 * reveal: whoever has the workspace's key can ask for it, and nobody else.
 */
export function notesFile(edition: string): string {
  return `${edition}.json`
}

/** The files below docs/, all but notes. */
export const docsFiles: ReadonlySet<string> = new Set([
  ...referenceFiles,
  documentFile,
  ...deskFiles.map((name) => `desk/${name}`),
])

/** @param path below docs/ */
export function isDocsFile(path: string): boolean {
  return docsFiles.has(path) || isNotesFile(path)
}

/** @param path below docs/ */
export function isNotesFile(path: string): boolean {
  return /^desk\/[0-9a-f]{32}\.\d+\.json$/.test(path)
}
