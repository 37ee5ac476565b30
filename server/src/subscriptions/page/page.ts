import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Settings } from '#contract/settings.ts'
import { contentDisposition } from '#domain/subscription/headers.ts'
import { otherAddresses } from '#domain/subscription/urls.ts'
import { languageOf, languages } from '#domain/words/languages.ts'
import type { OnlineClients } from '../../clients/online.ts'
import type { ToldQuota } from '../../clients/quotas/reads.ts'
import type { OwnList } from '../../devices/own.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ToldTerms } from '../../store/terms.ts'
import type { Holder, Served, ShownLink } from '../feed.ts'
import { type Reply, shutPolicy } from '../reply.ts'
import type { UsedPlace } from '../used-places.ts'
import { isPlatform, platformOf, type Urls } from './apps.ts'
import { brandStyle, logoOf, manifestOf } from './brand.ts'
import { type Ask, connectCard, formsCard, serversCard, type Ways } from './connect.ts'
import { devicesCard } from './devices.ts'
import { type Html, html, verbatim } from './html.ts'
import { languageFor, type Speech, speechOf } from './language.ts'
import { qrSvg } from './qr.ts'
import { quotasCard } from './quotas.ts'
import { script } from './script.ts'
import { goesOnText } from './speed.ts'
import { style } from './style.ts'
import { type DayUsage, statusOf, usageCard } from './usage.ts'
import { isOnlyWireguard, wireguardCard } from './wireguard.ts'

export interface About {
  /** What they used together on each of the last days; blank if it is not known. */
  days?: readonly DayUsage[]
  /** Speeds and what happens at the end; blank if they are not known. */
  terms?: readonly ToldTerms[]
  /** What they used on which server; blank where that is not counted apart. */
  places?: readonly UsedPlace[]
  /** Quotas for some of their inbounds. */
  quotas?: readonly ToldQuota[]
}
/** `host`: as requested. */
export type AboutOf = (served: Served, settings: Settings, host: string) => Promise<About>

export interface PageInput extends About {
  holder: Holder
  settings: Settings
  urls: Urls
  links: readonly ShownLink[]
  request: IncomingMessage
  query: URLSearchParams
  /** Absent if nobody counts them. */
  devices?: OwnList | undefined
}

/** Its encoding is `latin1` if the body is bytes. */
type PageReply = Omit<Reply, 'headers'> & { headers: Record<string, string> }

interface Deps extends Clock {
  online: Pick<OnlineClients, 'has'>
}

/**
 * Only this page's own images may load, and only the style and script with the nonce apply. Devices are forgotten with
 * a form.
 */
const policy = (nonce: string, forms: 'none' | 'self'): string =>
  `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src 'self' data:; manifest-src 'self'; base-uri 'none'; form-action '${forms}'; frame-ancestors 'none'`

const partHeaders = { 'content-security-policy': shutPolicy, 'cache-control': 'private, no-store' }

const part = (type: string, body: string, encoding: PageReply['encoding'] = 'utf8'): PageReply => ({
  status: 200,
  headers: { ...partHeaders, 'content-type': type },
  body,
  encoding,
})

const picture = ({ type, data }: ReturnType<typeof logoOf>): PageReply =>
  part(type, data.toString('latin1'), 'latin1')

/** What a person chose before stays chosen. */
const askOf =
  (query: URLSearchParams): Ask =>
  (choice) => {
    const next = new URLSearchParams()
    for (const name of ['os', 'lang'] as const) {
      const value = choice[name] ?? query.get(name)
      if (value) next.set(name, value.slice(0, 16))
    }
    return `?${next}`
  }

function languageSwitch(ask: Ask, speech: Speech): Html {
  const links = Object.entries(languages).map(
    ([lang, { name }]) => html`<a href="${ask({ lang })}" lang="${lang}">${name}</a>`,
  )
  return html`<details><summary>${speech.say('language')}</summary><nav class="tabs">${links}</nav></details>`
}

/** People whose subscription has ended see first what to do: where to ask, or the contact. */
const endedCard = (text: string, help: string, speech: Speech): Html =>
  html`<section class="card"><p>${text || speech.say('ended')}</p>${help ? html`<a class="open" href="${help}" rel="noopener noreferrer">${speech.say('renewal')}</a>` : html`<p class="soft">${speech.say('askGiver')}</p>`}</section>`

