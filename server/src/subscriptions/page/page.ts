import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Settings } from '#contract/settings.ts'
import { otherAddresses } from '#domain/subscription/addresses.ts'
import type { OwnList } from '../../devices/own.ts'
import type { Holder, ShownLink } from '../feed.ts'
import { shutPolicy } from '../reply.ts'
import { platformOf, type Urls } from './apps.ts'
import { connectCard, formsCard, serversCard } from './connect.ts'
import { devicesCard } from './devices.ts'
import { html, verbatim } from './html.ts'
import { languageOf, type Speech, speechOf } from './language.ts'
import { qrSvg } from './qr.ts'
import { script } from './script.ts'
import { style } from './style.ts'
import { standingOf, usageCard } from './usage.ts'

export interface PageInput {
  holder: Holder
  settings: Settings
  urls: Urls
  links: readonly ShownLink[]
  request: IncomingMessage
  query: URLSearchParams
  /** Absent if nobody counts them. */
  devices?: OwnList | undefined
}

interface PageReply {
  status: number
  headers: Record<string, string>
  body: string
}

interface Deps {
  isOnline: (email: string) => boolean
  now: () => number
}

/** True for a browser, or if the query asks for the page. */
export function wantsPage(request: IncomingMessage, query: URLSearchParams): boolean {
  if ((request.headers.accept ?? '').toLowerCase().includes('text/html')) return true
  return query.get('html') === '1' || query.get('view') === 'html' || query.has('qr')
}

/**
 * Only this page's own images may load, and only the style and script with the nonce apply. Devices are forgotten with
 * a form.
 */
const policy = (nonce: string, forms: 'none' | 'self'): string =>
  `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src 'self' data:; base-uri 'none'; form-action '${forms}'; frame-ancestors 'none'`

export function createPage({ isOnline, now }: Deps) {
  return (input: PageInput): PageReply => {
    const speech = speechOf(languageOf(input.request.headers['accept-language'] ?? ''))
    const qr = input.query.get('qr')
    return qr === null ? infoPage(input, speech) : qrPicture(input, qr, speech)
  }

  function infoPage(input: PageInput, speech: Speech): PageReply {
    const { holder, settings, urls, links, request, devices } = input
    const nonce = randomBytes(16).toString('base64url')
    const title = settings.subTitle || speech.say('title')
    const standing = standingOf(holder, now())
    const emails = holder.members.map(({ email }) => email)
    // Whoever must show a device id to get servers does not get them here without one.
    const hidesServers = settings.subHwidRequired && devices !== undefined
    const platform = platformOf(request.headers['user-agent'] ?? '')
    const ways = {
      ...{ urls, platform, elsewhere: otherAddresses(settings, urls.raw) },
      ...{ title: settings.subTitle || emails[0] || '', hasDevices: devices !== undefined },
    }
    const announce = settings.subAnnounce
      ? html`<section class="card note">${settings.subAnnounce.slice(0, 2_000)}</section>`
      : null
    const support = /^(https?|tg|mailto):/i.test(settings.subSupportUrl)
      ? html`<footer><a href="${settings.subSupportUrl}" rel="noopener noreferrer">${speech.say('help')}</a></footer>`
      : null
    const body = html`<!doctype html>
<html lang="${speech.language}" dir="${speech.direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex, nofollow"><title>${title}</title><link rel="icon" href="data:,"><style nonce="${nonce}">${verbatim(style)}</style></head>
<body data-copied="${speech.say('copied')}"><main><header><div><h1>${title}</h1><p><bdi>${emails.join(', ')}</bdi></p></div><span class="pill${standing === 'active' ? '' : ' bad'}">${speech.say(standing)}</span></header>
${announce}${usageCard(holder, emails.some(isOnline), speech, now())}
${connectCard(ways, speech)}
${devices ? devicesCard(devices, speech, now()) : null}${formsCard(urls, speech)}${hidesServers ? null : serversCard(links, speech)}${support}</main><script nonce="${nonce}">${verbatim(script)}</script></body></html>`
    return {
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy(nonce, devices ? 'self' : 'none'),
        'cache-control': 'private, no-store',
        vary: 'accept, accept-language, user-agent',
      },
      body: body.text,
    }
  }

  function qrPicture({ urls, links, settings, devices }: PageInput, of: string, speech: Speech): PageReply {
    const shown = settings.subHwidRequired && devices ? [] : links
    const text = Object.hasOwn(urls, of)
      ? urls[of as keyof Urls]
      : shown[/^\d{1,4}$/.test(of) ? Number(of) : -1]?.url
    const svg = text === undefined ? null : qrSvg(text, speech.say('qr'))
    const headers = { 'content-security-policy': shutPolicy, 'cache-control': 'private, no-store' }
    if (svg === null) return { status: 404, headers, body: '' }
    return { status: 200, headers: { ...headers, 'content-type': 'image/svg+xml; charset=utf-8' }, body: svg }
  }
}
