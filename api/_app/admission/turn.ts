// Turns at the event loop, of which there is one for all requests: work that takes long asks at every step whether it
// is somebody else's turn.

/** How long work may go on before it waits for its next turn, in ms. */
const longest = 10

/** When the present turn began; `undefined` where nothing has asked since the loop came round. */
let began: number | undefined
/** Whose turn it will be, in this order. */
const waiting: (() => void)[] = []

/** `undefined` while there is time left, else what resolves when it is this work's turn again. */
export function turn(): Promise<void> | undefined {
  if (began === undefined) begin()
  else if (performance.now() - began >= longest) return new Promise((resolve) => waiting.push(resolve))
  return undefined
}

function begin(): void {
  began = performance.now()
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
