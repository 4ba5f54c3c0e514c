// The files below docs/ in dist/public: a build makes them, and a server publishes them and no others.

/** From docs/reference/, as they are there. */
export const referenceFiles: readonly string[] = [
  'index.html',
  'style.css',
  'icon.svg',
  ...[
    'address',
    'body',
    'copy',
    'documented',
    'element',
    'fields',
    'kind',
    'limit',
    'links',
    'main',
    'openapi',
    'operation',
    'prose',
    'reply',
    'request',
    'routes',
  ].map((name) => `${name}.js`),
]

/** Made from docs/api.md. */
export const documentFile = 'api.html'

const files: ReadonlySet<string> = new Set([...referenceFiles, documentFile])

export function isDocsFile(name: string): boolean {
  return files.has(name)
}
