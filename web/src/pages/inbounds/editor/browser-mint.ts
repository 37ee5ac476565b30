import { hex32, type Mint } from '#domain/clients/credentials.ts'

const bytes = (n: number) => crypto.getRandomValues(new Uint8Array(n))

/** The browser's clock and random source. `crypto.randomUUID` is missing over plain HTTP. */
export function browserMint(): Mint {
  const mint: Mint = {
    bytes,
    now: Date.now(),
    uuid() {
      const digits = hex32(mint)
      const variant = '89ab'[Number.parseInt(digits[16] ?? '0', 16) % 4]
      return [
        digits.slice(0, 8),
        digits.slice(8, 12),
        `4${digits.slice(13, 16)}`,
        `${variant}${digits.slice(17, 20)}`,
        digits.slice(20),
      ].join('-')
    },
  }
  return mint
}

export const hexDigits = (count: number): string => hex32(browserMint()).slice(0, count)
