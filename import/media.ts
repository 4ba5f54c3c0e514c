// The files that posts show: which are copied, and what they are called in the workspace.
import { basename, dirname, extname } from 'node:path/posix'
import { readMedium } from '../build/for-import.ts'
import { cleanName, type FileNames } from './names.ts'
import type { PlannedPost } from './plan.ts'
import { MAX_MEDIA_BYTES, type SourceFile } from './tree.ts'

/** Levels of folders below those of posts and of images: the last ones say most. */
const MAX_FOLDERS = 6

/** The reason why a file is not copied: the end of "it …". */
interface MediaRefusal {
  refused: string
}

export class MediaPlan {
  /** The files to copy, by their path in the workspace. */
  readonly files = new Map<string, SourceFile>()
  readonly #targets = new Map<string, string | MediaRefusal>()
  readonly #names: FileNames
  readonly #strip: readonly string[]

  /** @param strip folders whose names say nothing, at the beginning of paths */
  constructor(strip: readonly string[], names: FileNames) {
    this.#strip = strip
    this.#names = names
  }

  /** The paths of all files that were asked for, in the source. */
  get asked(): ReadonlySet<string> {
    return new Set(this.#targets.keys())
  }

  /** Returns where a file will be in the workspace, or why it will not. */
  add(file: SourceFile, post: PlannedPost | undefined): string | MediaRefusal {
    const known = this.#targets.get(file.path)
    if (known !== undefined) return known
    const target = this.#place(file, post)
    this.#targets.set(file.path, target)
    return target
  }

  #place(file: SourceFile, post: PlannedPost | undefined): string | MediaRefusal {
    if (file.bytes > MAX_MEDIA_BYTES) return { refused: 'has more than 200 MB' }
    const paths = { path: file.real, displayPath: file.path, relativePath: file.path }
    // Names say something else than bytes more often than one thinks.
    const { type } = readMedium(paths).value ?? {}
    if (type === undefined) return { refused: 'is damaged, or not fetched by Git LFS' }
    const stem = cleanName(basename(file.path, extname(file.path))) || 'image'
    const target = this.#names.file(this.#folders(file, post), stem, `.${type}`)
    this.files.set(target, file)
    return target
  }

  /** Returns the folders of a file: in a bundle beside its post, any other below images/ of its collection, in folders as before. */
  #folders(file: SourceFile, post: PlannedPost | undefined): string[] {
    const own = post && dirname(post.source.path)
    if (post?.isBundle && own && `${file.path}/`.startsWith(`${own}/`)) {
      const below = dirname(file.path.slice(own.length + 1))
      const inside = below === '.' ? [] : below.split('/').map(cleanName).filter(Boolean)
      return [...dirname(post.file).split('/'), ...inside.slice(-MAX_FOLDERS)]
    }
    const strip = this.#strip.find((folder) => folder !== '' && file.path.startsWith(`${folder}/`)) ?? ''
    const folders = dirname(strip === '' ? file.path : file.path.slice(strip.length + 1)).split('/')
    const telling = folders
      .map(cleanName)
      .filter(
        (name) =>
          name !== '' &&
          !/^(images?|img|assets|static|public|media|uploads|wp-content|posts|drafts|content)$/i.test(name),
      )
    return [post?.file.split('/')[0] ?? 'posts', 'images', ...telling.slice(-MAX_FOLDERS)]
  }
}
