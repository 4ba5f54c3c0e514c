// Loads packages where they are first needed, in functions that cannot wait for an import.
import { createRequire } from 'node:module'

export const commonJs = createRequire(import.meta.url)
