// Writes the snapshot of a workspace in which searching is costly; run with the folder, the number of posts and the name.
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { type CorpusName, corpus } from '../support/costly/corpora.ts'

const [data, posts, name] = process.argv.slice(2)
const workspaces = [corpus(name as CorpusName, Number(posts))]
writeSnapshot(data!, { workspaces, builtAt: null, preview: null, keepPrevious: false })
