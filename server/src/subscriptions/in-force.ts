import type { Settings } from '#contract/settings.ts'
import { bracketed, unbracketed } from '#domain/net/address.ts'
import { createRouting } from '#domain/subscription/routing.ts'
import { subscriptionNames } from '#domain/subscription/urls.ts'
import { hostname } from '../platform/http/server.ts'
import type { SettingsReader } from '../settings/service.ts'
import { createHead } from './reply.ts'
import { createAppFormats, createReader } from './request.ts'

/** As a request spells it: international names in ASCII, addresses without brackets. */
const nameOf = (domain: string): string => unbracketed(hostname(bracketed(domain)))

/** Everything derived from the settings, rebuilt when they change. */
export function createInForce(settings: SettingsReader, guard: readonly string[]) {
  const compile = (settings: Settings) => ({
    settings,
    read: createReader(settings),
    appFormat: createAppFormats(settings),
    names: new Set(subscriptionNames(settings).map(nameOf)),
    routing: createRouting(settings),
    head: createHead(settings, guard),
  })
  let made = compile(settings.current())
  return () => {
    const current = settings.current()
    if (current !== made.settings) made = compile(current)
    return made
  }
}
