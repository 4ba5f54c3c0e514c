// What only the nightly run tries. It runs each suite that imports this again, as a whole.

/** Of rows that all try one promise: each `nth` of them before anything lands, and all at night. */
export function someOf<T>(rows: readonly T[], nth: number): T[] {
  return rows.filter((_, index) => process.env.TEST_NIGHTLY === 'true' || index % nth === 0)
}
