/** A server of Go modules, and what its address holds besides. */
export interface GoProxy {
  url: string
  headers: Record<string, string>
}

/** What Go itself uses if nothing is set. */
export const usualGoProxy = 'https://proxy.golang.org'

/**
 * The servers that GOPROXY names, in order; the usual one if it is not set. `direct` and `off` name none: Go itself
 * cannot be fetched from a repository. Credentials become a header, because a URL may be quoted in an error.
 */
export function goProxies(setting: string | undefined): GoProxy[] {
  return (setting?.trim() || usualGoProxy).split(/[,|]/).flatMap((part) => {
    const text = part.trim()
    if (text === '' || text === 'direct' || text === 'off') return []
    const url = URL.parse(text.includes('://') ? text : `https://${text}`)
    if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return []
    const { username, password } = url
    const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    url.username = ''
    url.password = ''
    const headers: Record<string, string> =
      username === '' ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }
    return [{ url: url.href.endsWith('/') ? url.href.slice(0, -1) : url.href, headers }]
  })
}
