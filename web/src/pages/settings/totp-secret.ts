const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding: 20 bytes are 32 letters. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += letters[(held >> bits) & 31]
    }
  }
  return bits > 0 ? text + letters[(held << (5 - bits)) & 31] : text
}

/** 160 bits, as in RFC 4226; generated in the browser and stored only after a code confirms it. */
export const newSecret = (): string => base32(crypto.getRandomValues(new Uint8Array(20)))

/** The URI for the app: it shows account and host, so that two panels can be told apart. */
export function enrolUri(secret: string, username: string, host: string): string {
  const label = encodeURIComponent(`Sluice:${username}@${host}`)
  return `otpauth://totp/${label}?secret=${secret}&issuer=Sluice`
}
