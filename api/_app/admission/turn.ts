// Turns on the event loop, which all requests share: long work asks at every step whether it is somebody else's turn.

/**
 * Milliseconds since some moment, which never go back. `performance.now` would do, but the first call in a process takes one or
 * two of them.
 */
export function monotonicNow(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1e3 + nanoseconds / 1e6
}

/** How long work may run before it waits for its next turn: in ms, and in steps of a few nanoseconds if it counts them. */
const most = { time: 10, steps: 500_000 }

/** When the current turn began; `undefined` if nothing has asked since the last iteration of the event loop. */
let began: number | undefined
/** Steps taken in it. */
let taken = 0
/** Who is waiting for a turn, in order. */
const waiting: (() => void)[] = []

/**
 * @param steps taken since this work last asked
 * @returns `undefined` while there is time left, else a promise that resolves when it is this work's turn again
 */
export function turn(steps = 0): Promise<void> | undefined {
  if (began === undefined) begin()
  taken += steps
  if (taken < most.steps && monotonicNow() - began! < most.time) return undefined
  return new Promise((resolve) => waiting.push(resolve))
}

/** Starts the clock before work that may take long and cannot ask: whoever asks after it yields sooner. */
export function beginTurn(): void {
  if (began === undefined) begin()
}

/**
 * Visits items in batches, each too little work to be worth splitting. Takes turns.
 * @param visit called with the range of indexes `from` up to, not including, `to`
 */
export async function inTurns(
  count: number,
  batchSize: number,
  visit: (from: number, to: number) => void,
): Promise<void> {
  for (let from = 0; from < count; from += batchSize) {
    visit(from, Math.min(from + batchSize, count))
    const others = turn()
    if (others) await others
  }
}

function begin(): void {
  began = monotonicNow()
  taken = 0
  setImmediate(end)
}

/** Incoming events have been handled by now. Resumes one at a time, or a hundred turns would come at once. */
function end(): void {
  began = undefined
  const resume = waiting.shift()
  if (resume === undefined) return
  begin()
  resume()
}
