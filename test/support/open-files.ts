// Files that this process has open, on systems that can tell.
import { readdirSync, readlinkSync } from 'node:fs'

/** The paths that contain `part`; none where the system does not list them. */
export function openFiles(part: string): string[] {
  if (process.platform !== 'linux') return []
  const paths = readdirSync('/proc/self/fd').map((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`)
    } catch {
      return ''
    }
  })
  return paths.filter((path) => path.includes(part))
}
