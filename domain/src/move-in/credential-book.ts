import type { Coded } from '#contract/coded.ts'
import { type ClientProtocol, carriesClients } from '#contract/protocol.ts'
import {
  type ClientKeys,
  credentialKeys,
  isSingleUser,
  isValidKey,
  keyLength,
  passwordOn,
  sharedCredential,
} from '#domain/clients/credentials.ts'
import { methodOf } from '#domain/inbounds/capabilities.ts'
import { coded, codedOf } from '#domain/refusal.ts'
import type { PlannedAttachment } from './plan.ts'
import type { Place } from './plan-inbounds.ts'

/** An inbound to which a client is to be attached. */
export interface Target extends PlannedAttachment {
  /** The Shadowsocks cipher; otherwise blank. */
  readonly method: string
}

export function targetAt(place: Place): Target | undefined {
  const { protocol, tag, settings } = place
  if (!carriesClients(protocol)) return undefined
  return { inboundTag: tag, protocol, flowOverride: '', method: methodOf({ protocol, settings }) }
}

/** Which credentials the clients of each inbound have. */
export class CredentialBook {
  readonly #known = new Map<string, Map<string, string>>()

  note(at: Target, client: ClientKeys, email: string): void {
    const known = this.#known.get(at.inboundTag) ?? new Map<string, string>()
    this.#known.set(at.inboundTag, known)
    for (const key of credentialKeys(at.protocol, client, at.method)) known.set(key, email)
  }

  /** Why the core could not serve this client on the inbound beside its other clients. */
  refusal(at: Target, client: ClientKeys): Coded | undefined {
    const known = this.#known.get(at.inboundTag)
    for (const key of credentialKeys(at.protocol, client, at.method)) {
      const owner = known?.get(key)
      if (owner !== undefined) return codedOf(sharedCredential(owner))
    }
    return undefined
  }
}

/** One password fits one length of Shadowsocks key, and one cipher takes no clients at all. */
export function fittingTargets(targets: readonly Target[]) {
  const kept: Target[] = []
  const left: { at: Target; why: Coded }[] = []
  let length = 0
  for (const at of targets) {
    const needed = keyLength(at.method)
    if (isSingleUser(at.method)) left.push({ at, why: coded('client.cipher-single-user') })
    else if (needed > 0 && length > 0 && needed !== length)
      left.push({ at, why: coded('client.key-lengths-differ') })
    else kept.push(at)
    if (needed > 0 && !isSingleUser(at.method)) length ||= needed
  }
  return { kept, left }
}

const hasCredential: Record<ClientProtocol, (c: ClientKeys, method: string) => boolean> = {
  vless: (c) => c.uuid !== '',
  vmess: (c) => c.uuid !== '',
  trojan: (c) => c.password !== '',
  shadowsocks: (c, method) => !isSingleUser(method) && isValidKey(method, passwordOn(method, c)),
  hysteria: (c) => c.auth !== '',
  hysteria2: (c) => c.auth !== '',
  masque: (c) => c.password !== '',
  wireguard: (c) => Boolean(c.publicKey && c.allowedIPs),
}

/** Whether the client can be attached as it is. */
export const canUse = (at: Target, client: ClientKeys): boolean =>
  hasCredential[at.protocol](client, at.method)
