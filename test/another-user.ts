import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { sharedTmp } from '../tools/shared-tmp.mjs'

const repository = dirname(dirname(fileURLToPath(import.meta.url)))

/** The user `nobody`: an ordinary user without privileges. */
export const nobody = 65_534

/** A built program and the Node that runs it. */
export interface Installation {
  node: string
  /** The folder that contains `dist`. */
  folder: string
  /** The file of `dist/server` that is started; `main.js` if absent. */
  entry?: string
}

export const thisCheckout: Installation = { node: process.execPath, folder: repository }

/** Packages outside of the bundle, with their native parts. */
const packages = ['koffi', '@koromix', '@node-rs']

/**
 * A copy of the built program and of Node that every user can read: the checkout may be in a folder that only
 * its owner can enter, such as root's home.
 */
export function copyForEverybody(): Installation {
  const folder = mkdtempSync(join(sharedTmp(), 'sluice-copy-'))
  const node = join(folder, 'node')
  copyFileSync(process.execPath, node)
  chmodSync(node, 0o755)
  for (const name of ['package.json', 'dist', ...packages.map((name) => `node_modules/${name}`)]) {
    const from = join(repository, name)
    if (!existsSync(from)) continue // an optional package
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    cpSync(from, join(folder, name), { recursive: true, dereference: true })
  }
  openToAll(folder)
  return { node, folder }
}

/** Whatever the owner's umask is. */
function openToAll(folder: string): void {
  const { status, stderr, error } = spawnSync('chmod', ['-R', 'a+rX', folder])
  if (status !== 0) throw new Error(`chmod: ${error?.message ?? String(stderr)}`)
}

/** Why nothing can be run as another user; undefined if it can. */
function whyNot(node: string): string | undefined {
  const { status, error } = spawnSync(node, ['-e', ''], { uid: nobody, gid: nobody, cwd: '/', env: {} })
  return status === 0 ? undefined : (error?.message ?? `it ended with ${status}`)
}

/**
 * What `nobody` can run; undefined if this machine does not allow it, which is then printed. Call it while a
 * file's tests are collected: the copy is removed after the last of them.
 */
export function installationForNobody(what: string): Installation | undefined {
  if (process.getuid?.() !== 0) {
    console.log(`Not tested: ${what}, because only root can start a program as another user.`)
    return undefined
  }
  const copy = copyForEverybody()
  afterAll(() => rmSync(copy.folder, { recursive: true, force: true }))
  const reason = whyNot(copy.node)
  if (reason === undefined) return copy
  console.log(`Not tested: ${what}, because user ${nobody} cannot run ${copy.node}: ${reason}.`)
  return undefined
}
