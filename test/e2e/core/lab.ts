import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { CutResult } from '#server/connections/cut/cut.ts'
import type { CutSupport, CutWay } from '#server/connections/kernel/self-test.ts'
import type { Installation } from '#test/another-user.ts'
import { freePort } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import type { ClientSession } from '../../../contract/src/core-api.ts'
import { coreBinary, readableCore } from './binary.ts'
import { clientConfig, serverConfig } from './config.ts'
import { type Email, entryOf, homeOf, makeSecrets, tagOf, type Way, ways } from './inbounds.ts'
import type { HostAsk } from './sessions-host.ts'
import { openStream, startSource, startTlsTarget } from './stream.ts'

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

const hostFile = join(import.meta.dirname, 'sessions-host.ts')

/** The host with all its modules as one file, in the copy that another user can read. */
async function hostIn({ folder }: Installation): Promise<string> {
  const file = join(folder, 'sessions-host.mjs')
  const bundle = await rolldown({ input: hostFile, platform: 'node', external: ['koffi'], tsconfig: false })
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
  chmodSync(file, 0o644)
  return file
}

async function startHost({ uid, installation }: LabOptions) {
  const file = installation ? await hostIn(installation) : hostFile
  const child = fork(file, {
    cwd: '/',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
    ...(installation && { execPath: installation.node }),
    ...(uid !== undefined && { uid, gid: uid }),
  })
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let last = 0
  child.on('message', ({ id, value, error }: { id: number; value?: unknown; error?: string }) => {
    const asker = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) asker?.resolve(value)
    else asker?.reject(new Error(error))
  })
  const failAll = (why: string) => {
    for (const { reject } of waiting.values()) reject(new Error(why))
  }
  child.once('exit', (code) => failAll(`the host ended with ${code}`))
  child.once('error', (error) => failAll(`the host could not be started: ${error.message}`))
  const ask = <T>(question: HostAsk): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = ++last
      waiting.set(id, { resolve: (value) => resolve(value as T), reject }) // the host answers each verb in its own type
      child.send({ id, ask: question }, (error) => error && reject(error))
    })
  return { child, ask }
}

async function startClient(config: Record<string, unknown>, doors: number[]): Promise<ChildProcess> {
  const child = spawn(coreBinary, ['run', '-c', 'stdin:'], { stdio: ['pipe', 'ignore', 'ignore'] })
  let fault: Error | undefined
  child.once('error', (error) => {
    fault = error
  })
  child.stdin?.end(JSON.stringify(config))
  for (const door of doors)
    await until('a door of the client core opens', () => {
      if (fault) throw fault
      return answers(door)
    })
  return child
}

async function end(child: ChildProcess | undefined) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

export interface LabOptions {
  /** The user that the host and its core run as, with the files it can read. */
  uid?: number
  installation?: Installation
  only?: CutWay
  annHops?: boolean
}

/** A core under a host, two client cores at one address, and a server to stream from. */
export async function startLab(options: LabOptions = {}) {
  const secrets = await makeSecrets()
  const source = await startSource()
  const target = await startTlsTarget(secrets.pair, secrets.targetPort)
  const host = await startHost(options)
  const copy = options.uid === undefined ? undefined : readableCore()
  const apiPort = await freePort()
  const inbounds = ways.map((way) => ({
    tag: tagOf(secrets, way),
    port: secrets.ports[way],
    network:
      way === 'hysteria2'
        ? ('udp' as const)
        : way === 'shadowsocks-2022'
          ? ('both' as const)
          : ('tcp' as const),
  }))
  const setup = {
    binary: copy?.path ?? coreBinary,
    config: serverConfig(secrets, apiPort),
    apiPort,
    inbounds,
    ...(options.only && { only: options.only }),
  }
  await host.ask({ verb: 'setup', setup })
  const ann = await clientConfig(secrets, 'ann', options.annHops)
  const bob = await clientConfig(secrets, 'bob')
  const doors: Record<Email, Record<Way, number>> = { ann: ann.doors, bob: bob.doors }
  const clients = await Promise.all([
    startClient(ann.config, Object.values(ann.doors)),
    startClient(bob.config, Object.values(bob.doors)),
  ])

  return {
    secrets,
    tag: (way: Way) => tagOf(secrets, way),
    stream: (way: Way, email: Email) => openStream(doors[email][way], source.port),
    selfTest: () => host.ask<Pick<CutSupport, 'way' | 'sentence'>>({ verb: 'selfTest' }),
    add: (way: Way, email: Email) =>
      host.ask({ verb: 'add', home: homeOf(secrets, way), entry: entryOf(secrets, way, email) }),
    remove: (way: Way, email: Email) => host.ask({ verb: 'remove', tag: tagOf(secrets, way), email }),
    cut: (email: Email, tags?: string[]) =>
      host.ask<CutResult>({ verb: 'cut', email, ...(tags && { tags }) }),
    list: (email: Email) => host.ask<ClientSession[]>({ verb: 'list', email }),
    lose: (email: string) => host.ask({ verb: 'lose', email }),
    async stop() {
      host.child.disconnect() // it ends the core and itself
      if (host.child.exitCode === null) await once(host.child, 'exit')
      await Promise.all(clients.map(end))
      await Promise.all([source.stop(), target.stop()])
      copy?.remove()
    },
  }
}

export type Lab = Awaited<ReturnType<typeof startLab>>
