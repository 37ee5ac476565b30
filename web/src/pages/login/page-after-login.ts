const COOKIE = 'sluice-to'

/** The page requested before the login; the panel stored it in a cookie (http/auth.ts). */
export function takePageAfterLogin(base: string): string | undefined {
  const [, given = ''] = new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(document.cookie) ?? []
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is not there over plain HTTP
  document.cookie = `${COOKIE}=; Path=${base}; Max-Age=0; SameSite=Strict`
  try {
    const place = decodeURIComponent(given)
    // Only pages of this panel, whoever wrote the cookie.
    return /^panel\/[\w/?=&%.~+-]*$/.test(place) ? place : undefined
  } catch {
    return undefined
  }
}
