// The client of a measurement, in a process of its own: gets requests as messages, answers with `Loaded`.
import autocannon from 'autocannon'

export interface Load {
  url: string
  /** Requested in turn, over and over, shared among the connections. */
  targets: string[]
  headers: Record<string, string>
  /** The status every reply must have. */
  status: number
  seconds: number
}

export type Loaded = { replies: number; seconds: number } | { failure: string }

const connections = 10

/** By server, where in its targets the last load has ended: a short one would only repeat what a cache still holds. */
const ends = new Map<string, number>()

process.on('message', async (load: Load) => process.send!(await run(load)))

async function run({ url, targets, headers, status, seconds }: Load): Promise<Loaded> {
  let connection = 0
  const begin = ends.get(url) ?? 0
  const shares = Array.from({ length: connections }, (_, share) => {
    const own = targets.filter((_, place) => place % connections === share % targets.length)
    const from = Math.floor(begin / connections) % own.length
    return [...own.slice(from), ...own.slice(0, from)].map((path) => ({
      method: 'GET' as const,
      path,
      headers,
    }))
  })
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: (client) => client.setRequests(shares[connection++]!),
  })
  ends.set(url, begin + result.requests.total)
  const { requests, duration, errors, timeouts, statusCodeStats } = result
  const others = Object.keys(statusCodeStats ?? {}).filter((code) => code !== String(status))
  if (errors + timeouts > 0) return { failure: `${errors} connections failed, ${timeouts} timed out` }
  if (others.length > 0) return { failure: `some replies had the status ${others.join(', ')}` }
  return { replies: requests.total, seconds: duration }
}
