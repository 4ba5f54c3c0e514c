// A registry on this machine, in a folder, which asks no other one. Prints its address once it listens. JavaScript, since its types are
// here only once it is installed.
import { join } from 'node:path'
import { runServer } from 'verdaccio'

const [folder] = process.argv.slice(2)
const everybody = { access: '$all', publish: '$all', unpublish: '$all' }
const app = await runServer({
  self_path: folder,
  storage: join(folder, 'storage'),
  auth: { htpasswd: { file: join(folder, 'users') } },
  uplinks: {},
  packages: { '**': everybody },
  web: { enable: false },
  max_body_size: '50mb',
  log: { type: 'stdout', format: 'json', level: 'error' },
})
app.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${app.address().port}`))
