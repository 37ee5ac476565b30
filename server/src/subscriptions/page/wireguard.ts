import type { ShownLink } from '../feed.ts'
import { type Platform, storeOf } from './apps.ts'
import { installLink, lazyQr } from './connect.ts'
import { type Html, html } from './html.ts'
import type { Speech } from './language.ts'

/** A page of 50 KB has room for these; the subscription has all. */
const most = 12

/** What the WireGuard app reads: a file, or its text as a QR code. Null if the person has no WireGuard server. */
export function wireguardCard(links: readonly ShownLink[], platform: Platform, speech: Speech): Html | null {
  const files = links.flatMap(({ conf }, at) => (conf ? [{ ...conf, at }] : []))
  if (files.length === 0) return null
  // Nobody scans the screen of the phone that they hold.
  const opensCode = files.length === 1 && platform !== 'android' && platform !== 'ios'
  const app = { name: 'WireGuard', store: storeOf('wireguard', platform) }
  const rows = files
    .slice(0, most)
    .map(
      ({ remark, file, at }) =>
        html`<li><div class="name"><bdi>${remark}</bdi></div><a class="save" href="?conf=${at}">${speech.say('wireguard.save')} <span class="soft" dir="ltr">${file}</span></a>${lazyQr(`conf${at}`, remark, speech, opensCode)}</li>`,
    )
  const hidden = files.length - rows.length
  const more =
    hidden > 0 ? html`<p class="soft">${speech.say('more', { count: speech.number(hidden) })}</p>` : null
  return html`<section class="card"><h2>${speech.say('wireguard.title')}</h2><p class="soft install">${speech.say('wireguard.about')} ${installLink(app, speech)}</p><ul class="list">${rows}</ul>${more}<p class="soft">${speech.say('wireguard.secret')}</p></section>`
}

/** Whether nothing else is to be had: then this comes first. */
export const isOnlyWireguard = (links: readonly ShownLink[]): boolean =>
  links.length > 0 && links.every(({ conf }) => conf !== undefined)
