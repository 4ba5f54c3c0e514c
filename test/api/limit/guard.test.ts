// What the log says about a store that comes and goes: one line when an outage begins, one when it ends, and the right count.
import { expect, onTestFinished, test, vi } from 'vitest'
import { AnswerError } from '../../../api/_app/limit/shared-store/counter.ts'
import { Guard } from '../../../api/_app/limit/shared-store/guard.ts'

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

test('no timer is left once the store has answered', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { ask } = guard()
  await ask(2, answers)
  await ask(1, fails)
  expect(vi.getTimerCount()).toBe(0)
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

const named = (name: string, message = 'secret') => Object.assign(new Error(message), { name })

test.each<[error: unknown, reason: string]>([
  [Object.assign(new Error('secret'), { code: 'CERT_HAS_EXPIRED' }), 'CERT_HAS_EXPIRED'],
  [new Error('secret', { cause: { code: 'UND_ERR_SOCKET' } }), 'UND_ERR_SOCKET'],
  [Object.assign(new Error('WRONGPASS secret', { cause: { code: 'B00' } }), { code: 'AAA' }), 'AAA'],
  [Object.assign(new Error('x'), { code: `A${'9'.repeat(40)}` }), `A${'9'.repeat(40)}`],
  ...['AB', '9AA', 'Aaa', `A${'9'.repeat(41)}`, 7].map((code): [unknown, string] => [
    Object.assign(new Error('secret'), { code }),
    'an error of type Error',
  ]),
  [new AnswerError('secret'), 'an invalid answer'],
  [new SyntaxError('secret'), 'an invalid answer'],
  [named('TimeoutError'), 'no answer in time'],
  [new Error('Socket timeOut of secret'), 'no answer in time'],
  [new Error('ERR Max daily request limit exceeded'), 'its own quota is used up'],
  [new Error('MAX REQUESTS LIMIT EXCEEDED'), 'its own quota is used up'],
  [new Error('WRONGPASS secret'), 'it says WRONGPASS'],
  [new Error('Command failed: ERR NOPERM secret'), 'it says NOPERM'],
  [new Error('ERR unknown secret'), 'it says ERR'],
  [new Error('Command failed: LOADING secret'), 'it says LOADING'],
  [new TypeError('secret WRONGPASS'), 'an error of type TypeError'],
  [new Error('NO secret'), 'an error of type Error'],
  [new Error(`${'A'.repeat(21)} secret`), 'an error of type Error'],
  [new Error('WRONGPASSsecret'), 'an error of type Error'],
  ['secret', 'an error without a name'],
  [undefined, 'an error without a name'],
])('%s is told of without what it may contain: %s', async (error, reason) => {
  const { log, ask } = guard()
  await ask(3, () => Promise.reject(error))
  expect(log).toEqual([began.replace('ECONNREFUSED', reason)])
})

test('another reason is told of, but not that it is someone else who did not wait', async () => {
  const { clock, log, ask } = guard()
  const failing = (code: string) => () => Promise.reject(Object.assign(new Error('secret'), { code }))
  const other = (code: string) => `rate limits: Redis is still failing, now for another reason (${code})`
  await ask(3, failing('ETIMEDOUT'))
  const probe = async (question: () => Promise<string>) => {
    clock.ms += 6_000
    await ask(1, question)
  }
  const noAnswer = () => Promise.reject(new Error('no answer'))
  await probe(failing('ETIMEDOUT'))
  expect(log).toHaveLength(1)
  await probe(failing('ETIMEDOUTS'))
  await probe(failing('ETIMEDOUTS'))
  await probe(failing('XETIMEDOUT'))
  await probe(noAnswer)
  expect(log.slice(1)).toEqual([other('ETIMEDOUTS'), other('XETIMEDOUT'), other('an error of type Error')])
  // Not again within an hour, and then as what it is.
  await probe(failing('ETIMEDOUTS'))
  clock.ms += 3_000_000
  await probe(failing('XETIMEDOUT'))
  expect(log).toHaveLength(4)
  clock.ms += 600_000
  await probe(failing('XETIMEDOUT'))
  await probe(failing('XETIMEDOUT'))
  expect(log.slice(4)).toEqual([other('XETIMEDOUT').replace(', now for another reason', '')])
})

test('probes and lines are timed by a clock that nobody sets', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const log: string[] = []
  const one = new Guard({ backend: 'upstash', deadline: 1_000, log: (line) => log.push(line) })
  const ask = async (reason: string) => {
    expect(await one.ask(() => Promise.reject(new TypeError(reason)))).toBeUndefined()
    await new Promise(setImmediate)
    return log.length
  }
  expect([await ask('AAA'), await ask('AAA'), await ask('AAA'), await ask('BBB')]).toEqual([0, 0, 1, 1])
  vi.advanceTimersByTime(799)
  expect(await ask('BBB')).toBe(1)
  vi.advanceTimersByTime(402)
  expect(await ask('BBB')).toBe(2)
  expect(log[1]).toBe('rate limits: Upstash is still failing, now for another reason (it says BBB)')
})

test('no answer within the deadline is the same whoever waited for it', async () => {
  const clock = { ms: 0 }
  const log: string[] = []
  const one = new Guard({
    backend: 'upstash',
    deadline: 1,
    log: (line) => log.push(line),
    elapsed: () => clock.ms,
  })
  const never = () => new Promise<string>(() => {})
  for (let i = 0; i < 3; i++) expect(await one.ask(never)).toBeUndefined()
  expect(log).toEqual([
    'rate limits: Upstash is failing (no answer within 1 ms); this process counts alone until it is back',
  ])
  clock.ms = 6_000
  await one.ask(() => Promise.reject(Object.assign(new Error('secret'), { code: 'ETIMEDOUT' })))
  await new Promise(setImmediate)
  expect(log).toHaveLength(1)
})
