import type { CertificatePlan, CertificateWish } from '#contract/certificates-api.ts'
import type { Coded } from '#contract/coded.ts'
import { type DecidedWish, decideWish } from '#domain/certificates/names.ts'
import { heldBack } from '#domain/certificates/renewal.ts'
import { isIp } from '#domain/net/address.ts'
import { coded, codedOf, inEnglish } from '#domain/refusal.ts'
import type { AcmeConfig } from '../platform/config.ts'
import type { Base } from '../settings/base-services.ts'
import type { ChallengeServer } from './challenge-server.ts'
import { attemptsSince } from './store.ts'

interface Deps extends Pick<Base, 'db' | 'egress' | 'now'> {
  acme: AcmeConfig
  challengeServer: Pick<ChallengeServer, 'tryPort'>
}

/** What would stop a certificate, as far as it can be seen without an authority. */
export function createChecking({ db, now, egress, acme, challengeServer }: Deps) {
  async function warningsFor({ names, method }: DecidedWish): Promise<Coded[]> {
    const held = heldBack(await attemptsSince(db.read, now()), names, now())
    const port = await challengeServer.tryPort(method)
    const hook = method === 'dns-01' && !acme.dnsHook ? coded('acme.hook-missing') : undefined
    const looked = await Promise.all(
      names.map(async (name) => {
        if (isIp(name) || method === 'dns-01') return undefined
        try {
          await egress.publicAddresses?.(`http://${name}/`, { allowPrivateAddress: acme.isOwn })
          return undefined
        } catch (error) {
          return coded('acme.name-not-resolved', { name, detail: codedOf(error) })
        }
      }),
    )
    return [held?.why, hook, port, ...looked].filter((warning) => warning !== undefined)
  }

  return async function check(wish: CertificateWish): Promise<CertificatePlan> {
    const decided = decideWish(wish)
    const warnings = await warningsFor(decided)
    return {
      names: decided.names,
      profile: decided.profile,
      days: decided.profile === 'shortlived' ? 6 : 90,
      warnings: warnings.map((warning) => ({ text: inEnglish(warning), coded: warning })),
    }
  }
}
