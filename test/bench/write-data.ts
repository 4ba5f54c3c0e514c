// Writes the snapshot of a synthetic workspace; run with the folder and the number of posts.
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { syntheticWorkspace } from './posts.ts'

const [data, posts] = process.argv.slice(2)
const workspaces = [syntheticWorkspace('demo', Number(posts))]
writeSnapshot(data!, { workspaces, builtAt: null, preview: null, keepPrevious: false })
