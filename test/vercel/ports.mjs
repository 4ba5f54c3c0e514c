// Loaded into the dev server's process: tells the parent each port that is listened on there. The first is the dev
// server's own proxy, the second the function's server behind it.
import { Server } from 'node:net'

const { listen } = Server.prototype

Server.prototype.listen = function (...args) {
  this.once('listening', () => process.send({ listening: this.address().port }))
  return listen.apply(this, args)
}
