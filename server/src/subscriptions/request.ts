import type { IncomingMessage } from 'node:http'
import type { Settings } from '#contract/settings.ts'
import { BoundedMap } from '#domain/bounded-map.ts'
import { compilePattern } from '#domain/settings/formats.ts'
import { readsFormat, readsLinks } from '#domain/subscription/app-family.ts'
import {
  isServed,
  pathOf,
  type RequestHost,
  readHost,
  type SubscriptionFormat,
  subscriptionFormats,
} from '#domain/subscription/urls.ts'

export interface Asked {
  /** By path; on the raw path a browser gets the page, and an app the format it is known to read. */
  format: SubscriptionFormat
  id: string
  query: URLSearchParams
  /** True: the format whatever the caller is. */
  exact?: boolean
}

export const noQuery = new URLSearchParams()
/** Longer than any id (R18), even percent-encoded. */
const longestUrl = 8_192

/** Parses a request's URL by the configured paths; null if it matches none. */
export function createReader(settings: Settings): (url: string) => Asked | null {
  // Longest first: `/` as the raw path must not swallow `/json/`.
  const paths = subscriptionFormats
    .filter((format) => isServed(settings, format))
    .map((format) => ({ format, path: pathOf(settings, format) }))
    .sort((a, b) => b.path.length - a.path.length)

  return (url) => {
    if (url.length > longestUrl) return null
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    const found = paths.find((p) => path.startsWith(p.path))
    if (!found) return null
    const id = idOf(path.slice(found.path.length))
    if (id === null) return null
    return { format: found.format, id, query: mark < 0 ? noQuery : new URLSearchParams(url.slice(mark + 1)) }
  }
}

function idOf(rest: string): string | null {
  const written = rest.endsWith('/') ? rest.slice(0, -1) : rest
  if (/^[\w.~-]+$/.test(written)) return written.length <= 254 ? written : null
  if (written === '' || written.includes('/')) return null
  try {
    const id = decodeURIComponent(written)
    // Ids that no client can have are not looked up: PostgreSQL would reject the text.
    return id.length <= 254 && !/[\s\p{Cc}\p{Cs}/\\]/u.test(id) ? id : null
  } catch {
    return null
  }
}

const mostHosts = 64

/** A panel is requested under few hosts: each is parsed once. Invalid hosts are not cached. */
export function createHostReader() {
  const known = new BoundedMap<string, RequestHost>(mostHosts)
  return (header: string): RequestHost | null => {
    const found = known.get(header)
    if (found) return found
    const host = readHost(header)
    if (host) known.set(header, host)
    return host
  }
}

/** Long enough for any app; an operator's pattern never runs on more. */
const longestName = 256

/** The format that an app gets on the raw path, by its User-Agent: the first matching rule, in this order. */
export function createAppFormats(settings: Settings): (userAgent: string) => SubscriptionFormat {
  const rules: { format: SubscriptionFormat; pattern: RegExp }[] = []
  const rule = (format: keyof typeof readsFormat, detect: boolean, text: string) => {
    if (!detect || !isServed(settings, format)) return
    rules.push({ format, pattern: (text && compilePattern(text)) || readsFormat[format] })
  }
  rule('singbox', settings.subSingboxAutoDetect, settings.subSingboxUserAgentRegex)
  rule('clash', settings.subClashAutoDetect, settings.subClashUserAgentRegex)
  rule('json', settings.subJsonAutoDetect, settings.subJsonUserAgentRegex)

  const written = rules.filter(({ pattern }) => !Object.values(readsFormat).includes(pattern))

  return (userAgent) => {
    if (rules.length === 0) return 'raw'
    const name = userAgent.slice(0, longestName)
    const candidates = readsLinks.test(name) ? written : rules
    return candidates.find(({ pattern }) => pattern.test(name))?.format ?? 'raw'
  }
}

/** Pictures and the like of the page, which need nothing but the settings and the links. */
export const isPart = (query: URLSearchParams): boolean =>
  query.has('qr') || query.has('conf') || query.has('logo') || query.has('manifest')

/** True for a browser, or if the query asks for the page. */
export function wantsPage(request: IncomingMessage, query: URLSearchParams): boolean {
  if ((request.headers.accept ?? '').toLowerCase().includes('text/html')) return true
  return query.get('html') === '1' || query.get('view') === 'html' || isPart(query)
}
