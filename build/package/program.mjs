// Loads the command line of the package. What should start at once is one file: each import takes most of a millisecond.

export function obstacle() {}

/**
 * What bin/main.ts exports.
 * @param command the first argument
 */
export function load(command = '-') {
  if (command === 'serve') return import('galley:serve')
  return command.startsWith('-') ? import('galley:flags') : import('galley:main')
}
