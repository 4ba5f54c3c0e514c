// How often a property is tried. `npm run test:long` runs the suites that import this again, each property as often
// as it says.
export function tries(all: number): number {
  return process.env.GALLEY_ALL_TRIES ? all : Math.ceil(all / 8)
}
