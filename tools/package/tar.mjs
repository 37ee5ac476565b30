// A tar archive whose bytes depend on its content only: sorted entries, one time, one owner.
import { spawn } from 'node:child_process'
import { createWriteStream, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'

const block = 512
const padding = (size) => Buffer.alloc((block - (size % block)) % block)

/** Splits a path over the two fields of the format. */
function split(path) {
  if (Buffer.byteLength(path) <= 100) return { name: path, prefix: '' }
  const at = path.lastIndexOf('/', 155)
  const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
  if (at < 0 || Buffer.byteLength(name) > 100) throw new Error(`the path is too long for an archive: ${path}`)
  return { name, prefix }
}

function header(path, { mode, size, type }, time) {
  const bytes = Buffer.alloc(block)
  const { name, prefix } = split(path)
  const octal = (value, at, length) =>
    bytes.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'ascii')
  bytes.write(name, 0)
  octal(mode, 100, 8)
  octal(0, 108, 8) // root owns everything until the installer says otherwise
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(time, 136, 12)
  bytes.write('        ', 148)
  bytes.write(type, 156)
  bytes.write('ustar\u000000', 257)
  bytes.write('root', 265)
  bytes.write('root', 297)
  bytes.write(prefix, 345)
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'ascii')
  return bytes
}

const foldersOf = (paths) => {
  const folders = new Set()
  for (const path of paths)
    for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1))
      folders.add(path.slice(0, at + 1))
  return [...folders]
}

function* blocks(folder, files, time) {
  const all = new Map(files.map((file) => [`${folder}/${file.path}`, file]))
  const paths = [...all.keys(), ...foldersOf(all.keys())].sort((a, b) => (a < b ? -1 : 1))
  for (const path of paths) {
    const file = all.get(path)
    if (!file) {
      yield header(path, { mode: 0o755, size: 0, type: '5' }, time)
      continue
    }
    const content = file.bytes ?? readFileSync(file.from)
    yield header(path, { mode: file.mode ?? 0o644, size: content.length, type: '0' }, time)
    yield content
    yield padding(content.length)
  }
  yield Buffer.alloc(2 * block)
}

/**
 * `files`: `{ path, mode?, bytes }` or `{ path, mode?, from }`. Gzip: a bare Debian has no other decompressor. A target
 * that ends with `.xz` is packed by the program xz, on one thread: more of them would make other bytes.
 */
export async function writeArchive(target, folder, files, { time, fast }) {
  const from = Readable.from(blocks(folder, files, time))
  if (target.endsWith('.xz')) return throughXz(from, target, fast ? '-0' : '-6')
  const level = fast ? constants.Z_BEST_SPEED : constants.Z_BEST_COMPRESSION
  const gzip = createGzip({ level, memLevel: 9 })
  await pipeline(from, gzip, createWriteStream(target))
}

async function throughXz(from, target, level) {
  const xz = spawn('xz', [level, '--threads=1', '--stdout'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise((resolve, reject) => {
    xz.once('error', reject)
    xz.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`xz has ended with ${code}`))))
  })
  await Promise.all([pipeline(from, xz.stdin), pipeline(xz.stdout, createWriteStream(target)), ended])
}
