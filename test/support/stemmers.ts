// All stemmers there are, by language.
import { loadStemmers } from '../../packages/search/index.ts'

const letters = [...'abcdefghijklmnopqrstuvwxyz']

export const stemmers = await loadStemmers(letters.flatMap((one) => letters.map((other) => one + other)))
