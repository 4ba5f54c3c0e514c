// How often a property is tried: in `npm test` a sixteenth of `all`, and in the long run, which runs the suites that import this
// again, a third of them. TEST_ALL_TRIES is another share: 1 tries each property as often as it says.
const share = Number(process.env.TEST_ALL_TRIES ?? 1 / 16)

export function tries(all: number): number {
  return Math.ceil(share * all)
}
