// The routes of the desk that writes, by name: what they read, and what they change.
import { HttpError, notFound } from '../../../api/_app/http/error.ts'
import { jsonReply, type Reply } from '../../../api/_app/http/reply.ts'
import type { Desk, DeskWorkspace } from '../../../build/desk/desk.ts'
import {
  readWorkspaces,
  type WrittenPost,
  type WrittenWorkspace,
  withTheirCollections,
} from '../../../build/edit/read.ts'
import type { Renaming } from '../../../build/edit/rename.ts'
import { ConfigurationError } from '../../../build/environment/configuration.ts'
import type { Builder } from '../../builder/builder.ts'
import type { Question } from '../../builder/thread-main.ts'
import { newPost } from '../../writing/post.ts'
import { addMedium, deletePost } from './files.ts'
import { type EditRoute, type GivenFor, route } from './given.ts'
import { gone, normalised, type PostPlace, readOwn, refused, textIn } from './own-file.ts'
import { Changed, changeSource, requireSame } from './source.ts'

export interface EditOptions {
  content: string
  env: NodeJS.ProcessEnv
  /** The token that each request has to have. */
  token: string
  /** Asks the build thread. */
  ask: Builder['ask']
  /** Does what `galley rename` does; `undefined` if nothing is left to do. */
  rename: (
    found: { workspace: WrittenWorkspace; kind: string; post: { home: WrittenWorkspace; post: WrittenPost } },
    from: string,
    to: string,
    content: string,
  ) => Promise<Renaming | undefined>
}

interface EditDesk extends EditOptions {
  /** Returns what the last build came to. */
  desk: () => Desk | undefined
  /** Gets media that a text shows, which may be new to builds: by public name, their paths. */
  onMedia: (media: ReadonlyMap<string, string>) => void
}

export class EditRoutes {
  readonly #options: EditDesk
  /** Posts that were made here, which no build may have seen yet. */
  readonly #made = new Set<string>()

  readonly reads: Readonly<Record<string, EditRoute>> = {
    source: route('place', (about) => this.#source(about)),
    form: route('place', ({ workspace }) => this.#asked({ ask: 'form', about: workspace })),
  }

  readonly writes: Readonly<Record<string, EditRoute>> = {
    preview: route('text', (about) => this.#typed(about)),
    'front-matter': route('changes', (about) => this.#asked({ ask: 'edits', about })),
    source: route('edits', (about, tag) => this.#change(about, tag)),
    posts: route('post', (about) => this.#add(about)),
    rename: route('slug', (about, tag) => this.#rename(about, tag)),
    delete: route('place', (about, tag) => this.#delete(about, tag)),
    media: route('medium', (about) => this.#addMedium(about)),
  }

  constructor(options: EditDesk) {
    this.#options = options
  }

  #source(about: GivenFor): Reply {
    const own = readOwn(this.#placeOf(about))
    return jsonReply(200, { text: normalised(textIn(own, about.file)) }, { ETag: own.tag })
  }

  async #asked(question: Question): Promise<Reply> {
    return jsonReply(200, built(await this.#options.ask(question)))
  }

  async #typed(about: GivenFor<'text'>): Promise<Reply> {
    const question = { ...this.#placeOf(about), workspace: about.workspace, text: about.text }
    const { media, ...post } = built(await this.#options.ask({ ask: 'typed', about: question }))
    this.#options.onMedia(media)
    return jsonReply(200, post)
  }

  #change(about: GivenFor<'edits'>, tag: string): Reply {
    return jsonReply(200, {}, { ETag: changeSource(this.#placeOf(about), tag, about.edits) })
  }

  async #add({ fields, title, authors, category, tags, ...place }: GivenFor<'post'>): Promise<Reply> {
    const { content, env } = this.#options
    const workspace = this.#workspaceOf(place)
    if (title === '') throw refused('The title is empty. Write one.')
    const values = { content, authors, category, tags }
    const post = await newPost({ values, fields, prompt: nobody, env }, title, workspace)
    return jsonReply(201, { file: this.#noted(workspace, post.path), slug: post.slug })
  }

  async #rename({ slug, ...given }: GivenFor<'slug'>, tag: string): Promise<Reply> {
    const { content, rename } = this.#options
    const place = this.#placeOf(given)
    const text = textIn(requireSame(place, tag), given.file)
    const home = this.#workspaceOf(given)
    const workspace = this.#workspaceOf({ ...given, workspace: home.folder.name })
    const post = home.posts.find((one) => one.file.relativePath === given.file)
    if (!post) throw refused('Its front matter cannot be read. Fix that first.')
    if (post.text !== text) throw new Changed(place)
    const kind = home.settings.collection?.name ?? 'post'
    const found = { workspace, kind, post: { home, post } }
    const { move, changes = 0 } = (await rename(found, post.header.slug, slug, content)) ?? {}
    const file = move ? move.to + given.file.slice(move.from.length) : given.file
    return jsonReply(200, { file: this.#noted(home, file), slug, links: changes })
  }

  #delete(about: GivenFor, tag: string): Reply {
    const moved = deletePost(this.#placeOf(about), tag)
    return jsonReply(200, { moved: `${this.#builtOf(about)?.path ?? ''}/${moved}` })
  }

  #addMedium(about: GivenFor<'medium'>): Reply {
    const name = addMedium(this.#placeOf(about), about.name, Buffer.from(about.data, 'base64'))
    const path = encodeURIComponent(name).replace(/[()']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
    return jsonReply(201, { path })
  }

  #builtOf({ workspace }: GivenFor): DeskWorkspace | undefined {
    return this.#options.desk()?.workspaces.find(({ folder }) => folder === workspace)
  }

  /** @throws {HttpError} unless builds know the file */
  #placeOf(about: GivenFor): PostPlace {
    const { workspace, file } = about
    const isKnown = this.#builtOf(about)?.files.includes(file) || this.#made.has(`${workspace}/${file}`)
    if (!isKnown) throw gone(file)
    // A collection has its files in the folder of its workspace.
    return { content: this.#options.content, workspace: workspace.replace(/\/.*/, ''), file }
  }

  #workspaceOf({ workspace }: GivenFor): WrittenWorkspace {
    const { content, env } = this.#options
    const all = withTheirCollections(readWorkspaces(content, env))
    const found = all.find(({ settings }) => settings.folder === workspace)
    if (!found) throw notFound()
    return found
  }

  /** Notes a file that was made; its path as messages show it, or below the workspace's folder. */
  #noted({ settings, folder }: WrittenWorkspace, path: string): string {
    const file = path.startsWith(`${folder.displayPath}/`) ? path.slice(folder.displayPath.length + 1) : path
    this.#made.add(`${settings.folder}/${file}`)
    return file
  }
}

/** A prompt for nobody, who cannot be asked for what is missing. */
const nobody = {
  async ask(question: string, otherwise?: string): Promise<string> {
    if (otherwise === undefined) throw new ConfigurationError(question)
    return otherwise
  },
  close: () => {},
}

/** @throws {HttpError} if the build thread has no answer */
function built<T>(answer: T): NonNullable<T> {
  if (answer === null) throw new HttpError(409, 'Superseded', 'A newer text has come; wait for its preview.')
  if (answer !== undefined) return answer as NonNullable<T>
  throw new HttpError(503, 'Not built', 'No build has read this workspace yet; wait for the next one.')
}
