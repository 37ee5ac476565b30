import { joinString } from '#domain/fleet/join-string.ts'
import { addressBytes, hostPort, splitHostPort } from '#domain/net/address.ts'
import { isPublic } from '#domain/net/address-class.ts'
import { Refusal } from '#domain/refusal.ts'
import { certificateFor } from '../app/open-port.ts'
import { type RunningAddress, runningAddress } from '../app/running-address.ts'
import { createTokens, type Tokens } from '../auth/tokens.ts'
import type { Config } from '../platform/config.ts'
import { isLoopback, isWildcard, ownAddresses, planListen } from '../platform/http/address.ts'
import type { Actor } from '../platform/http/caller.ts'
import { fingerprintOf } from '../platform/http/certificate.ts'
import { silentLog } from '../platform/log.ts'
import { planListeners } from '../settings/listen-plans.ts'
import { type Print, parseFlags } from './flags.ts'
import { type Storage, withStorage } from './offline.ts'

const actor: Actor = { kind: 'cli', name: 'sluice node invite', address: '' }
const tokenName = 'node invite'

/** `sluice node invite`: works without a panel and next to a running one. */
export async function nodeCommand(
  config: Config,
  args: readonly string[],
  print: Print,
  note: Print = (line) => void process.stderr.write(`${line}\n`),
): Promise<void> {
  const [verb = '', ...rest] = args
  if (verb !== 'invite') throw new Refusal('cli.unknown-node-command', { command: verb })
  const flags = parseFlags(rest, { address: 'text', 'no-pin': 'switch' })
  await withStorage(config, async (storage) => {
    const place = await placeOf(config, storage, flags.address)
    const pin = flags['no-pin'] ? '' : place.pin
    const { name, token } = await newToken(createTokens(storage.db, storage.commit, Date.now, silentLog))
    // Alone on standard output, so that a script can use it.
    print(joinString({ url: place.url, pin, token }))
    note(
      `It holds the new API token "${name}": delete the token in the settings to take the invitation back.`,
    )
    for (const line of place.notes) note(line)
  })
}

/** Tokens have different names: each invitation can be taken back alone. */
async function newToken(tokens: Tokens) {
  const taken = new Set((await tokens.list()).map(({ name }) => name))
  for (let n = 1; ; n++) {
    const name = n === 1 ? tokenName : `${tokenName} ${n}`
    if (!taken.has(name)) return tokens.create(name, actor, 'fleet')
  }
}

const wholeUrl = /^(https?):\/\/(\[[^\]]+\]|[^/:?#\s]+)(?::(\d{1,5}))?(\/[^?#\s]*)?$/i

async function placeOf(config: Config, storage: Storage, given: string | undefined) {
  const settings = storage.settings.current()
  const running = runningAddress.read(config.dataFolder)
  const found: RunningAddress = running ?? planListeners(config, settings)
  const [, scheme, host, port, path] = wholeUrl.exec(given?.trim() ?? '') ?? []
  const files = { cert: settings.webCertFile, key: settings.webKeyFile }
  const pinOf = async (panel: RunningAddress['panel']) => {
    const certificate = await certificateFor(panel, files, config.dataFolder, Date.now())
    return certificate ? fingerprintOf(certificate).replaceAll(':', '').toLowerCase() : ''
  }
  if (scheme && host) {
    const isOwn = scheme.toLowerCase() === 'https' && found.panel.transport !== 'plain'
    const usual = scheme.toLowerCase() === 'https' ? 443 : 80
    const parts = (path ?? '').split('/').filter((part) => part !== '')
    const base = parts.length > 0 ? `/${parts.join('/')}/` : found.basePath
    const url = `${scheme.toLowerCase()}://${host}:${port ?? usual}${base}`
    return { url, pin: isOwn ? await pinOf(found.panel) : '', notes: notesOf(host, found) }
  }
  const named = splitHostPort(given?.trim() || settings.publicHost || reachable(found.panel.address))
  if (named.host === '' || /[\s/?#@]/.test(named.host))
    throw new Refusal('cli.invite-address', { address: given ?? '' })
  const panel = inPublic(found.panel, named.host, files.cert !== '', config.insecureHttp)
  const url = `${panel.transport === 'plain' ? 'http' : 'https'}://${hostPort(named.host, Number(named.port) || panel.port)}${found.basePath}`
  return { url, pin: await pinOf(panel), notes: notesOf(named.host, found) }
}

/** A panel that is not yet public will be served with TLS once it is. */
function inPublic(
  panel: RunningAddress['panel'],
  host: string,
  hasCertificate: boolean,
  insecureHttp: boolean,
) {
  const isHere = isLoopback(host) || host === 'localhost'
  if (panel.transport !== 'plain' || isHere || !isLoopback(panel.address)) return panel
  return planListen({ address: '0.0.0.0', port: panel.port, hasCertificate }, insecureHttp)
}

function reachable(address: string): string {
  if (!isWildcard(address)) return address
  const own = ownAddresses()
  return own.find(isPublic) ?? own[0] ?? '127.0.0.1'
}

function notesOf(host: string, { panel }: RunningAddress): string[] {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  const notes: string[] = []
  if (isLoopback(panel.address))
    notes.push(
      'The panel listens on this machine only. Start it with --listen 0.0.0.0 so that another one can reach it.',
    )
  if (addressBytes(bare) && !isPublic(bare))
    notes.push(
      `${bare} is a private address: the other panel must be in the same network, and private addresses must be allowed for this node there.`,
    )
  return notes
}
