import type { Mint } from '#domain/clients/credentials.ts'

const bytes = (n: number) => crypto.getRandomValues(new Uint8Array(n))

/** An even number of digits. */
export const hexDigits = (count: number): string =>
  Array.from(bytes(count / 2), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The browser's clock and random source. `crypto.randomUUID` is missing over plain HTTP. */
export const browserMint = (): Mint => ({
  bytes,
  now: Date.now(),
  uuid() {
    const digits = hexDigits(32)
    const variant = '89ab'[Number.parseInt(digits[16] ?? '0', 16) % 4]
    return [
      digits.slice(0, 8),
      digits.slice(8, 12),
      `4${digits.slice(13, 16)}`,
      `${variant}${digits.slice(17, 20)}`,
      digits.slice(20),
    ].join('-')
  },
})
