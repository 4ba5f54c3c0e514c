// Decides who may do costly work, and when.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Admission } from '../../api/_app/admission/admission.ts'
import {
  AdmissionQueue,
  type QueueOptions,
  queueDefaults,
  type Ticket,
} from '../../api/_app/admission/queue.ts'
import type { HttpError } from '../../api/_app/http/error.ts'
import type { ByteStream } from '../../api/_app/http/reply.ts'
import type { AppRequest } from '../../api/_app/http/request.ts'
import { monotonicNow } from '../../api/_app/turns/turn.ts'

const queueOf = (options: Partial<QueueOptions> = {}) => new AdmissionQueue({ ...queueDefaults, ...options })
const tick = () => new Promise((resolve) => setImmediate(resolve))

/** Enters the queue, and records who was admitted. */
function asking(queue: AdmissionQueue) {
  const admitted: { name: string; ticket: Ticket }[] = []
  const refused: string[] = []
  const enter = (client: string, name = client, onDisconnect?: (listener: () => void) => () => void) => {
    queue.enter({ client, since: monotonicNow(), onDisconnect }).then(
      (ticket) => admitted.push({ name, ticket }),
      (error: HttpError) => refused.push(`${name} ${error.status} ${error.label}`),
    )
  }
  /** Lets the first of those working leave; resolves when somebody else has begun. */
  const leave = async () => {
    admitted.shift()!.ticket.leave()
    await tick()
  }
  return { admitted, refused, enter, leave, names: () => admitted.map(({ name }) => name) }
}

