import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backupCommand } from '#server/cli/backup.ts'
import { restoreCommand } from '#server/cli/restore.ts'
import { addClient, addInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel } from '#test/panel.ts'
import { wholeState } from '#test/state.ts'

const postgres = process.env.SLUICE_TEST_DB === 'postgres'
let t: TestPanel
let folder: string
let inbound: number
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-backup-cli-'))
  t = await testPanel()
  const me = await t.login()
  inbound = (await addInbound(me)).id
  await addClient(me, { email: 'ann' }, [inbound])
})
afterAll(async () => {
  await t.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function lines(
  command: typeof backupCommand | typeof restoreCommand,
  ...args: string[]
): Promise<string[]> {
  const printed: string[] = []
  await command(t.config, args, (line) => printed.push(line))
  return printed
}
const addLater = async (email: string) => addClient(await t.login(), { email }, [inbound])

it('makes a backup next to a running panel, in a file, a folder or the usual place', async () => {
  const file = join(folder, 'mine.zip')
  expect(await lines(backupCommand, file)).toEqual([file])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const [inFolder = ''] = await lines(backupCommand, folder)
  expect(inFolder).toMatch(/sluice-[\dTZ-]+-manual\.zip$/)
  const [usual = ''] = await lines(backupCommand)
  expect(usual.startsWith(join(t.config.dataFolder, 'backups'))).toBe(true)
  await expect(lines(backupCommand, file)).rejects.toMatchObject({ code: 'cli.file-exists' })
  expect(readdirSync(folder)).toHaveLength(2)
})

it('writes a backup to its output, and leaves nothing behind', async () => {
  const pieces: Buffer[] = []
  const output = new Writable({
    write(piece: Buffer, _encoding, next) {
      pieces.push(piece)
      next()
    },
  })
  const before = readdirSync(t.config.dataFolder)
  await backupCommand(t.config, ['-'], () => expect.unreachable('nothing else may be printed'), output)
  expect(Buffer.concat(pieces).subarray(0, 2).toString()).toBe('PK')
  expect(readdirSync(t.config.dataFolder)).toEqual(before)
  const terminal = Object.assign(new Writable(), { isTTY: true })
  await expect(backupCommand(t.config, ['-'], () => {}, terminal)).rejects.toMatchObject({
    code: 'cli.backup-to-terminal',
  })
})

it('refuses a restore while the panel runs, and wrong words', async () => {
  const file = join(folder, 'mine.zip')
  // With PostgreSQL the folder tells it too: it is this panel's.
  await expect(lines(restoreCommand, file, '--yes')).rejects.toMatchObject({ code: 'cli.panel-runs-here' })
  await expect(lines(restoreCommand)).rejects.toMatchObject({ code: 'cli.restore-usage' })
  await expect(lines(restoreCommand, file, '--undo')).rejects.toMatchObject({ code: 'cli.restore-usage' })
  await expect(lines(restoreCommand, join(folder, 'none'))).rejects.toMatchObject({
    code: 'cli.no-such-file',
  })
  await expect(lines(restoreCommand, file, '--passphrase-file', '/none')).rejects.toMatchObject({
    code: 'cli.passphrase-unreadable',
  })
})

it('restores a file that the caller has opened, and says what is wrong with one that it may not open', async () => {
  const file = join(folder, 'mine.zip')
  const words = join(folder, 'opened-words')
  writeFileSync(words, 'correct horse\n')
  const [handle, secret] = [openSync(file, 'r'), openSync(words, 'r')]
  // As root opens it: the name leads nowhere for us any more.
  renameSync(file, join(folder, 'moved.zip'))
  rmSync(words)
  const given = [`/dev/fd/${handle}`, '--passphrase-file', `/dev/fd/${secret}`]
  await t.reopen(async () => {
    const shown = await lines(restoreCommand, ...given)
    expect(shown.at(-1)).toContain('Nothing was changed')
    const odd = join(folder, 'mine.zip', 'below')
    writeFileSync(file, 'a file')
    await expect(lines(restoreCommand, odd)).rejects.toMatchObject({ code: 'cli.file-unreadable' })
  })
  expect(existsSync(join(t.config.dataFolder, 'restore', 'given'))).toBe(false)
  closeSync(handle)
  closeSync(secret)
  renameSync(join(folder, 'moved.zip'), file)
})

it('shows a comparison, restores when asked to, and undoes it', async () => {
  const file = join(folder, 'mine.zip')
  const before = await wholeState(t.panel)
  await addLater('bob')
  const after = await wholeState(t.panel)
  await t.reopen(async () => {
    const shown = await lines(restoreCommand, file)
    expect(shown.find((line) => line.startsWith('clients'))).toMatch(/^clients +1 +2$/)
    expect(shown.at(-1)).toContain('Nothing was changed')
  })
  expect(await wholeState(t.panel)).toBe(after)
  await t.reopen(async () => {
    expect((await lines(restoreCommand, file, '--yes')).at(-1)).toContain('The backup is restored')
  })
  expect(await wholeState(t.panel)).toBe(before)
  await t.reopen(async () => {
    expect((await lines(restoreCommand, '--undo')).at(-1)).toContain('Nothing was changed')
    expect((await lines(restoreCommand, '--undo', '--yes')).at(-1)).toContain('is back')
  })
  expect(await wholeState(t.panel)).toBe(after)
})

it('encrypts with the first line of a file', async () => {
  const words = join(folder, 'words')
  writeFileSync(words, 'correct horse\nsecond line\n')
  const file = join(folder, 'secret.age')
  await lines(backupCommand, file, '--passphrase-file', words)
  await t.reopen(async () => {
    await expect(lines(restoreCommand, file)).rejects.toMatchObject({ code: 'backup.passphrase-missing' })
    const shown = await lines(restoreCommand, file, '--passphrase-file', words)
    expect(shown.find((line) => line.startsWith('clients'))).toMatch(/^clients +2 +2$/)
  })
})

it.skipIf(postgres)('restores over a database that is damaged, or of a newer version', async () => {
  const before = await wholeState(t.panel)
  const [file = ''] = await lines(backupCommand)
  const database = join(t.config.dataFolder, 'sluice.db')
  const makeNewer = () => {
    const db = new DatabaseSync(database)
    db.exec("insert into schema_migrations (name, applied_at, version) values ('999-later', 1, '7.0.0')")
    db.close()
  }
  for (const spoil of [() => writeFileSync(database, 'this is no database'), makeNewer]) {
    await t.reopen(async () => {
      spoil()
      const shown = await lines(restoreCommand, file, '--yes')
      expect(shown[0]).toContain('nothing that can be read')
    })
    expect(await wholeState(t.panel)).toBe(before)
  }
})
