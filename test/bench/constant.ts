// The baseline for listings: a bare node:http server that sends one constant buffer. Run with the file that
// holds the bytes; prints its port.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [file = ''] = process.argv.slice(2)
const bytes = readFileSync(file)
const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': bytes.length,
}
const server = createServer((_, response) => {
  response.writeHead(200, headers)
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