describe('a queue', () => {
  test('lets two work, eight per client and 64 in all wait, and refuses the rest', async () => {
    const queue = queueOf()
    const { enter, refused } = asking(queue)
    for (let i = 0; i < 11; i++) enter('a')
    await tick()
    expect(queue.state).toEqual({ waiting: 8, begun: 2, working: 2 })
    expect(refused).toEqual(['a 503 Busy'])
    for (let i = 0; i < 57; i++) enter(`b${i}`)
    await tick()
    expect(queue.state.waiting).toBe(64)
    // The client with the most loses one.
    expect(refused).toEqual(['a 503 Busy', 'a 503 Busy'])
  })

  test('lets clients take turns, and each of them in its order', async () => {
    const { enter, leave, names } = asking(queueOf({ slots: 1 }))
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) enter(name[0]!, name)
    await tick()
    const order: string[] = []
    while (names().length > 0) {
      order.push(names()[0]!)
      await leave()
    }
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  test('lets a client begin at once past others that have begun as much as they may', async () => {
    const queue = queueOf({ begun: { client: 1, all: 16 } })
    const { enter, leave, names } = asking(queue)
    for (const name of ['a1', 'a2', 'b1']) enter(name[0]!, name)
    await tick()
    expect([names(), queue.state.waiting]).toEqual([['a1', 'b1'], 1])
    await leave()
    expect(names()).toEqual(['b1', 'a2'])
  })

  test('refuses a request that has waited too long since it first entered', async () => {
    const queue = queueOf({ slots: 1 })
    const { enter, refused } = asking(queue)
    enter('a')
    await expect(queue.enter({ client: 'b', since: monotonicNow() - 29_990 })).rejects.toMatchObject({
      status: 503,
      message: 'Too many slow requests are in progress; try again in 5 s.',
      headers: { 'Retry-After': '5' },
    })
    expect(queue.state).toEqual({ waiting: 0, begun: 1, working: 1 })
    let ended = false
    const end = () => {
      ended = true
    }
    void queue.enter({ client: 'b', since: monotonicNow() - 20_000 }).then(end, end)
    await tick()
    expect([ended, queue.state.waiting, refused]).toEqual([false, 1, []])
  })

  test('is left at once by a client that disconnects, or already has', async () => {
    const queue = queueOf({ slots: 1 })
    const { enter, refused, leave, names } = asking(queue)
    let go = () => {}
    let listening = 0
    const gone = (listener: () => void) => {
      go = listener
      listening++
      return () => listening--
    }
    const already = (listener: () => void) => {
      listener()
      return () => {}
    }
    enter('a')
    enter('b', 'b', gone)
    enter('c', 'c', already)
    enter('d')
    await tick()
    expect(queue.state.waiting).toBe(2)
    go()
    await tick()
    expect([queue.state.waiting, listening, refused]).toEqual([1, 0, ['c 503 Busy', 'b 503 Busy']])
    await leave()
    expect(names()).toEqual(['d'])
  })

  test('gives the slot of resting work to others, and resumes work before starting new work', async () => {
    const queue = queueOf({ slots: 1, rest: 0 })
    const { admitted, enter, names } = asking(queue)
    enter('a')
    enter('b')
    enter('c')
    await tick()
    expect(names()).toEqual(['a'])
    admitted[0]!.ticket.rest()
    await expect.poll(names).toEqual(['a', 'b'])
    let resumed = false
    const resuming = admitted[0]!.ticket.resume().then(() => {
      resumed = true
    })
    await tick()
    expect([resumed, queue.state]).toEqual([false, { waiting: 1, begun: 2, working: 1 }])
    admitted[1]!.ticket.leave()
    await resuming
    expect([names(), queue.state]).toEqual([['a', 'b'], { waiting: 1, begun: 1, working: 1 }])
    admitted[0]!.ticket.leave()
    admitted[0]!.ticket.leave()
    await tick()
    expect([names(), queue.state]).toEqual([['a', 'b', 'c'], { waiting: 0, begun: 1, working: 1 }])
  })

  test('keeps no timer for who no longer waits or rests', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const queue = queueOf({ slots: 1 })
    const { admitted, enter, refused } = asking(queue)
    let stopped = 0
    enter('a')
    enter('b', 'b', () => () => stopped++)
    await tick()
    expect(vi.getTimerCount()).toBe(1)
    const [a] = admitted
    a!.ticket.rest()
    a!.ticket.rest()
    expect(vi.getTimerCount()).toBe(2)
    await a!.ticket.resume()
    expect(vi.getTimerCount()).toBe(1)
    a!.ticket.rest()
    a!.ticket.leave()
    await tick()
    expect([vi.getTimerCount(), stopped]).toEqual([0, 1])
    enter('c')
    await tick()
    vi.advanceTimersByTime(30_000)
    await tick()
    expect([refused, vi.getTimerCount()]).toEqual([['c 503 Busy'], 0])
    const b = admitted[1]!.ticket
    b.rest()
    vi.advanceTimersByTime(249)
    expect(queue.state.working).toBe(1)
    vi.advanceTimersByTime(1)
    expect(queue.state.working).toBe(0)
    b.rest()
    expect(vi.getTimerCount()).toBe(0)
    b.leave()
    expect(queue.state).toEqual({ waiting: 0, begun: 0, working: 0 })
  })

  test('forgets work that leaves while it waits to go on', async () => {
    const queue = queueOf({ slots: 1, rest: 0 })
    const { admitted, enter } = asking(queue)
    enter('a')
    enter('b')
    await tick()
    admitted[0]!.ticket.rest()
    await expect.poll(() => admitted.length).toBe(2)
    const resumed = admitted[0]!.ticket.resume()
    admitted[0]!.ticket.leave()
    await resumed
    admitted[1]!.ticket.leave()
    expect(queue.state).toEqual({ waiting: 0, begun: 0, working: 0 })
    enter('c')
    await tick()
    expect([admitted.length, queue.state.working]).toEqual([3, 1])
  })

  test.each(['resting', 'paused'] as const)(
    'refuses work that was %s and waits too long to go on, or at once when its client disconnects',
    async (how) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      const queue = queueOf({ slots: 1, rest: 0 })
      const { admitted, leave } = asking(queue)
      let disconnect = () => {}
      const onDisconnect = (listener: () => void) => {
        disconnect = listener
        return () => {}
      }
      const ranks = [3, 2]
      for (const rank of ranks) {
        const one = {
          client: 'a',
          since: monotonicNow(),
          rank: () => rank,
          ...(rank === 2 && { onDisconnect }),
        }
        void queue.enter(one).then((ticket) => admitted.push({ name: String(rank), ticket }))
      }
      await tick()
      const interrupt = async ({ ticket }: { ticket: Ticket }) => {
        if (how === 'paused') ticket.pause()
        else ticket.rest()
        await vi.advanceTimersByTimeAsync(5)
        const waits = how === 'paused' ? ticket.proceed() : ticket.resume()
        return waits!.then(
          () => 'goes on',
          (error: HttpError) => `${error.status} ${error.label}`,
        )
      }
      const oldest = interrupt(admitted[0]!)
      await tick()
      expect(admitted.map(({ name }) => name)).toEqual(['3', '2'])
      const said: string[] = []
      void oldest.then((one) => said.push(one))
      await vi.advanceTimersByTimeAsync(29_900)
      expect(said).toEqual([])
      await vi.advanceTimersByTimeAsync(100)
      expect(said).toEqual(['503 Busy'])
      await leave()
      void queue
        .enter({ client: 'b', since: monotonicNow() })
        .then((ticket) => admitted.push({ name: 'b', ticket }))
      const gone = interrupt(admitted[0]!)
      await tick()
      disconnect()
      expect(await gone).toBe('503 Busy')
      await leave()
      await leave()
      expect([queue.state, vi.getTimerCount()]).toEqual([{ waiting: 0, begun: 0, working: 0 }, 0])
    },
  )

  test('is stuck if work waits and nothing goes on while the event loop turns, and not if it is only busy', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const queue = queueOf({ slots: 1 })
    const { admitted, enter, leave } = asking(queue)
    enter('a')
    await tick()
    vi.advanceTimersByTime(60_000)
    // Nobody waits.
    expect(queue.isStuck).toBe(false)
    enter('b')
    vi.advanceTimersByTime(9_000)
    admitted[0]!.ticket.pause()
    void admitted[0]!.ticket.proceed()
    // It went on.
    vi.advanceTimersByTime(9_000)
    expect(queue.isStuck).toBe(false)
    vi.advanceTimersByTime(1_000)
    expect(queue.isStuck).toBe(true)
    await leave()
    expect([queue.isStuck, admitted.length]).toEqual([false, 1])
    await leave()
    vi.advanceTimersByTime(1_000)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is not stuck if work waits only until readers have taken what others hold', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const queue = queueOf({ slots: 2, begun: { client: 1, all: 1 } })
    const { enter } = asking(queue)
    enter('a')
    enter('b')
    await tick()
    vi.advanceTimersByTime(29_000)
    expect([queue.state.waiting, queue.isStuck]).toEqual([1, false])
  })

  test('resumes work at once if nobody else works meanwhile', async () => {
    const queue = queueOf({ slots: 1, rest: 0 })
    const { admitted, enter } = asking(queue)
    enter('a')
    await tick()
    admitted[0]!.ticket.rest()
    await expect.poll(() => queue.state.working).toBe(0)
    await admitted[0]!.ticket.resume()
    expect(queue.state).toEqual({ waiting: 0, begun: 1, working: 1 })
  })

  test('lets no client fill it with work that rests', async () => {
    const queue = queueOf({ slots: 1, rest: 0, begun: { client: 2, all: 3 } })
    const { admitted, enter, names } = asking(queue)
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) enter(name[0]!, name)
    for (const begun of [1, 2, 3]) {
      await expect.poll(() => queue.state.begun).toBe(begun)
      admitted.at(-1)!.ticket.rest()
    }
    await expect.poll(() => queue.state.working).toBe(0)
    expect([names(), queue.state.waiting]).toEqual([['a1', 'a2', 'b1'], 2])
    admitted[1]!.ticket.leave()
    await expect.poll(names).toEqual(['a1', 'a2', 'b1', 'c1'])
  })
})

