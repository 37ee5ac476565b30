import { existsSync } from 'node:fs'
import { notYetApi } from '#contract/not-yet-api.ts'
import { policiesApi } from '#contract/policies-api.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { Refusals } from './refusals.ts'

export function refusalRoutes(mount: Mount, refusals: Pick<Refusals, 'list'>): void {
  mount(policiesApi.refusals, ({ params }) => refusals.list(params.email ?? ''))
}

export function notYetRoutes(mount: Mount): void {
  mount(notYetApi.fail2banStatus, () => ({
    enabled: false,
    installed: existsSync('/usr/bin/fail2ban-client'),
    usable: false,
    windows: false,
  }))
}
