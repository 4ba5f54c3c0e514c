// Turns at the event loop, of which there is one for all requests: work that takes long asks at every step whether it
// is somebody else's turn.

/** How long work may go on before it waits for its next turn: in ms, and in steps of some nanoseconds where it counts them. */
const most = { time: 10, steps: 500_000 }

/** When the present turn began; `undefined` where nothing has asked since the loop came round. */
let began: number | undefined
/** Steps that were taken in it. */
let taken = 0
/** Whose turn it will be, in this order. */
const waiting: (() => void)[] = []

/**
 * @param steps that were taken since this work asked last
 * @returns `undefined` while there is time left, else what resolves when it is this work's turn again
 */
export function turn(steps = 0): Promise<void> | undefined {
  if (began === undefined) begin()
  taken += steps
  if (taken < most.steps && performance.now() - began! < most.time) return undefined
  return new Promise((resolve) => waiting.push(resolve))
}

/** What may take long begins here, and cannot ask meanwhile: who asks behind it gives way the sooner. */
export function beginTurn(): void {
  if (began === undefined) begin()
}

/**
 * Goes through a row of items, of which a stretch at a time is no work worth parting. Takes turns.
 * @param visit told of places `from` up to but without `to`
 */
export async function inTurns(
  count: number,
  atOnce: number,
  visit: (from: number, to: number) => void,
): Promise<void> {
  for (let from = 0; from < count; from += atOnce) {
    visit(from, Math.min(from + atOnce, count))
    const others = turn()
    if (others) await others
  }
}

function begin(): void {
  began = performance.now()
  taken = 0
  setImmediate(end)
}

/** What came in meanwhile has been looked at by now. One goes on at a time, or a hundred turns would come at once. */
function end(): void {
  began = undefined
  const resume = waiting.shift()
  if (resume === undefined) return
  begin()
  resume()
}
