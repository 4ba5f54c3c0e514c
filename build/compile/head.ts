// Reads what can be read of a post's front matter, whatever is wrong with it.
import type { FilePaths } from '../parse/file.ts'
import type { FrontMatter } from '../parse/frontmatter.ts'
import { jsonOf } from '../parse/json.ts'
import { parseYaml } from '../parse/yaml/parse.ts'
import { parseWhatCanBe } from '../parse/yaml/recover.ts'
import type { Checked } from '../problems/problem.ts'
import type { headerReader, ReadHeader } from './post-header.ts'

interface FoundHead {
  read: Omit<ReadHeader, 'header'> & Partial<ReadHeader>
  /** False if there may be more than what was read. */
  isWhole: boolean
}

/** Returns what can be read, and all that is wrong with it. */
export function headOf(
  { yaml, start, isThere }: FrontMatter,
  text: string,
  file: FilePaths,
  readHeader: ReturnType<typeof headerReader>,
): Checked<FoundHead> {
  if (!isThere) return { value: NOTHING, problems: [] }
  // Only a file that is nothing else begins with it.
  const name = start === 0 ? 'The file' : 'The front matter'
  const source = { name, file: file.displayPath, text, yaml, start }
  const written = file.relativePath.endsWith('.json')
    ? jsonOf(text, () => parseYaml(source).value)
    : undefined
  const { value, problems } = written
    ? { value: { data: written, isWhole: true }, problems: [] }
    : parseWhatCanBe(source)
  const { data, isWhole } = value
  if (!data) return { value: NOTHING, problems }
  const { value: read, problems: inside } = readHeader(data, file)
  return { value: { read, isWhole }, problems: [...problems, ...inside] }
}

const NOTHING: FoundHead = { read: { names: [], references: [], urls: [], texts: [] }, isWhole: false }
