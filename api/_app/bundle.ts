// The function as one file, which is imported in a third of the time: the build bundles this module.
import { traceSources } from './traces.ts'

traceSources(import.meta.url)

export { createFunction } from './function.ts'
