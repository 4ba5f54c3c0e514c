// Runs named checks one after the other, counts them, and reports failures as they happen.

export interface Checks {
  /** Runs one check; a name is a sentence about behaviour. */
  check(name: string, run: () => void | Promise<void>): Promise<void>
  /** The closing line. */
  summary(): string
  failed(): number
}

export function createChecks(print: (line: string) => void): Checks {
  let passed = 0
  let failed = 0
  return {
    async check(name, run) {
      try {
        await run()
        passed += 1
        print(`ok    ${name}`)
      } catch (error) {
        failed += 1
        print(`FAIL  ${name}\n${indented(error instanceof Error ? error.message : String(error))}`)
      }
    },
    summary: () => `${passed} passed, ${failed} failed`,
    failed: () => failed,
  }
}

function indented(text: string): string {
  return text.replace(/^/gm, '      ')
}
