// Lists of networks, by which addresses are told apart.
import { BlockList } from 'node:net'

/** @param written such as `10.0.0.0/8`, with blanks between them */
export function networks(written: string, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of written.split(/\s+/)) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}
