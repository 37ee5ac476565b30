import { existsSync } from 'node:fs'
import { notYetApi } from '#contract/not-yet-api.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Mount } from '../platform/http/mount.ts'

const says = (what: 'update') => (): never => {
  throw new Refusal(`not-built.${what}`)
}
const noUpdates = says('update')

export function notYetRoutes(mount: Mount, { version }: { version: string }): void {
  mount(notYetApi.panelUpdateInfo, () => ({
    currentVersion: version,
    latestVersion: '',
    updateAvailable: false,
  }))
  mount(notYetApi.updateStatus, () => ({ runId: '', state: 'idle', exitCode: 0, finishedAt: 0 }))
  mount(notYetApi.updatePanel, noUpdates)
  mount(notYetApi.setUpdateChannel, noUpdates)
  mount(notYetApi.fail2banStatus, () => ({
    enabled: false,
    installed: existsSync('/usr/bin/fail2ban-client'),
    usable: false,
    windows: false,
  }))
}
