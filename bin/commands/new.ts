// galley new
import { readWorkspaces } from '../../build/edit/read.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { SUCCESS } from '../cli/command.ts'
import { commandOf, suggestion } from '../cli/flags.ts'
import { requiredContentFolder } from '../cli/project.ts'
import { printLine, printMessage } from '../terminal/print.ts'
import { promptOn } from '../terminal/prompt.ts'
import { newEntry } from '../writing/entry.ts'
import { newPost } from '../writing/post.ts'
import { answer, type Created, type Wish, workspaceOf } from '../writing/wish.ts'
import { newWorkspace } from '../writing/workspace.ts'

const KINDS = ['post', 'author', 'category', 'tag', 'series', 'workspace'] as const
type NewKind = (typeof KINDS)[number]

export const command = commandOf('new', ['KIND?', 'TITLE?'], async (values, console, operands) => {
  const prompt = promptOn(console)
  try {
    const { path, note } = await create({ values, prompt, env: console.env }, operands)
    printLine(console.stdout, path)
    if (note !== '' && !values.quiet) printMessage(console.stderr, note)
    return SUCCESS
  } finally {
    prompt?.close()
  }
})

async function create(wish: Wish, operands: readonly string[]): Promise<Created> {
  const { kind, title: given } = await kindOf(wish, operands)
  const title =
    given ?? (await answer(wish, `${kind === 'post' ? 'Title' : 'Name'} of the ${kind}?`, 'TITLE'))
  if (title.trim() === '') throw new ConfigurationError('The TITLE is empty.')
  if (kind === 'workspace') return newWorkspace(wish, title)
  const content = requiredContentFolder(wish.values)
  const workspace = await workspaceOf(wish, readWorkspaces(content, wish.env), content)
  if (kind === 'post') return newPost(wish, title, workspace)
  return newEntry(wish, kind, title, workspace)
}

/** Tells the kind and the title: one argument is a kind if there is one of this name, else a post's title. */
async function kindOf(wish: Wish, [first, second]: readonly string[]) {
  const isKind = (word: string | undefined): word is NewKind => KINDS.some((kind) => kind === word)
  if (first === undefined) {
    const kind = wish.prompt
      ? await wish.prompt.ask(`A new ${KINDS.join(', ')}?`, 'post', (word) =>
          isKind(word) ? undefined : suggestion(word, KINDS, `Write one of ${KINDS.join(', ')}.`),
        )
      : 'post'
    return { kind: kind as NewKind, title: undefined }
  }
  if (isKind(first)) return { kind: first, title: second }
  if (second === undefined) return { kind: 'post' as const, title: first }
  throw new ConfigurationError(
    `There is no kind "${first}". ${suggestion(first, KINDS, `Write one of ${KINDS.join(', ')}.`)}`,
  )
}
