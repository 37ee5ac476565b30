import { existsSync } from 'node:fs'
import { noNodesApi, notYetApi } from '#contract/not-yet-api.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Db } from '../platform/db/open.ts'
import type { Mount } from '../platform/http/mount.ts'

const says = (what: 'update' | 'client-ips' | 'telegram' | 'mail' | 'nodes') => (): never => {
  throw new Refusal(`not-built.${what}`)
}
const noUpdates = says('update')

function ipsOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return []
  }
}

export function notYetRoutes(mount: Mount, { db, version }: { db: Db; version: string }): void {
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
  mount(notYetApi.descendants, () => [])
  mount(notYetApi.clientIps, async () => {
    const rows = await db.read.selectFrom('inbound_client_ips').selectAll().orderBy('id').execute()
    return rows.map((row) => ({ id: row.id, clientEmail: row.client_email, ips: ipsOf(row.ips) }))
  })
  mount(notYetApi.setClientIps, says('client-ips'))
  for (const endpoint of [notYetApi.backupToBot, notYetApi.testBot]) mount(endpoint, says('telegram'))
  mount(notYetApi.testMail, says('mail'))
  noNodesRoutes(mount)
}

function noNodesRoutes(mount: Mount): void {
  const { list, ...others } = noNodesApi
  mount(list, () => [])
  for (const endpoint of Object.values(others)) mount(endpoint, says('nodes'))
}
