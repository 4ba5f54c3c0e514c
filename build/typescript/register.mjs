// Lets this process or thread import TypeScript. Node 22.18 and later can do so without it.
import { register } from 'node:module'

if (!process.features.typescript) register('./strip.mjs', import.meta.url)
