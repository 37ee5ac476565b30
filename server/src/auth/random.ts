import { hash, randomBytes, randomInt } from 'node:crypto'

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

export const randomText = (length: number): string => {
  let text = ''
  for (let i = 0; i < length; i++) text += alphabet[randomInt(alphabet.length)]
  return text
}

/** 43 base64url characters, like the incumbent's CSRF token. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** Session ids and API tokens are long and random, so a fast hash is as safe as a slow one. */
export const fingerprint = (secret: string): string => hash('sha256', secret, 'hex')
