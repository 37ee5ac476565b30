/** Published API clients look for this name (R10). */
export const cookieName = '3x-ui'

const pattern = /(?:^|;\s*)3x-ui=([^;]*)/

export const readCookie = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : pattern.exec(header)?.[1]?.trim() || undefined

export interface CookieScope {
  path: string
  secure: boolean
}

export function makeCookie(value: string, maxAgeSeconds: number, { path, secure }: CookieScope): string {
  const lifetime = `Max-Age=${maxAgeSeconds}`
  return `${cookieName}=${value}; Path=${path}; ${lifetime}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
