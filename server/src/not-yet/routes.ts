import { existsSync } from 'node:fs'
import { noNodesApi, notYetApi } from '#contract/not-yet-api.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Db } from '../platform/db/open.ts'
import type { Mount } from '../platform/http/mount.ts'

const says = (sentence: string) => (): never => {
  throw new Refusal(sentence)
}
const noUpdates = says(
  'This panel does not update itself: install a newer version the way this one was installed, and restart.',
)

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
  mount(notYetApi.setClientIps, says('This panel does not take addresses from another panel yet.'))
  mount(
    notYetApi.importDb,
    says('A database cannot be uploaded yet: stop the panel, put the file in its data folder, and start it.'),
  )
  mount(
    notYetApi.migration,
    says('The database cannot be written for another engine yet: download it as it is (getDb).'),
  )
  for (const endpoint of [notYetApi.backupToBot, notYetApi.testBot])
    mount(endpoint, says('The Telegram bot is not there yet: download the database for a backup.'))
  mount(notYetApi.testMail, says('This panel sends no mail yet: nothing was tried.'))
  noNodesRoutes(mount)
}

function noNodesRoutes(mount: Mount): void {
  const { list, ...others } = noNodesApi
  mount(list, () => [])
  for (const endpoint of Object.values(others))
    mount(endpoint, says('This panel manages no other panels yet: open the panel of that server instead.'))
}
