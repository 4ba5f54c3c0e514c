// Loads the command line of the package. What should start at once has a bundle without the code of other commands, in a few files:
// each import takes most of a millisecond.

/** Returns why it cannot run, if so. */
export function obstacle() {
  // Threads and processes would begin in an archive, and what loads ES modules from one depends on the version of Node.
  if (process.versions.pnp === undefined) return
  return "Galley does not run from the archives of Yarn's Plug'n'Play. Write nodeLinker: node-modules into .yarnrc.yml, and run yarn install."
}

/**
 * Loads the exports of bin/main.ts, and build threads.
 * @param command the first argument
 * @param builds whether the command will probably build
 */
export async function load(command = '-', builds = false) {
  if (command === 'serve') return import('galley:serve')
  const threads = builds ? (await import('galley:thread')).startAhead() : undefined
  const exported = await (command.startsWith('-') ? import('galley:flags') : import('galley:main'))
  return { ...exported, threads }
}