describe('admission', () => {
  const request = { method: 'GET', target: '/', header: () => undefined, address: undefined }

  test('gives a request that enters twice no more time than one that enters once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'hrtime'] })
    onTestFinished(() => void vi.useRealTimers())
    const admission = new Admission({ slots: 1, timeout: 100 })
    expect(await admission.run(request, () => 'first')).toBe('first')
    let release = () => {}
    void admission.run({ ...request }, () => new Promise<void>((resolve) => (release = resolve)))
    await vi.advanceTimersByTimeAsync(60)
    const said: string[] = []
    const again = (one: AppRequest) =>
      admission
        .run(one, () => 'again')
        .then(
          (done) => said.push(done),
          (error: HttpError) => said.push(error.label),
        )
    const both = [again(request), again({ ...request })]
    await vi.advanceTimersByTimeAsync(39)
    expect(said).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(said).toEqual(['Busy'])
    release()
    await Promise.all(both)
    expect([said, admission.state]).toEqual([['Busy', 'again'], { waiting: 0, begun: 0, working: 0 }])
  })

  test('of a stream ends with it, however that ends; while it rests, others work', async () => {
    const admission = new Admission({ rest: 0 })
    const ended: string[] = []
    const begun = async (parts: number) => {
      async function* chunks() {
        try {
          for (let i = 0; i < parts; i++) yield Buffer.from('a')
        } finally {
          ended.push('read')
        }
      }
      const body = { chunks, isCostly: true, close: () => ended.push('closed') }
      return (await admission.begin({ status: 200, headers: {}, body }, request)).body as ByteStream
    }
    const whole = await begun(3)
    let bytes = 0
    for await (const chunk of whole.chunks()) {
      bytes += chunk.length
      await expect.poll(() => admission.state.working).toBe(0)
    }
    expect([bytes, ended, admission.state.begun]).toEqual([3, ['read'], 1])
    whole.close()
    expect([ended, admission.state.begun]).toEqual([['read', 'closed'], 0])
    for (const parts of [1, 2]) {
      const left = await begun(3)
      let taken = 0
      for await (const _ of left.chunks()) if (++taken === parts) break
      ended.splice(0)
      expect(admission.state.begun).toBe(1)
      left.close()
      await tick()
      expect([ended.sort(), admission.state.begun]).toEqual([
        parts === 1 ? ['closed', 'read'] : ['closed'],
        0,
      ])
    }
    ended.splice(0)
    const unread = await begun(3)
    unread.close()
    await tick()
    expect([ended.sort(), admission.state]).toEqual([
      ['closed', 'read'],
      { waiting: 0, begun: 0, working: 0 },
    ])
  })
})
