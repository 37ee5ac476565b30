import type { Mint } from './mint.ts'

/** A mint for tests: every value differs from the last one, and every run gives the same values. */
export function countingMint(now = 1_700_000_000_000): Mint {
  let n = 0
  return {
    now,
    uuid: () => `00000000-0000-4000-8000-${String(++n).padStart(12, '0')}`,
    bytes: (length) => Uint8Array.from({ length }, (_, i) => (++n * 31 + i * 7) % 256),
  }
}
