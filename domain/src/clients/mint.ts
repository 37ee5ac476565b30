/** Time and randomness, passed in so that the rules stay pure. */
export interface Mint {
  uuid(): string
  bytes(n: number): Uint8Array
  /** Milliseconds since the epoch. */
  now: number
}

export const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/** 32 hex digits, as 3x-ui generates for Trojan passwords and Hysteria auth. */
export const hex32 = (mint: Mint): string =>
  [...mint.bytes(16)].map((b) => b.toString(16).padStart(2, '0')).join('')
