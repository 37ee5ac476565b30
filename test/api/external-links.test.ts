import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseOf } from '#test/fixtures/three-x-ui.ts'
import { importer } from '#test/move-in.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { subscriberOf } from '#test/subscriber.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-external-links-'))
let t: ServedPanel
beforeAll(async () => {
  t = await servedPanel()
})
afterAll(async () => {
  await t.stop()
  rmSync(folder, { recursive: true, force: true })
})

const linkOf = (id: number) => `trojan://secret-${id}@other.example.net:443?security=tls&type=tcp`

/** Every client has a link of another server; some have lost what else they had. */
function database(): Buffer {
  const file = join(folder, 'x-ui.db')
  writeFileSync(file, databaseOf('3.6.0'))
  const db = new DatabaseSync(file)
  db.exec(`delete from client_external_links;
    update clients set enable = 1, total_gb = 0, expiry_time = 0;
    update client_traffics set enable = 1, total = 0, expiry_time = 0;
    delete from client_inbounds where client_id = 1;
    update inbounds set enable = 0 where id in (select inbound_id from client_inbounds where client_id = 4);
    update clients set sub_id = (select sub_id from clients where id = 10) where id = 9;
    delete from client_inbounds where client_id = 9;`)
  const add = db.prepare(
    'insert into client_external_links (client_id, kind, value, remark, sort_index) values (?, ?, ?, ?, ?)',
  )
  for (const { id } of db.prepare('select id from clients').all())
    add.run(
      Number(id),
      'link',
      `  ${linkOf(Number(id))}#an old name `,
      Number(id) % 2 ? 'a new name' : '',
      null,
    )
  db.close()
  return readFileSync(file)
}

it('a client keeps its external link: without inbounds, on disabled ones, with a shared id', async () => {
  const file = database()
  const ids = new DatabaseSync(join(folder, 'x-ui.db')).prepare('select id, sub_id from clients').all()
  const me = await t.login()
  const { upload, apply } = importer(me)
  const nodes = async () =>
    (await me.get<{ name: string }[]>('/panel/api/nodes/list')).obj.map(({ name }) => name)
  expect(await nodes()).toEqual([])
  const { obj } = await upload(file)
  // This panel keeps its settings, and says where subscriptions are.
  expect(await apply(obj.id, { takeSettings: false })).toMatchObject({
    success: true,
    obj: { tookSettings: false, subscriptionsUrl: expect.stringContaining(`:${t.subPort}/`) },
  })
  expect(await nodes()).toEqual(['frankfurt'])
  const fetch = subscriberOf(t.subPort)
  const { subPath } = t.panel.settings.current()
  for (const { id, sub_id } of ids) {
    const { status, body } = await fetch(`${subPath}${encodeURIComponent(String(sub_id))}`)
    expect(status, String(id)).toBe(200)
    const text = body.includes('://') ? body : Buffer.from(body, 'base64').toString()
    const name = Number(id) % 2 ? 'a%20new%20name' : 'an%20old%20name'
    expect(text.split('\n'), String(id)).toContain(`${linkOf(Number(id))}#${name}`)
  }
})
