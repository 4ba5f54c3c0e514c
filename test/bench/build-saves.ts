// A process that builds again and again, as `galley dev` does, after one post was saved; run with the content folder, one for the
// result, one for what builds use, the post, and how many saves. Prints what each of the later ones took, from the save on.
import { appendFileSync } from 'node:fs'
import { build } from '../../build/index.ts'
import { Memo } from '../../build/memo/memo.ts'
import { type Spent, stopwatch } from './stopwatch.ts'

const [content, out, folder, post, saves] = process.argv.slice(2)
const cache = new Memo(folder)
const asDev = { desk: true, mixed: true, isTransient: true, baseUrl: 'http://127.0.0.1:3000' }
const spent: Spent[] = []
for (let save = 0; save < Number(saves); save++) {
  appendFileSync(post!, '\nOne sentence more.\n')
  const sinceSave = stopwatch()
  const { problems } = await build({
    content: content!,
    out: out!,
    drafts: false,
    strict: false,
    env: {},
    memo: cache,
    ...asDev,
    changed: save === 0 ? undefined : new Set([post!]),
  })
  const error = problems.find(({ severity }) => severity === 'error')
  if (error) throw new Error(error.message)
  spent.push(sinceSave())
  cache.save()
}
cache.close()
// The first ones run code that is not compiled yet.
console.log(JSON.stringify(spent.slice(Math.floor(spent.length / 2))))
