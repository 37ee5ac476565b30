const COOKIE = 'sluice-to'

/** Where somebody wanted to go before they were asked to log in: the panel left it in a cookie (http/auth.ts). */
export function takeWishedPlace(base: string): string | undefined {
  const [, given = ''] = new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(document.cookie) ?? []
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is not there over plain HTTP
  document.cookie = `${COOKIE}=; Path=${base}; Max-Age=0; SameSite=Strict`
  try {
    const place = decodeURIComponent(given)
    // A page of this panel and nothing else, whoever wrote the cookie.
    return /^panel\/[\w/?=&%.~+-]*$/.test(place) ? place : undefined
  } catch {
    return undefined
  }
}
