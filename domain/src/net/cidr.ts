import { Refusal } from '../refusal.ts'
import { addressBytes } from './address.ts'

export interface Cidr {
  /** 4 bytes for IPv4, 16 for IPv6. */
  bytes: readonly number[]
  bits: number
}

export type CidrList = ReturnType<typeof parseCidrList>

export function inCidr(address: readonly number[], { bytes, bits }: Cidr): boolean {
  if (address.length !== bytes.length) return false
  return bytes.every((byte, i) => {
    const covered = Math.min(8, Math.max(0, bits - i * 8))
    const mask = (0xff << (8 - covered)) & 0xff
    return (byte & mask) === ((address[i] ?? 0) & mask)
  })
}

/** `10.0.0.0/8`, or a single address; undefined for anything else. */
export function parseCidr(text: string): Cidr | undefined {
  const [, address = '', length] = /^([^/%]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? []
  const bytes = addressBytes(address)
  if (!bytes) return undefined
  const width = bytes.length * 8
  const bits = length === undefined ? width : Number(length)
  return bits > width ? undefined : { bytes, bits }
}

const mappedPrefix: Cidr = { bytes: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0], bits: 96 }

/** A dual-stack socket shows an IPv4 peer as `::ffff:a.b.c.d`: both spellings are the same peer (R16). */
export function unmapped(bytes: readonly number[]): readonly number[] {
  return inCidr(bytes, mappedPrefix) ? bytes.slice(12) : bytes
}

function unmappedCidr(cidr: Cidr): Cidr {
  const bytes = cidr.bits >= 96 ? unmapped(cidr.bytes) : cidr.bytes
  return bytes === cidr.bytes ? cidr : { bytes, bits: cidr.bits - 96 }
}

/** Parses `trustedProxyCIDRs` and similar lists, separated by commas, blanks or lines; an empty list contains nothing. */
export function parseCidrList(text: string, field?: string) {
  const entries = text
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      const cidr = parseCidr(entry)
      if (cidr) return unmappedCidr(cidr)
      throw new Refusal('input.range-of-addresses', { entry: entry.slice(0, 80) }, field)
    })
  return {
    entries,
    /** False for text that is not an address: never trust what cannot be parsed. */
    contains(address: string): boolean {
      const bytes = addressBytes(address)
      if (!bytes) return false
      const peer = unmapped(bytes)
      return entries.some((entry) => inCidr(peer, entry))
    },
  }
}
