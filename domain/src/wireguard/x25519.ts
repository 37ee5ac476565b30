const prime = (1n << 255n) - 19n
const a24 = 121_665n

const mod = (value: bigint): bigint => {
  const rest = value % prime
  return rest < 0n ? rest + prime : rest
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let square = base, rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = mod(result * square)
    square = mod(square * square)
  }
  return result
}

/** Little-endian, as the curve writes numbers. */
const numberIn = (bytes: Uint8Array): bigint =>
  BigInt(
    `0x${
      [...bytes]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .reverse()
        .join('') || '0'
    }`,
  )

const bytesOf = (value: bigint): Uint8Array =>
  Uint8Array.from({ length: 32 }, (_, i) => Number((value >> BigInt(8 * i)) & 255n))

/** The bits that the curve fixes in every private key. */
export function clamped(secret: Uint8Array): Uint8Array {
  const key = Uint8Array.from(secret)
  key[0] = (key[0] ?? 0) & 248
  key[31] = ((key[31] ?? 0) & 127) | 64
  return key
}

/**
 * The public key of an X25519 private key (RFC 7748: the Montgomery ladder from the point 9). The server has one
 * in its own library that is ten times faster; this one also runs in the browser.
 */
export function publicKeyFrom(secret: Uint8Array): Uint8Array {
  const scalar = numberIn(clamped(secret))
  let [x2, z2, x3, z3] = [1n, 0n, 9n, 1n]
  for (let bit = 254n; bit >= 0n; bit--) {
    const swaps = (scalar >> bit) & 1n
    if (swaps) [x2, z2, x3, z3] = [x3, z3, x2, z2]
    const [sum, difference] = [x2 + z2, x2 - z2]
    const [squaredSum, squaredDifference] = [mod(sum * sum), mod(difference * difference)]
    const gap = squaredSum - squaredDifference
    const [left, right] = [mod((x3 - z3) * sum), mod((x3 + z3) * difference)]
    const [both, apart] = [left + right, left - right]
    x3 = mod(both * both)
    z3 = mod(9n * mod(apart * apart))
    x2 = mod(squaredSum * squaredDifference)
    z2 = mod(gap * (squaredSum + a24 * gap))
    if (swaps) [x2, z2, x3, z3] = [x3, z3, x2, z2]
  }
  return bytesOf(mod(x2 * power(mod(z2), prime - 2n)))
}
