// galley schema
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { discover } from '../../build/discover/discover.ts'
import { jsonSchemas } from '../../build/edit/json-schema.ts'
import { displayPathOf } from '../../build/problems/display-path.ts'
import { configure } from '../../build/workspace/configure.ts'
import { withCollections } from '../../build/workspace/family.ts'
import { makeFolder } from '../../snapshot/format/disk.ts'
import { writeSealed } from '../../snapshot/format/sealed-file.ts'
import { SUCCESS } from '../cli/command.ts'
import { commandOf } from '../cli/flags.ts'
import { ownContentFolder, requiredContentFolder } from '../cli/project.ts'
import { printed, printJson, printLine } from '../terminal/print.ts'

export const command = commandOf('schema', [], async (values, { stdout, env }) => {
  const content = ownContentFolder(values)
  const workspaces =
    content === undefined ? [] : configure(discover(content).value, env).value.flatMap(withCollections)
  const schemas = jsonSchemas(workspaces.map(({ settings }) => settings))
  if (values.json) {
    printJson(stdout, schemas)
    return printed(stdout)
  }
  const out = String(values.out ?? join(dirname(requiredContentFolder(values)), 'schemas'))
  makeFolder(out)
  for (const [name, schema] of Object.entries(schemas)) {
    // A file that is there already may be a link to something else.
    rmSync(join(out, name), { force: true })
    writeSealed(join(out, name), `${JSON.stringify(schema, null, 2)}\n`)
    if (!values.quiet) printLine(stdout, displayPathOf(join(out, name)))
  }
  return SUCCESS
})
