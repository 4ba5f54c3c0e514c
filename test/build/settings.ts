// A workspace's settings as a test needs them.
import type { Settings } from '../../build/workspace/settings.ts'

export function settings(overrides: Partial<Settings> = {}): Settings {
  return {
    name: '',
    description: '',
    folder: 'demo',
    displayPath: 'content/demo',
    keys: { value: ['demo'], areWritten: false, location: { line: 1, column: 1, length: 1 } },
    language: 'en',
    html: 'safe',
    broken: 'error',
    math: false,
    code: undefined,
    slugs: 'strict',
    embeds: [],
    unread: new Set(),
    url: undefined,
    site: undefined,
    hub: undefined,
    fields: [],
    collections: [],
    searchIndex: undefined,
    images: undefined,
    defaults: { authors: [], category: [], coverImage: undefined, authorImage: undefined },
    ...overrides,
  }
}
