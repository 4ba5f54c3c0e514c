// A process that imports the function and answers one request; run with the function's file and the target, or with nothing.
// Prints what it took from the start of the process on.
const [entry, target] = process.argv.slice(2)
if (entry !== undefined) {
  const { default: built } = await import(entry)
  const response: Response = await built.fetch(new Request(`https://galley.example${target}`))
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${target} is answered with ${response.status}`)
}
const milliseconds = performance.now()
const { user, system } = process.cpuUsage()
console.log(JSON.stringify({ milliseconds, cpu: (user + system) / 1_000 }))
