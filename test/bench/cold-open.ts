// A process that opens a workspace and answers one listing; run with the folder of data. Prints milliseconds.
const started = performance.now()
const { ask, openApp } = await import('./app.ts')
const imported = performance.now()
await ask(openApp(process.argv[2]!), '/v1/demo/posts')
const answered = performance.now()
console.log(JSON.stringify({ imports: imported - started, answer: answered - imported }))
