import { networkInterfaces } from 'node:os'
import { classifyAddress } from '#domain/net/address-class.ts'

/** Whether an address belongs to this machine: loopback or an interface. */
export const isOwnAddress = (address: string): boolean =>
  classifyAddress(address) === 'loopback' ||
  Object.values(networkInterfaces()).some((list) => list?.some((one) => one.address === address))
