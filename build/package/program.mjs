// Loads the command line of the package. What should start at once has a bundle without the code of other commands, in a few files:
// each import takes most of a millisecond.

export function obstacle() {}

/**
 * What bin/main.ts exports.
 * @param command the first argument
 */
export function load(command = '-') {
  if (command === 'serve') return import('galley:serve')
  return command.startsWith('-') ? import('galley:flags') : import('galley:main')
}
