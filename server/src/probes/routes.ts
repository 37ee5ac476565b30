import type { PeerCertificate, TLSSocket } from 'node:tls'
import { probesApi } from '#contract/probes-api.ts'
import { joinString, refuseOpenWay } from '#domain/fleet/join-string.ts'
import { Refusal } from '#domain/refusal.ts'
import { isRowId } from '../platform/db/row-id.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { Origin } from '../platform/http/origin.ts'
import type { HttpRequest } from '../platform/http/request.ts'
import type { ProbesRoom } from './room.ts'

const wholeUrl = /^(https?):\/\/(\[[0-9a-f:.]+\]|[^/:?#\s@[\]]+)(?::(\d{1,5}))?(\/[^?#\s]*)?$/i

/** With a port and a slash at the end, as a join string has it. */
function placeOf(given: string, basePath: string): string {
  const [, scheme = '', host, port, path] = wholeUrl.exec(given) ?? []
  if (!host) throw new Refusal('probe.url-invalid', {}, 'url')
  const usual = scheme.toLowerCase() === 'https' ? 443 : 80
  const base = path && path !== '/' ? path : basePath
  return `${scheme.toLowerCase()}://${host}:${port ?? usual}${base.endsWith('/') ? base : `${base}/`}`
}

/** Of the certificate with which the panel itself, and no proxy, has answered this caller, if no authority vouches for it. */
function pinOf({ raw }: HttpRequest): string {
  if (Object.keys(raw.headers).some((name) => name.startsWith('x-forwarded-'))) return ''
  const found = (raw.socket as TLSSocket).getCertificate?.() as Partial<PeerCertificate> | undefined
  const { issuer, subject, fingerprint256 = '' } = found ?? {}
  const isSelfSigned = JSON.stringify(issuer) === JSON.stringify(subject)
  return isSelfSigned ? fingerprint256.replaceAll(':', '').toLowerCase() : ''
}

const asCalled = ({ secure, host }: Origin): string => `${secure ? 'https' : 'http'}://${host}`

function probeId(text: string | undefined): number {
  const id = Number(text)
  if (!isRowId(id)) throw new Refusal('probe.missing', { id: text ?? '' }, 'id')
  return id
}

export function probeRoutes(mount: Mount, probes: ProbesRoom, basePath: string): void {
  mount(probesApi.list, () => probes.list())
  mount(probesApi.invite, async ({ body, actor, origin, request }) => {
    const url = placeOf(body.url || asCalled(origin), basePath)
    refuseOpenWay(url)
    const { id, token } = await probes.invite(body, actor)
    const pin = body.url === '' ? pinOf(request) : ''
    return { id, join: joinString({ url, pin, token }, 'probe') }
  })
  mount(probesApi.rename, async ({ params, body, actor }) => {
    await probes.rename(probeId(params.id), body, actor)
    return null
  })
  mount(probesApi.revoke, async ({ params, actor }) => {
    await probes.revoke(probeId(params.id), actor)
    return null
  })
  mount(probesApi.join, ({ body, origin }) => probes.join(body, origin.address))
  mount(probesApi.work, ({ body, origin }) => probes.work(body, origin.address))
  mount(probesApi.results, ({ body, origin }) => probes.results(body, origin.address))
}
