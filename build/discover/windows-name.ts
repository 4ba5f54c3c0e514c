// Names that Windows does not have, by "Naming Files, Paths, and Namespaces" of Microsoft's documentation.
import { quoted, warning } from '../problems/problem.ts'

/** Names of devices, whatever follows after a dot. */
const DEVICE = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?= *(?:\.|$))/i
const SIGNS = /[<>:"/\\|?*\x00-\x1f]/g

/** The name of a file or a folder, or the nearest one that Windows has. */
export function windowsName(name: string): string {
  return name
    .replace(SIGNS, '-')
    .replace(/[. ]+$/, '')
    .replace(DEVICE, '$&-1')
}

/** The mistake in a name that Windows does not have: a repository with it cannot be checked out there. */
export function windowsMistake(name: string) {
  const instead = windowsName(name)
  if (instead === name) return undefined
  const message = `Windows has no file or folder with the name ${quoted(name)}.`
  return { ...warning('windows-name', message, ''), hint: `Name it ${quoted(instead || 'unnamed')}.` }
}
