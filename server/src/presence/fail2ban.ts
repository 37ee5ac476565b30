import { existsSync } from 'node:fs'
import { notYetApi } from '#contract/not-yet-api.ts'
import type { Mount } from '../platform/http/mount.ts'

export function notYetRoutes(mount: Mount): void {
  mount(notYetApi.fail2banStatus, () => ({
    enabled: false,
    installed: existsSync('/usr/bin/fail2ban-client'),
    usable: false,
    windows: false,
  }))
}
