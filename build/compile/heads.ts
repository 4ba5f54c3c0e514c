// Reads posts without their texts, for `galley check FILE`: what other files need to know of them.
import { eachWithinCpuTime } from '../isolation/time-limit.ts'
import { MAX_FIRST_TRY_YAML_BYTES, timeLimit } from '../isolation/work-limits.ts'
import { decode } from '../parse/decode.ts'
import { bytesOf, type ContentFile, sizeOf } from '../parse/file.ts'
import { splitEntry, splitFrontMatter } from '../parse/frontmatter.ts'
import { noValue } from '../problems/problem.ts'
import type { CompilerSettings } from '../workspace/settings.ts'
import { withoutPost } from './compile.ts'
import { headOf } from './head.ts'
import { headerReader } from './post-header.ts'
import { noContent, type StoredFile } from './stored-content.ts'

/**
 * The names and references of posts, and their dates as if nothing were wrong with them, by file. Those that have to be compiled in
 * another process are missing.
 */
export function readHeads(
  files: readonly ContentFile[],
  settings: CompilerSettings,
): Map<string, StoredFile> {
  const readHeader = headerReader(settings)
  const split = settings.collection ? splitEntry : splitFrontMatter
  const heads = new Map<string, StoredFile>()
  const stopped = eachWithinCpuTime(
    files,
    (file) => timeLimit(sizeOf(file)),
    (file) => {
      const head = headIn(file, split, readHeader)
      if (head) heads.set(file.displayPath, head)
    },
  )
  for (const file of stopped) heads.set(file.displayPath, withoutPost(file, []))
  return heads
}

function headIn(
  file: ContentFile,
  split: typeof splitFrontMatter,
  readHeader: ReturnType<typeof headerReader>,
): StoredFile | undefined {
  const { value: bytes } = bytesOf(file)
  const { value: text, problems: illegible } = bytes ? decode(bytes, file.displayPath) : noValue()
  const front = text === undefined ? undefined : split(text, file.displayPath).value
  if (text === undefined || !front) return withoutPost(file, [])
  if (front.yaml.length > MAX_FIRST_TRY_YAML_BYTES) return undefined
  const { header, names, references } = headOf(front, text, file, readHeader).value.read
  const post = header && { ...header, ...NO_TEXT }
  return { ...withoutPost(file, []), names, references: illegible.length > 0 ? [] : references, post }
}

const NO_TEXT = {
  description: '',
  content: noContent,
  htmlLinks: [],
  anchors: { all: new Set<string>(), prefixed: new Set<string>() },
  markdownLinks: [],
  fieldTexts: [],
  details: '{}',
}
