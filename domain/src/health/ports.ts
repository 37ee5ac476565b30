import type { Coded } from '#contract/coded.ts'
import { isInner } from '#domain/inbounds/listen.ts'
import type { Layer4 } from '#domain/inbounds/port.ts'
import { hostPort } from '#domain/net/address.ts'
import { programNamed } from '#domain/net/program.ts'
import { coded } from '#domain/refusal.ts'
import { type Check, check, command, inboundSubject, only, page, setting } from './check.ts'

/** A port that this panel or its core should hold. */
export interface PortFact {
  of: 'panel' | 'subscriptions' | 'inbound'
  /** Of the inbound; 0 otherwise. */
  inboundId: number
  /** Of the inbound; blank otherwise. */
  name: string
  listen: string
  port: number
  layer: Layer4
  /** A program listens there. */
  isHeld: boolean
  /** Another program than the panel or its core. */
  otherProgram?: { name: string; pid: number } | undefined
}

interface Expected {
  /** The panel runs, so its own ports must be open. */
  panel: boolean
  /** The core runs, so those of inbounds must be open. */
  core: boolean
}

const idOf = ({ of, inboundId, layer }: PortFact): string =>
  of === 'inbound' ? `ports.inbound-${inboundId}-${layer}` : `ports.${of}`

const pageOf = ({ of, inboundId }: PortFact) => {
  if (of === 'inbound') return page(`panel/inbounds?i=${inboundId}`)
  return of === 'panel' ? setting('panel', 'webPort') : setting('subscription', 'subPort')
}

function troubleOf(fact: PortFact, expected: Expected): Check | undefined {
  const { port, layer, otherProgram } = fact
  const owner = ownerOf(fact)
  if (otherProgram) {
    const sentence = coded('health.port-taken', { owner, port, layer, holder: programNamed(otherProgram) })
    return check(idOf(fact), 'bad', sentence, pageOf(fact), subjectOf(fact))
  }
  const isExpected = fact.of === 'inbound' ? expected.core : expected.panel
  if (!isExpected || fact.isHeld) return undefined
  const sentence = coded('health.port-closed', { owner, port, layer })
  return check(idOf(fact), 'bad', sentence, pageOf(fact), subjectOf(fact))
}

/** Each port that is wrong; the others are one line. */
export function judgePorts(facts: readonly PortFact[], expected: Expected): Check[] {
  const troubles = facts.flatMap((fact) => troubleOf(fact, expected) ?? [])
  const good = facts.filter(({ isHeld, otherProgram }) => !otherProgram && isHeld === expected.panel).length
  if (good === 0) return troubles
  const code = expected.panel ? 'health.ports-open' : 'health.ports-free'
  return [...troubles, check('ports', 'ok', coded(code, { count: good }))]
}

interface AddressFacts {
  /** Addresses of this machine, without loopback. */
  own: readonly { address: string; isPublic: boolean }[]
  /** Where links point if nothing closer is known; blank = not set. */
  publicHost: string
  panel: { listen: string; port: number }
  /** Undefined while subscriptions are off. */
  subscriptions: { listen: string; port: number; hasPublicUrl: boolean } | undefined
}

export function judgeAddresses({ own, publicHost, panel, subscriptions }: AddressFacts): Check[] {
  const checks: Check[] = []
  const first = own.find(({ isPublic }) => isPublic)
  if (first) checks.push(check('addresses', 'ok', coded('health.address-public', { address: first.address })))
  else if (publicHost !== '')
    checks.push(check('addresses', 'note', coded('health.address-behind-nat', { host: publicHost })))
  else
    checks.push(check('addresses', 'warn', coded('health.address-unknown'), setting('panel', 'publicHost')))
  if (isInner(panel.listen)) {
    const sentence = coded('health.panel-inner', { where: hostPort(panel.listen, panel.port) })
    checks.push(check('addresses.panel', 'note', sentence, setting('panel', 'webListen'), only('panel')))
  }
  if (subscriptions && isInner(subscriptions.listen) && !subscriptions.hasPublicUrl) {
    const where = hostPort(subscriptions.listen, subscriptions.port)
    const sentence = coded('health.subscriptions-inner', { where })
    checks.push(
      check(
        'addresses.subscriptions',
        'warn',
        sentence,
        setting('subscription', 'subListen'),
        only('subscriptions'),
      ),
    )
  }
  return checks
}

export type Firewall = 'ufw' | 'firewalld' | 'nftables' | 'iptables'

interface FirewallFacts {
  /** Those that seem to be active. */
  found: readonly Firewall[]
  /** What must be reachable from outside. */
  needed: readonly { port: number; layer: Layer4 }[]
}

const asked = ({ port, layer }: { port: number; layer: Layer4 }): string => `${port}/${layer}`

const allowing: Record<Firewall, (ports: readonly string[]) => string> = {
  ufw: (ports) => ports.map((port) => `ufw allow ${port}`).join(' && '),
  firewalld: (ports) =>
    `firewall-cmd --permanent ${ports.map((port) => `--add-port=${port}`).join(' ')} && firewall-cmd --reload`,
  nftables: () => 'nft list ruleset',
  iptables: () => 'iptables -S INPUT',
}

/** The rules themselves can be read by root only, so this is a reminder and not a finding. */
export function judgeFirewall({ found, needed }: FirewallFacts): Check[] {
  const [name] = found
  if (!name) return [check('firewall', 'ok', coded('health.firewall-none'))]
  const ports = [...new Set(needed.map(asked))]
  if (ports.length === 0) return [check('firewall', 'ok', coded('health.firewall-no-ports', { name }))]
  const sentence = coded('health.firewall-on', { name, ports: ports.join(', ') })
  return [check('firewall', 'note', sentence, command(allowing[name](ports)))]
}

/** What a port or a certificate belongs to. */
export const subjectOf = ({ of, inboundId, name }: Pick<PortFact, 'of' | 'inboundId' | 'name'>) =>
  of === 'inbound' ? inboundSubject(inboundId, name) : only(of)

/** The same as the beginning of a sentence. */
export const ownerOf = ({ of, name }: { of: 'panel' | 'subscriptions' | 'inbound'; name: string }): Coded =>
  of === 'inbound' ? coded('owner.inbound', { name }) : coded(`owner.${of}`)
