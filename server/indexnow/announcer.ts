// Tells search engines which addresses of a site to read again: https://www.indexnow.org/documentation
import { many } from '../../snapshot/printable.ts'
import { Deliveries, usualDelays } from '../hooks/deliveries.ts'
import { post } from '../hooks/exchange.ts'
import type { NotifierContext } from '../hooks/watch.ts'
import type { IndexNowSettings } from './configuration.ts'

export interface IndexNowOptions extends IndexNowSettings {
  /** The wait before each further try, in ms. */
  delays?: readonly number[]
}

export const who = 'IndexNow'
/** The time that each try may take, in ms. */
const timeout = 30_000
/** The bounds of one request: the protocol allows this many addresses, and says nothing about bytes. */
const most = { addresses: 10_000, bytes: 2 ** 20 }
const refusals = {
  400: ', which is a mistake of Galley: please report it',
  403: ': the file of the key is not on the site, or has another key in it',
  422: ': the site does not have these addresses, or its key is not one',
}

interface Addresses {
  folder: string
  urlList: readonly string[]
}

export function createAnnouncer(
  { keys, endpoint, delays = usualDelays }: IndexNowOptions,
  { log, info, count }: Pick<NotifierContext, 'log' | 'info' | 'count'>,
) {
  const deliveries = new Deliveries<Addresses>({
    ...{ who, refusals, delays, log, info, count },
    nameOf: ({ folder, urlList }) => `${many(urlList.length, 'address', 'addresses')} in ${folder}`,
    split: splitAddresses,
    send({ folder, urlList }) {
      const [site, key] = [new URL('/', urlList[0]), keys.get(folder)!]
      const message = { host: site.host, key, keyLocation: `${site}${key}.txt`, urlList }
      return post(endpoint, { body: Buffer.from(JSON.stringify(message)) }, timeout)
    },
    both: (first, later) => ({ ...later, urlList: [...new Set([...first.urlList, ...later.urlList])] }),
  })
  const receiver = { name: endpoint.host, url: endpoint }
  return {
    /**
     * @param addresses absolute and in ASCII, at least one
     * @returns whether all of them were taken
     */
    announce: (folder: string, addresses: readonly string[]) =>
      deliveries.notify(receiver, folder, { folder, urlList: addresses }),
    close: () => deliveries.close(),
  }
}

/** Splits off the addresses that one request may have, which are of one site. */
function splitAddresses({ folder, urlList }: Addresses): [Addresses, Addresses | undefined] {
  const site = new URL('/', urlList[0]).href
  const [part, rest]: [string[], string[]] = [[], []]
  let bytes = 0
  for (const address of urlList) {
    const isIn = address.startsWith(site) && part.length < most.addresses
    if (isIn) bytes += address.length + 3
    ;(isIn && bytes <= most.bytes ? part : rest).push(address)
  }
  return [{ folder, urlList: part }, rest.length > 0 ? { folder, urlList: rest } : undefined]
}
