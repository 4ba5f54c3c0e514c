// Lists of networks, by which addresses are told apart.
import { BlockList, isIPv6 } from 'node:net'

/**
 * Returns a function that tells whether an address is in one of some networks.
 * @param written such as `10.0.0.0/8 fc00::/7`, with blanks between them
 */
export function networks(written: string): (address: string) => boolean {
  // A combined list would match IPv4 addresses with `::/64`.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
  for (const network of written.split(/\s+/)) {
    const [address = '', bits] = network.split('/')
    lists[familyOf(address)].addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => lists[familyOf(address)].check(address, familyOf(address))
}
