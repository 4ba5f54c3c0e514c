// Flags are those that help names, each with or without a value as it says there.
import { expect, test } from 'vitest'
import { commands } from '../../bin/commands.ts'
import { main } from '../../bin/main.ts'

test.each(Object.keys(commands))('%s takes the flags that its help names, and no others', async (name) => {
  const run = async (...argv: string[]) => {
    let [stdout, stderr] = ['', '']
    const write = (text: string) => (stdout += text)
    const code = await main({
      argv: [...name.split(' '), ...argv],
      env: {},
      stdout: { write },
      stderr: { write: (text) => (stderr += text) },
    })
    return { code, stdout, stderr }
  }
  const help = await run('--help')
  expect(help.code).toBe(0)
  const named = [...help.stdout.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)( [A-Z[])?/gm)]
  const { command } = await commands[name]!.load()
  const { flags = {}, operands = [] } = command
  const known = named.map(([, flag]) => flag!.slice(2)).filter((flag) => !['help', 'quiet'].includes(flag))
  expect(known.sort()).toEqual(Object.keys(flags).sort())
  for (const [, flag = '', value] of named) {
    const given = value ? [flag, 'x'] : [flag]
    expect(await run(...given, '--help'), flag).toEqual(help)
    const wrong = await run(value ? flag : `${flag}=x`, ...(value ? [] : ['--help']))
    expect([wrong.code, wrong.stderr], flag).toEqual([2, expect.stringContaining(flag)])
  }
  const required = operands.filter((operand) => !/[?…]/.test(operand))
  for (const [given, operand] of required.entries()) {
    expect(help.stdout).toContain(operand)
    expect(await run(...required.slice(0, given).map(() => 'x'))).toEqual({
      ...{ code: 2, stdout: '', stderr: `galley: The ${operand} is missing. Run it with --help.\n` },
    })
  }
  expect(required.every((operand) => /^[A-Z]+$/.test(operand))).toBe(true)
})
