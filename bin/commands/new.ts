// galley new
import { readWorkspaces, type WrittenWorkspace } from '../../build/edit/read.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import type { Kind } from '../../build/schema/id.ts'
import { SUCCESS } from '../cli/command.ts'
import { commandOf, suggestion } from '../cli/flags.ts'
import { ownContentFolder, requiredContentFolder } from '../cli/project.ts'
import { printLine, printMessage } from '../terminal/print.ts'
import { promptOn } from '../terminal/prompt.ts'
import { newEntry } from '../writing/entry.ts'
import { newPost } from '../writing/post.ts'
import { answer, type Created, type Wish, workspaceOf } from '../writing/wish.ts'
import { newWorkspace } from '../writing/workspace.ts'

const KINDS = ['post', 'author', 'category', 'tag', 'series', 'workspace'] as const

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
  const own = ownContentFolder(wish.values)
  const all = own === undefined ? [] : readWorkspaces(own, wish.env)
  const names = new Set(all.flatMap(({ collections }) => collections.map(nameOf)))
  const { kind, title: given } = await kindOf(wish, operands, [...KINDS, ...names])
  const isSingle = all.some(({ collections }) =>
    collections.some((one) => nameOf(one) === kind && one.settings.collection!.single),
  )
  const title =
    given ??
    (isSingle ? kind : await answer(wish, `${kind === 'post' ? 'Title' : 'Name'} of the ${kind}?`, 'TITLE'))
  if (title.trim() === '') throw new ConfigurationError('The TITLE is empty.')
  if (kind === 'workspace') return newWorkspace(wish, title)
  const content = requiredContentFolder(wish.values)
  const collectionIn = ({ collections }: WrittenWorkspace) => collections.find((one) => nameOf(one) === kind)
  const offered = isOurs(kind) ? all : all.filter(collectionIn)
  const workspace = await workspaceOf(wish, offered, content)
  if (isOurs(kind) && kind !== 'post') return newEntry(wish, kind, title, workspace)
  return newPost(wish, title, collectionIn(workspace) ?? workspace)
}

function nameOf({ settings }: WrittenWorkspace): string {
  return settings.collection?.name ?? ''
}

function isOurs(kind: string): kind is Kind | 'post' {
  return KINDS.some((one) => one === kind)
}

/** Tells the kind and the title: one argument is a kind if there is one of this name, else a post's title. */
async function kindOf(wish: Wish, [first, second]: readonly string[], kinds: readonly string[]) {
  if (first === undefined) {
    const kind = wish.prompt
      ? await wish.prompt.ask(`A new ${kinds.join(', ')}?`, 'post', (word) =>
          kinds.includes(word) ? undefined : suggestion(word, kinds, `Write one of ${kinds.join(', ')}.`),
        )
      : 'post'
    return { kind, title: undefined }
  }
  if (kinds.includes(first)) return { kind: first, title: second }
  if (second === undefined) return { kind: 'post', title: first }
  throw new ConfigurationError(
    `There is no kind "${first}". ${suggestion(first, kinds, `Write one of ${kinds.join(', ')}.`)}`,
  )
}
