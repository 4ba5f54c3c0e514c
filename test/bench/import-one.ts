// A process that imports one module; run with its path or name. Prints milliseconds.
const started = performance.now()
await import(process.argv[2]!)
console.log(performance.now() - started)
