// The files of collections that workspace.yml declares: which folders are used is known only from there.
import { bytesOf, type ContentFile, yamlOf } from '../parse/file.ts'
import { guarded } from '../parse/yaml-file.ts'
import { declaredNames } from '../schema/collection-name.ts'

export interface DeclaredFiles {
  name: string
  files: ContentFile[]
}

const ENTRY = /\.(?:md|ya?ml|json)$/

/** Problems with the settings are reported by those who read them. */
export function declaredFiles(files: readonly ContentFile[]): DeclaredFiles[] {
  const settings = files.find(({ relativePath }) => relativePath === 'workspace.yml')
  const { value: bytes } = settings ? bytesOf(settings) : { value: undefined }
  if (!settings || !bytes || !Buffer.from(bytes).includes('collections')) return []
  const { value } = guarded(settings, () => yamlOf(settings))
  const written = value?.data?.value
  return declaredNames(written).map((name) => {
    const isSingle = Object(Object(written).collections[name]).single === 'true'
    const isOwn = ({ relativePath: path }: ContentFile) =>
      isSingle ? path.replace(ENTRY, '') === name : path.startsWith(`${name}/`)
    return { name, files: files.filter((file) => isOwn(file) && ENTRY.test(file.relativePath)) }
  })
}
