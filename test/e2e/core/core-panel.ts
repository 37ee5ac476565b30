import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientFields } from '#contract/client.ts'
import type { Block, Inbound } from '#contract/inbound.ts'
import type { CoreStatus } from '#contract/status.ts'
import type { Envelope } from '#contract/wire.ts'
import { defaultTemplate } from '#domain/core-config/default-template.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { type CoreRecord, findOrphan } from '#server/core/process/record.ts'
import type { Installation } from '#test/another-user.ts'
import { endProcess } from '#test/end-process.ts'
import { admin, type Program, type Start, startProgram } from '#test/program.ts'
import { copyTemplate } from '#test/template-database.ts'
import { until } from '#test/until.ts'
import { logIn, type Visitor } from '#test/visitor.ts'
import { sharedTmp } from '../../../tools/shared-tmp.mjs'

export type PanelClient = ClientFields & { inboundIds: number[] }

/** The API calls that these tests use; each throws what the panel refuses. */
export interface VisitedPanel {
  visitor: Visitor
  call<T = unknown>(path: string, body?: unknown): Promise<T>
  read<T = unknown>(path: string): Promise<T>
  addInbound(source: SectionSource): Promise<SectionSource>
  addClient(email: string, inboundIds: readonly number[], more?: Block): Promise<PanelClient>
  client(email: string): Promise<PanelClient>
  status(): Promise<CoreStatus>
  /** Waits until the core is in this state. */
  until(state: CoreStatus['state']): Promise<CoreStatus>
}

/** The built program with a core. */
export interface CorePanel extends VisitedPanel {
  program: Program
  folder: string
  /** The record of the running core. */
  record(): CoreRecord
  stop(): Promise<void>
}

export const newFolder = (): string => mkdtempSync(join(sharedTmp(), 'sluice-core-e2e-'))

function folderWithSchema(): string {
  const folder = newFolder()
  copyTemplate(folder)
  return folder
}

function told<T>(path: string, { success, msg, obj }: Envelope<T>): T {
  if (!success) throw new Error(`${path}: ${msg}`)
  return obj
}

export const asSource = (inbound: Inbound): SectionSource => ({ ...inbound })

export async function startCorePanel(
  binary: string,
  {
    uid,
    env = {},
    // The copy would belong to this user, and only SQLite reads it.
    folder = uid === undefined && !env.SLUICE_DB_TYPE ? folderWithSchema() : newFolder(),
    args = [],
    installation,
    port,
    inside,
  }: {
    folder?: string
    env?: Record<string, string>
    args?: string[]
    uid?: number
    installation?: Installation
    port?: number
    inside?: Start['inside']
  } = {},
): Promise<CorePanel> {
  if (uid !== undefined) chownSync(folder, uid, uid)
  const program = await startProgram({
    folder,
    args,
    env: { SLUICE_CORE_BIN: binary, ...env },
    ...(uid !== undefined && { uid }),
    ...(installation && { installation }),
    ...(port !== undefined && { port }),
    ...(inside && { inside }),
  })
  await program.ready
  return {
    program,
    folder,
    ...(await visitPanel(program.url, admin)),
    record: () => JSON.parse(readFileSync(join(folder, 'core-run.json'), 'utf8')) as CoreRecord, // our own file
    async stop() {
      await program.kill('SIGTERM')
      const left = findOrphan(folder)
      if (left) endProcess(left.pid) // nothing may outlive a test, even a failed one
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Logs in to a running panel. */
export async function visitPanel(
  url: string,
  credentials: { username: string; password: string },
): Promise<VisitedPanel> {
  const visitor = await logIn(url, credentials)
  const call = async <T>(path: string, body?: unknown) => told(path, await visitor.post<T>(path, body))
  const read = async <T>(path: string) => told(path, await visitor.get<T>(path))
  const status = async () => (await read<{ xray: CoreStatus } | null>('/panel/api/server/status'))?.xray
  const client = async (email: string): Promise<PanelClient> => {
    const path = `/panel/api/clients/get/${encodeURIComponent(email)}`
    const { client: fields, inboundIds } = await read<{ client: ClientFields; inboundIds: number[] }>(path)
    return { ...fields, inboundIds }
  }
  return {
    visitor,
    call,
    read,
    client,
    async addInbound({ id: _, tag: __, ...input }) {
      return asSource(await call<Inbound>('/panel/api/inbounds/add', { ...input, listen: '127.0.0.1' }))
    },
    async addClient(email, inboundIds, more = {}) {
      await call('/panel/api/clients/add', { client: { email, ...more }, inboundIds })
      return client(email)
    },
    status: async () => (await status()) ?? { state: 'stop', errorMsg: '', version: 'Unknown' },
    async until(state) {
      let now: CoreStatus | undefined
      await until(`the core is "${state}"`, async () => {
        now = await status()
        return now?.state === state
      }).catch((error: Error) => {
        throw new Error(`${error.message}; it is ${JSON.stringify(now)}`)
      })
      if (!now) throw new Error('there is no core')
      return now
    },
  }
}

/** A template whose only outbound leads to the origin, whatever the target: the default blocks loopback. */
export const templateTo = (
  originPort: number,
  more: { outbounds?: Block[]; rules?: Block[]; host?: string } = {},
): Block => ({
  ...defaultTemplate(),
  outbounds: [
    {
      tag: 'direct',
      protocol: 'freedom',
      settings: { redirect: `${more.host ?? '127.0.0.1'}:${originPort}`, finalRules: [{ action: 'allow' }] },
    },
    { tag: 'blocked', protocol: 'blackhole', settings: {} },
    ...(more.outbounds ?? []),
  ],
  routing: { domainStrategy: 'AsIs', rules: more.rules ?? [] },
})
