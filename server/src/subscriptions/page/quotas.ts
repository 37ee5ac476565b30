import type { ToldQuota } from '../../clients/quotas/reads.ts'
import { type Html, html } from './html.ts'
import type { Speech } from './language.ts'

/** A page of 50 KB has room for so many. */
const mostShown = 20

function nameOf({ on, nodeId, name }: ToldQuota, speech: Speech): string {
  if (on === 'label') return speech.say('quota.label', { name })
  return on === 'node' && nodeId === 0 ? speech.say('quota.thisServer') : name
}

function ending({ ends, reset }: ToldQuota, speech: Speech): Html | null {
  if (ends > 0) return html`<p class="soft">${speech.say('quota.ends', { date: speech.date(ends) })}</p>`
  return reset === 'client' ? html`<p class="soft">${speech.say('quota.renews')}</p>` : null
}

/** Servers that are missing from the links are named here with the reason. */
function missing({ spent, closedNames }: ToldQuota, speech: Speech): Html | null {
  if (!spent) return null
  const names = closedNames.join(', ')
  return html`<p class="alert">${names ? speech.say('quota.spent', { names }) : speech.say('quota.gone')}</p>`
}

function row(quota: ToldQuota, hasOthers: boolean, speech: Speech): Html {
  const { email, used, bytes } = quota
  const said = speech.say('quota.used', { used: speech.bytes(used), total: speech.bytes(bytes) })
  const share = Math.min(100, Math.floor((used / bytes) * 100))
  const whose = hasOthers ? html`<p class="soft"><bdi>${email}</bdi></p>` : null
  return html`<li><div class="name"><bdi>${nameOf(quota, speech)}</bdi></div>${whose}<progress max="100" value="${share}" aria-hidden="true"></progress><p>${said}</p>${ending(quota, speech)}${missing(quota, speech)}</li>`
}

/** What is left on servers that have a quota of their own; `hasOthers`: the subscription is of several clients. */
export const quotasCard = (quotas: readonly ToldQuota[], hasOthers: boolean, speech: Speech): Html | null =>
  quotas.length === 0
    ? null
    : html`<section class="card"><h2>${speech.say('quota.title')}</h2><ul class="list">${quotas.slice(0, mostShown).map((one) => row(one, hasOthers, speech))}</ul></section>`
