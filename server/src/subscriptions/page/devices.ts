import type { Device } from '#contract/devices-api.ts'
import type { OwnList } from '../../devices/own.ts'
import { type Html, html } from './html.ts'
import type { Speech } from './language.ts'

/** A page of 50 KB has room for so many. */
const mostShown = 20
const longest = 60

const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text)

/** The app is the first word of its User-Agent. */
const appOf = ({ userAgent }: Device): string => userAgent.split(/[/ ]/)[0] ?? ''

function row(device: Device, mayForget: boolean, speech: Speech, now: number): Html {
  const os = [device.deviceOs, device.osVersion].filter((part) => part !== '').join(' ')
  const about = [os, appOf(device)].filter((part) => part !== '').map(cut)
  const verb = device.blocked
    ? html`<span class="soft">${speech.say('devices.blocked')}</span>`
    : mayForget
      ? html`<form method="post" action="?forget=${device.id}"><button>${speech.say('devices.forget')}</button></form>`
      : null
  return html`<li><div class="name"><bdi>${cut(device.deviceModel || os || appOf(device) || '?')}</bdi>${verb}</div><p class="soft"><bdi>${about.join(' · ')}</bdi> · ${speech.relative(device.lastSeen, now)}</p></li>`
}

export function devicesCard({ devices, limit, mayForget }: OwnList, speech: Speech, now: number): Html {
  const placed = devices.filter(({ blocked }) => !blocked).length
  const numbers = { count: speech.number(placed), limit: speech.number(limit) }
  const count = limit > 0 ? speech.say('devices.count', numbers) : numbers.count
  const list = devices.slice(-mostShown).map((device) => row(device, mayForget, speech, now))
  return html`<section class="card"><details><summary>${speech.say('devices.title')} (${count})</summary><ul class="list">${list}</ul><p class="soft">${speech.say('devices.hint')}</p></details></section>`
}
