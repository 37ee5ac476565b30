import { hash, randomBytes, randomInt } from 'node:crypto'

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

export const randomText = (length: number): string => {
  let text = ''
  for (let i = 0; i < length; i++) text += alphabet[randomInt(alphabet.length)]
  return text
}

/** 43 characters of base64url, as the incumbent's CSRF token has them. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** Sessions and API tokens are random and long: a plain hash keeps them as safe as a slow one. */
export const fingerprint = (secret: string): string => hash('sha256', secret, 'hex')
