// Names that Windows does not have: a repository with one cannot be checked out there. By "Naming Files, Paths, and Namespaces" of
// Microsoft's documentation.
import { quoted, warning } from '../problems/problem.ts'

/** Names of devices, whatever follows after a dot. */
const DEVICE = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?= *(?:\.|$))/i
const SIGNS = /[<>:"/\\|?*\x00-\x1f]/g

/** What is wrong with the name of a file or a folder, and a name that Windows has; `undefined` if it has this one. */
export function windowsMistake(name: string) {
  const instead = name
    .replace(SIGNS, '-')
    .replace(/[. ]+$/, '')
    .replace(DEVICE, '$&-1')
  if (instead === name) return undefined
  const message = `Windows has no file or folder with the name ${quoted(name)}.`
  return { ...warning('windows-name', message, ''), hint: `Name it ${quoted(instead || 'unnamed')}.` }
}
