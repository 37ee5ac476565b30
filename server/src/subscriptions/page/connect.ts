import type { SubscriptionFormat } from '#domain/subscription/urls.ts'
import type { ShownLink } from '../feed.ts'
import { type AppLink, appLinks, type Platform, platforms, type Urls } from './apps.ts'
import { type Html, html, verbatim } from './html.ts'
import type { Speech } from './language.ts'
import { qrSvg } from './qr.ts'

const formNames: Record<SubscriptionFormat, string> = {
  raw: 'Links',
  json: 'Xray JSON',
  clash: 'Clash / Mihomo',
  singbox: 'sing-box',
}

/** Bytes for links on a page of 50 KB: a client on hundreds of inbounds still gets a page. */
const linkBudget = 20_000

const copyRow = (id: string, text: string, speech: Speech): Html =>
  html`<div class="row"><code id="${id}" dir="ltr">${text}</code><button type="button" hidden data-copy="${id}">${speech.say('copy')}</button></div>`

/** The browser loads the image when the details are opened. */
export const lazyQr = (of: string, name: string, speech: Speech, isOpen = false): Html =>
  html`<details${isOpen ? verbatim(' open') : null}><summary>${speech.say('qr')}</summary><img class="qr" loading="lazy" width="272" height="272" src="?qr=${of}" alt="${speech.say('qr')}: ${name}"></details>`

export const installLink = ({ name, store }: Pick<AppLink, 'name' | 'store'>, speech: Speech): Html | null =>
  store === undefined
    ? null
    : html`<a href="${store}" rel="noopener noreferrer" aria-label="${speech.say('install')}: ${name}">${speech.say('install')}</a>`

const appList = (apps: readonly AppLink[], speech: Speech): Html =>
  html`<ul class="list apps">${apps.map(
    (app) =>
      html`<li><span>${app.name}</span>${installLink(app, speech)}<a href="${app.href}" aria-label="${speech.say('open')}: ${app.name}">${speech.say('open')}</a></li>`,
  )}</ul>`

/** Without a script: the page of another platform is another address. */
function platformTabs(current: Platform, ask: Ask, speech: Speech): Html {
  const tabs = Object.entries(platforms).map(
    ([key, name]) =>
      html`<a href="${ask({ os: key })}"${key === current ? verbatim(' aria-current="true"') : null}>${name}</a>`,
  )
  return html`<nav class="tabs" aria-label="${speech.say('device')}">${tabs}</nav>`
}

const mostAddresses = 10

/** The same subscription under other names, for where this one is blocked. */
function otherAddresses(urls: readonly string[], speech: Speech): Html | null {
  if (urls.length === 0) return null
  const rows = urls.slice(0, mostAddresses).map((url, i) => copyRow(`a${i}`, url, speech))
  return html`<details><summary>${speech.say('otherAddresses')}</summary>${rows}</details>`
}

/** The address of this page with other choices. */
export type Ask = (choice: { os?: string; lang?: string }) => string

export interface Ways {
  urls: Urls
  ask: Ask
  /** Under other names. */
  elsewhere: readonly string[]
  platform: Platform
  title: string
  /** Whether its devices are counted. */
  hasDevices: boolean
}

export function connectCard(ways: Ways, speech: Speech): Html {
  const { urls, ask, elsewhere, platform, title, hasDevices } = ways
  const [first, ...others] = appLinks(platform, urls, { title, hasDevices })
  const onPhone = platform === 'android' || platform === 'ios'
  const svg = qrSvg(urls.raw, speech.say('qr'))
  const code = svg
    ? html`<details${onPhone ? null : verbatim(' open')}><summary>${speech.say('qr')}</summary>${verbatim(svg)}</details>`
    : null
  const open = first
    ? html`<a class="open" href="${first.href}">${speech.say('openIn', { app: first.name })}</a><p class="soft install">${speech.say('hint')} ${installLink(first, speech)}</p>`
    : null
  const more = others.length
    ? html`<details><summary>${speech.say('otherApps')}</summary>${appList(others, speech)}</details>`
    : null
  return html`<section class="card"><h2>${speech.say('connect')}</h2>${platformTabs(platform, ask, speech)}${open}${more}<h2>${speech.say('link')}</h2>${copyRow('raw', urls.raw, speech)}${code}${otherAddresses(elsewhere, speech)}</section>`
}

export function formsCard(urls: Urls, speech: Speech): Html | null {
  const forms = (['json', 'clash', 'singbox'] as const).flatMap((format) => {
    const url = urls[format]
    return url === undefined ? [] : [{ format, url }]
  })
  if (forms.length === 0) return null
  return html`<section class="card"><h2>${speech.say('otherForms')}</h2><ul class="list">${forms.map(
    ({ format, url }) =>
      html`<li><div class="name">${formNames[format]}</div>${copyRow(format, url, speech)}${lazyQr(format, formNames[format], speech)}</li>`,
  )}</ul></section>`
}

/** `before`: what else of these links is on the page. */
export function serversCard(links: readonly ShownLink[], speech: Speech, before: Html | null = null): Html {
  if (links.length === 0) return html`<section class="card"><p>${speech.say('nothing')}</p></section>`
  let spent = Buffer.byteLength(before?.text ?? '')
  const shown = links.filter(({ url, remark }) => {
    spent += Buffer.byteLength(url) + 4 * Buffer.byteLength(remark) + 500
    return spent <= linkBudget
  })
  const hidden = links.length - shown.length
  const more =
    hidden > 0 ? html`<p class="soft">${speech.say('more', { count: speech.number(hidden) })}</p>` : null
  return html`<section class="card"><details><summary>${speech.say('servers')} (${speech.number(links.length)})</summary><ul class="list">${shown.map(
    ({ remark, protocol, url, note }, i) =>
      html`<li><div class="name"><bdi>${remark}</bdi><span class="soft">${protocol}</span></div>${note ? html`<p class="soft">${speech.say(note)}</p>` : null}${url === '' ? null : html`${copyRow(`l${i}`, url, speech)}${lazyQr(String(i), remark, speech)}`}</li>`,
  )}</ul>${more}</details></section>`
}
