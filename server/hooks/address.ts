// Hooks may lead by `https` and a name with a dot to public addresses only, else where the operator means them to. A name
// is checked by what it resolves to at the moment of connecting, so that one that resolves to something else later is of no use.
import { lookup } from 'node:dns'
import { isIP, isIPv4, type LookupFunction } from 'node:net'
import { ipv4In } from '../../api/_app/http/request.ts'
import { networks } from '../networks.ts'

/** A rule returns why no connection to an address may be made, as the end of a sentence about it; `undefined` if one may. */
export type AddressRule = (address: string) => string | undefined

/** A name resolves to an address that the rule refuses. */
export class RefusedAddress extends Error {}

/**
 * IANA's registry of special-purpose addresses: private, shared (CGNAT), loopback, link-local with the metadata of clouds,
 * documentation, benchmarks, multicast and reserved; and Azure's metadata, which have an address like any other. Of IPv6, only
 * global unicast is public, without the parts of it that are special, some with an IPv4 address inside.
 */
const isSpecial =
  networks(`0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32
  ::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 2002::/16 3fff::/20`)
/** Link-local, where most clouds have their metadata, and where the others do: Azure, Alibaba, Oracle; AWS and Google by IPv6. */
const isUnmeant = networks(`169.254.0.0/16 168.63.129.16/32 100.100.100.200/32 192.0.0.192/32
  fe80::/10 fd00:ec2::254/128 fd20:ce::254/128`)
/** IPv4 addresses as IPv6: mapped, and translated by a network without IPv4 (RFC 6052). */
const holdsIPv4 = networks('::ffff:0:0/96 64:ff9b::/96')

export function ruleFor(url: URL): AddressRule {
  const host = hostOf(url)
  const [isRefused, reason] =
    url.protocol === 'https:' && host.includes('.') && isIP(host) === 0
      ? [isSpecial, 'which is not a public address']
      : [isUnmeant, 'which is link-local, or has the metadata of a cloud']
  return (address) => {
    // A zone is needed by link-local addresses only.
    const isUsual = isIP(address) !== 0 && !address.includes('%')
    const plain = isUsual && !isIPv4(address) && holdsIPv4(address) ? ipv4In(address) : address
    return isUsual && !isRefused(plain) ? undefined : reason
  }
}

/** Returns why an address in a URL is refused; names are checked when they are resolved. */
export function refusalOf(url: URL): RefusedAddress | undefined {
  const host = hostOf(url)
  return isIP(host) ? refusedBy(ruleFor(url), host) : undefined
}

function refusedBy(rule: AddressRule, address: string): RefusedAddress | undefined {
  const reason = rule(address)
  return reason === undefined ? undefined : new RefusedAddress(`it is at ${address}, ${reason}`)
}

/** Returns the host without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

/** Resolves names like `dns.lookup`, and fails unless the rule allows every address. Node asks for names only. */
export function checkedLookup(rule: AddressRule): LookupFunction {
  return (name, options, callback) => {
    lookup(name, { ...options, all: true }, (error, addresses = []) => {
      const [refusal] = addresses.flatMap(({ address }) => refusedBy(rule, address) ?? [])
      const [first] = addresses
      const problem = error ?? refusal
      if (problem || !first) callback(problem ?? new Error('it has no address'), '', 0)
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
