import { join } from 'node:path'
import type { Settings } from '#contract/settings.ts'
import { certificatePairsOf, lacksCertificate } from '#domain/inbounds/certificates.ts'
import { isInner, isSocketPath } from '#domain/inbounds/listen.ts'
import { layer4Of } from '#domain/inbounds/port.ts'
import { addressBytes, unbracketed } from '#domain/net/address.ts'
import { servedPorts } from '#domain/rotation/values.ts'
import { blockAt, textAt } from '#domain/untyped.ts'
import { managedIdOf } from '../certificates/files.ts'
import type { ListenPlan } from '../platform/http/address.ts'
import type { ListenPlans } from '../settings/listen-plans.ts'
import type { Db } from '../store/open.ts'
import { alsoServed, storedHere, toInboundFields } from '../store/rows/inbound.ts'
import type { WantedCertificate } from './certificates.ts'
import type { WantedName } from './names.ts'
import type { WantedPort } from './ports.ts'

/** Where panel and subscriptions are served. */
export type Listeners = Pick<ListenPlans, 'panel' | 'sub'>

export type StoredInbound = Awaited<ReturnType<typeof readInbounds>>[number]

/** The enabled inbounds of this machine. */
export async function readInbounds(db: Db) {
  const rows = await db.read
    .selectFrom('inbounds')
    .selectAll()
    .where(storedHere)
    .where('enable', '=', true)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...{ id: row.id, name: row.remark || row.tag, also: alsoServed(row) },
    ...toInboundFields(row),
  }))
}

export async function readHosts(db: Db): Promise<string[]> {
  const rows = await db.read.selectFrom('hosts').select('address').distinct().limit(100).execute()
  return rows.map(({ address }) => address)
}

const unnamed = { inboundId: 0, name: '' }

export function portsOf(
  listeners: Listeners,
  { subEnable }: Settings,
  inbounds: readonly StoredInbound[],
): WantedPort[] {
  const own = ({ address, port }: ListenPlan) =>
    ({ ...unnamed, listen: address, port, layer: 'tcp' }) as const
  return [
    { of: 'panel', ...own(listeners.panel) },
    ...(subEnable ? [{ of: 'subscriptions' as const, ...own(listeners.sub) }] : []),
    ...inbounds
      .filter(({ listen, port }) => port > 0 && !isSocketPath(listen))
      .flatMap((inbound) =>
        servedPorts(inbound).flatMap((port) =>
          layer4Of(inbound).map(
            (layer): WantedPort => ({
              of: 'inbound',
              inboundId: inbound.id,
              name: inbound.name,
              listen: inbound.listen,
              port,
              layer,
            }),
          ),
        ),
      ),
  ]
}

/** Those that somebody outside has to reach. */
export const outerPorts = (ports: readonly WantedPort[]) => ports.filter(({ listen }) => !isInner(listen))

const isName = (host: string): boolean => host !== '' && !addressBytes(unbracketed(host))

export function namesOf(settings: Settings, hosts: readonly string[]): WantedName[] {
  const { webDomain, subDomain, publicHost } = settings
  const all: WantedName[] = [
    { of: 'panel', name: webDomain },
    { of: 'subscriptions', name: subDomain },
    { of: 'public-host', name: publicHost },
    ...hosts.map((name): WantedName => ({ of: 'host', name })),
  ]
  return all.filter(({ name }) => isName(name))
}

export function certificatesOfAll(
  listeners: Listeners,
  settings: Settings,
  inbounds: readonly StoredInbound[],
  dataFolder: string,
): WantedCertificate[] {
  const { webCertFile, webKeyFile, subCertFile, subKeyFile, webDomain, subDomain, subEnable } = settings
  const own = { certificate: join(dataFolder, 'self-signed.crt'), key: join(dataFolder, 'self-signed.key') }
  const served = (
    of: 'panel' | 'subscriptions',
    { transport }: ListenPlan,
    files: { certificate: string; key: string },
    name: string,
  ): WantedCertificate[] => {
    if (transport === 'plain') return []
    const { certificate, key } = transport === 'configured' ? files : own
    const names = transport === 'configured' ? [name] : []
    return [{ ...unnamed, of, certificate: { file: certificate }, key: { file: key }, names }]
  }
  const wanted = [
    ...served('panel', listeners.panel, { certificate: webCertFile, key: webKeyFile }, webDomain),
    ...(subEnable
      ? served('subscriptions', listeners.sub, { certificate: subCertFile, key: subKeyFile }, subDomain)
      : []),
    ...inbounds.flatMap(({ id, name, streamSettings }) => {
      const names = [textAt(blockAt(streamSettings, 'tlsSettings'), 'serverName').trim()]
      const owner = { of: 'inbound', inboundId: id, name, names } as const
      if (lacksCertificate(streamSettings)) return [{ ...owner, certificate: undefined, key: undefined }]
      return certificatePairsOf(streamSettings).map((pair): WantedCertificate => ({ ...pair, ...owner }))
    }),
  ]
  return wanted.map((one) => ({
    ...one,
    managedId:
      one.certificate && 'file' in one.certificate
        ? managedIdOf(dataFolder, one.certificate.file)
        : undefined,
  }))
}

export const keyFilesOf = (certificates: readonly WantedCertificate[]): string[] =>
  certificates.flatMap(({ key }) => (key && 'file' in key ? [key.file] : []))