export function createPage({ online, now }: Deps) {
  return (input: PageInput): PageReply => {
    const { query, request, settings, urls } = input
    const chosen = languageOf(query.get('lang') ?? '')
    const speech = speechOf(chosen ?? languageFor(request.headers['accept-language'] ?? ''))
    const qr = query.get('qr')
    if (qr !== null) return qrPicture(input, qr, speech)
    const conf = query.get('conf')
    if (conf !== null) return confFile(input, conf)
    if (query.has('logo')) return picture(logoOf(settings))
    if (!query.has('manifest')) return infoPage(input, speech)
    const text = manifestOf(settings, settings.subTitle || speech.say('title'), urls.raw)
    return part('application/manifest+json; charset=utf-8', text)
  }

  function infoPage(input: PageInput, speech: Speech): PageReply {
    const { holder, settings, urls, request, query, devices } = input
    const { days = [], terms = [], places = [], quotas = [] } = input
    const nonce = randomBytes(16).toString('base64url')
    const title = settings.subTitle || speech.say('title')
    const status = statusOf(holder, now())
    const emails = holder.members.map(({ email }) => email)
    const os = query.get('os') ?? ''
    const platform = isPlatform(os) ? os : platformOf(request.headers['user-agent'] ?? '')
    const ask = askOf(query)
    const ways = {
      ...{ urls, ask, platform, elsewhere: otherAddresses(settings, urls.raw) },
      ...{ title: settings.subTitle || emails[0] || '', hasDevices: devices !== undefined },
    }
    const announce = settings.subAnnounce
      ? html`<section class="card note">${settings.subAnnounce.slice(0, 2_000)}</section>`
      : null
    const help = /^(https?|tg|mailto):/i.test(settings.subSupportUrl) ? settings.subSupportUrl : ''
    const support = help ? html`<a href="${help}" rel="noopener noreferrer">${speech.say('help')}</a>` : null
    const seen = { online: emails.some((email) => online.has(email)), days, terms, places }
    const slow = status === 'slow'
    const state = speech.say(slow ? 'speed.slow' : status)
    const ended = status === 'active' ? null : endedCard(slow ? goesOnText(terms, speech) : '', help, speech)
    // Somebody who cannot connect is not sent to an app.
    const isOver = status !== 'active' && !slow
    const { connect, forms } = isOver ? nothingToConnect : waysToConnect(input, ways, speech)
    const logo = settings.subLogo ? html`<img class="logo" src="?logo" alt="">` : null
    const body = html`<!doctype html>
<html lang="${speech.language}" dir="${speech.direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex, nofollow"><title>${title}</title><link rel="icon" href="${settings.subLogo ? '?logo' : 'data:,'}"><link rel="manifest" href="?manifest"><style nonce="${nonce}">${verbatim(style)}${verbatim(brandStyle(settings))}</style></head>
<body data-copied="${speech.say('copied')}"><main><header><div class="who">${logo}<div><h1>${title}</h1><p><bdi>${emails.join(', ')}</bdi></p></div></div><span class="pill${status === 'active' ? '' : ' bad'}">${state}</span></header>
${ended}${announce}${usageCard(holder, seen, speech, now())}${quotasCard(quotas, emails.length > 1, speech)}
${connect}
${devices ? devicesCard(devices, speech, now()) : null}${forms}<footer>${support}${languageSwitch(ask, speech)}</footer></main><script nonce="${nonce}">${verbatim(script)}</script></body></html>`
    return {
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy(nonce, devices ? 'self' : 'none'),
        'cache-control': 'private, no-store',
        vary: 'accept, accept-language, user-agent',
      },
      body: body.text,
      encoding: 'utf8',
    }
  }
}

const nothingToConnect = { connect: null, forms: null }

/** Whoever must show a device id to get servers does not get them here without one. */
const shownLinks = ({ links, settings, devices }: PageInput): readonly ShownLink[] | undefined =>
  settings.subHwidRequired && devices ? undefined : links

function waysToConnect(input: PageInput, ways: Ways, speech: Speech) {
  const links = shownLinks(input)
  const apps = connectCard(ways, speech)
  const forms = formsCard(input.urls, speech)
  if (!links) return { connect: apps, forms }
  const tunnels = wireguardCard(links, ways.platform, speech)
  return {
    connect: isOnlyWireguard(links) ? html`${tunnels}${apps}` : html`${apps}${tunnels}`,
    forms: html`${forms}${serversCard(links, speech, tunnels)}`,
  }
}

const noPart: PageReply = { status: 404, headers: partHeaders, body: '', encoding: 'utf8' }

const linkAt = (input: PageInput, place: string): ShownLink | undefined =>
  /^\d{1,4}$/.test(place) ? shownLinks(input)?.[Number(place)] : undefined

function textOfQr(input: PageInput, of: string): string | undefined {
  if (Object.hasOwn(input.urls, of)) return input.urls[of as keyof Urls]
  return of.startsWith('conf') ? linkAt(input, of.slice(4))?.conf?.text : linkAt(input, of)?.url || undefined
}

function qrPicture(input: PageInput, of: string, speech: Speech): PageReply {
  const text = textOfQr(input, of)
  const svg = text === undefined ? null : qrSvg(text, speech.say('qr'))
  return svg === null ? noPart : part('image/svg+xml; charset=utf-8', svg)
}

/** Of no type that a phone knows: others get another ending there. */
function confFile(input: PageInput, of: string): PageReply {
  const conf = linkAt(input, of)?.conf
  if (!conf) return noPart
  const { headers, ...reply } = part('application/octet-stream', conf.text)
  return { ...reply, headers: { ...headers, 'content-disposition': contentDisposition(conf.file) } }
}
