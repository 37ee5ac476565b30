import type { Block } from '#contract/inbound.ts'
import { hostPort } from '#domain/net/address.ts'
import { Refusal } from '#domain/refusal.ts'
import { filled } from '#domain/untyped.ts'
import { listIn } from '../texts.ts'
import { type Ask, hostOf, portOf } from './share-parts.ts'

/** An unescaped plus sign arrives as a blank. */
const key32 = (text: string): string => {
  const key = text.replaceAll(' ', '+')
  if (!/^[A-Za-z0-9+/]{43}=$/.test(key)) throw new Refusal('share-link.wireguard-key')
  return key
}

/** No kernel device for a link or a list. */
export function wireguardSettings(host: string, port: number, secretKey: string, ask: Ask): Block {
  const [shared, keepAlive] = [ask('presharedkey'), Number(ask('keepalive'))]
  const reserved = listIn(ask('reserved')).map(Number)
  const peer = {
    publicKey: key32(ask('publickey')),
    ...(shared && { preSharedKey: key32(shared) }),
    endpoint: hostPort(host, port),
    allowedIPs: ['0.0.0.0/0', '::/0'],
    ...(keepAlive > 0 && { keepAlive }),
  }
  return filled({
    secretKey: key32(secretKey),
    address: listIn(ask('address') || ask('ip')),
    mtu: Number(ask('mtu')) || undefined,
    reserved: reserved.length === 3 && reserved.every((n) => n >= 0 && n < 256) ? reserved : [],
    noKernelTun: true,
    peers: [peer],
  })
}

export const isWireguardConfig = (text: string): boolean => /^[ \t]*\[interface\]/im.test(text)

/** Reads a WireGuard configuration file, as providers distribute it. */
export function wireguardOfConfig(text: string): Block {
  const values = new Map<string, string>()
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [pair = ''] = line.split('#', 1)
    const equals = pair.indexOf('=')
    const name = pair.slice(0, Math.max(equals, 0)).trim().toLowerCase()
    if (/^\w+$/.test(name))
      values.set(name, [values.get(name), pair.slice(equals + 1).trim()].filter(Boolean).join(','))
  }
  const names: Readonly<Record<string, string>> = { keepalive: 'persistentkeepalive' }
  const ask: Ask = (name) => values.get(names[name] ?? name) ?? ''
  const [, host = '', port] = /^(.*):(\d+)$/.exec(ask('endpoint')) ?? []
  const server = hostOf(host)
  const settings = wireguardSettings(server, portOf(port), ask('privatekey'), ask)
  return { tag: `wireguard-${server}`, protocol: 'wireguard', settings }
}
