// What the log says about a store that comes and goes: one line when an outage begins, one when it ends, and the right count.
import { expect, test } from 'vitest'
import { Guard } from '../../../api/_app/limit/shared/guard.ts'

const answers = async () => 'an answer'
const fails = () => Promise.reject(Object.assign(new Error('secret'), { code: 'ECONNREFUSED' }))

function guard() {
  const clock = { ms: 0 }
  const log: string[] = []
  const one = new Guard({
    backend: 'redis',
    deadline: 20_000,
    log: (line) => log.push(line),
    elapsed: () => clock.ms,
    random: () => 0.5,
  })
  /** Asks a number of times. @returns how many were answered */
  async function ask(times: number, question: () => Promise<string>): Promise<number> {
    let answered = 0
    for (let i = 0; i < times; i++) if ((await one.ask(question)) !== undefined) answered++
    await new Promise(setImmediate)
    return answered
  }
  return { one, clock, log, ask }
}

const began = 'rate limits: Redis is failing (ECONNREFUSED); this process counts alone until it is back'

test('a store that fails is told of once, and so is how many requests did without it', async () => {
  const { one, clock, log, ask } = guard()
  expect(await ask(5, answers)).toBe(5)
  expect(await ask(2, fails)).toBe(0)
  expect(log).toEqual([])
  expect(await ask(20, fails)).toBe(0)
  // Refused by this process itself, without asking the store.
  for (let i = 0; i < 7; i++) one.skipped()
  expect([log, one.degraded]).toEqual([[began], true])
  clock.ms = 1_000
  expect(await ask(1, answers)).toBe(0)
  expect(log).toEqual([began, 'rate limits: Redis is back; 30 requests were decided without it'])
  expect([await ask(3, answers), one.degraded]).toEqual([3, false])
})

test('each time is counted by itself, and so is no failure that passed', async () => {
  const { one, clock, log, ask } = guard()
  await ask(2, fails)
  await ask(1, answers)
  for (const seconds of [1, 3]) {
    one.skipped()
    await ask(3, fails)
    clock.ms += seconds * 1_000
    await ask(1, answers)
  }
  const ended = 'rate limits: Redis is back; 4 requests were decided without it'
  expect(log).toEqual([began, ended, began, ended])
})

test('a probe that fails is no news', async () => {
  const { clock, log, ask } = guard()
  await ask(3, fails)
  for (let i = 0; i < 5; i++) {
    clock.ms += 5_000
    await ask(1, fails)
  }
  expect(log).toEqual([began])
})

test.each(['ECONNREFUSED secret', 'secret', `E${'X'.repeat(50)}`])(
  'a code that is no name of the system, %j, is not repeated',
  async (code) => {
    const { log, ask } = guard()
    await ask(3, () => Promise.reject(Object.assign(new Error('secret'), { code })))
    expect(log).toEqual([began.replace('ECONNREFUSED', 'an error of type Error')])
  },
)
