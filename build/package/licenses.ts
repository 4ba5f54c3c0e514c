// The licenses of packages whose code is within the package, as these ask for.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * @param files of the code
 * @throws {Error} if a package has no license
 */
export function licensesOf(files: readonly string[]): string {
  const folders = files.flatMap(
    (file) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file) ?? [],
  )
  const texts = [...new Set(folders)].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const license = readdirSync(folder).find((file) => /^licen[cs]e\b/i.test(basename(file)))
    if (license === undefined)
      throw new Error(`${name} has no license that could go into the package with it.`)
    return `${name} ${version}\n\n${readFileSync(join(folder, license), 'utf8').trim()}\n`
  })
  return texts.sort().join(`\n${'-'.repeat(80)}\n\n`)
}
