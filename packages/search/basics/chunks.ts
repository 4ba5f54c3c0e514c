// Long loops, a chunk at a time. V8 knows too little of a function that is called once a build and spends its time in a loop: what it compiles
// of it is dropped at the next call, for several builds in a row. A function that is called for each chunk is compiled once.

const length = 4_096

/** @param work called for one chunk after the other, `to` exclusive; the loop is to be in a function that it calls */
export function inChunks(count: number, work: (from: number, to: number) => void): void {
  for (let from = 0; from < count; from += length) work(from, Math.min(count, from + length))
}
