// Tells search engines which addresses of a site to read again: https://www.indexnow.org/documentation
import { setImmediate as nextTurn } from 'node:timers/promises'
import { many } from '../../snapshot/printable.ts'
import { Deliveries, usualDelays } from '../hooks/deliveries.ts'
import { post } from '../hooks/exchange.ts'
import type { TellerContext } from '../hooks/watch.ts'
import type { IndexNowSettings } from './configuration.ts'

export interface IndexNowOptions extends IndexNowSettings {
  /** How long to wait before each further try, in ms. */
  delays?: readonly number[]
}

export const who = 'IndexNow'
/** For each try, in ms. */
const timeout = 30_000
/** In one request: the protocol allows for so many, and says nothing of bytes. */
const most = { addresses: 10_000, bytes: 2 ** 20 }
const refusals = {
  400: ', which is a mistake of Galley: please report it',
  403: ': the file of the key is not on the site, or has another key in it',
  422: ': the site does not have these addresses, or its key is not one',
}

export function createAnnouncer(
  { keys, endpoint, delays = usualDelays }: IndexNowOptions,
  { log, info }: Pick<TellerContext, 'log' | 'info'>,
) {
  const deliveries = new Deliveries({ who, refusals, delays, log, info })
  return {
    /**
     * Takes turns.
     * @param addresses absolute and in ASCII
     * @returns whether all of them were taken
     */
    async announce(folder: string, addresses: Iterable<string>): Promise<boolean> {
      const key = keys.get(folder)!
      const results: Promise<boolean>[] = []
      for (const { origin, urlList } of batchesOf(addresses)) {
        const what = many(urlList.length, 'address', 'addresses')
        const message = { host: new URL(origin).host, key, keyLocation: `${origin}${key}.txt`, urlList }
        const send = () => post(endpoint, { body: Buffer.from(JSON.stringify(message)) }, timeout)
        results.push(deliveries.add(`${endpoint.host} of ${what} in ${folder}`, send))
        await nextTurn()
      }
      return (await Promise.all(results)).every(Boolean)
    },
    close: () => deliveries.close(),
  }
}

/** Each of one site. */
function* batchesOf(addresses: Iterable<string>): Generator<{ origin: string; urlList: string[] }> {
  let batch = { origin: '', urlList: [] as string[] }
  let bytes = 0
  for (const address of addresses) {
    bytes += address.length + 3
    const { origin, urlList } = batch
    const isFull = urlList.length === most.addresses || bytes > most.bytes
    if (isFull || !address.startsWith(origin) || origin === '') {
      if (urlList.length > 0) yield batch
      batch = { origin: new URL('/', address).href, urlList: [] }
      bytes = address.length + 3
    }
    batch.urlList.push(address)
  }
  if (batch.urlList.length > 0) yield batch
}
