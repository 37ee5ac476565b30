import { closeSync, fstatSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { borrowFds } from './borrow-fd.ts'
import { type Native, SystemFault } from './native.ts'

let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-borrow-'))
  file = join(folder, 'socket')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Lends the same file for every request, and counts what is open. */
function lender(fault?: SystemFault) {
  const open = new Set<number>()
  const refuse = () => {
    throw new Error('not wanted here')
  }
  const lend = () => {
    const fd = openSync(file, 'a')
    open.add(fd)
    return fd
  }
  const native: Native = {
    pidfdOpen: lend,
    pidfdGetfd: () => {
      if (fault) throw fault
      return lend()
    },
    close: (fd) => {
      open.delete(fd)
      closeSync(fd)
    },
    shutdown: refuse,
    setOption: refuse,
    tcpInfo: refuse,
    peerName: refuse,
    attachFilter: refuse,
    detachFilter: refuse,
    openNetlink: refuse,
    send: refuse,
    receive: refuse,
  }
  return { native, open }
}

it('works on the socket it looked up and closes its copy', () => {
  const { native, open } = lender()
  const fd = openSync(file, 'a')
  const inode = fstatSync(fd).ino
  closeSync(fd)
  const worked: number[] = []
  expect(
    borrowFds(native, 1, [inode, inode + 1], new Map([[inode, 7]]), (_, which) => worked.push(which)),
  ).toEqual([inode])
  expect([worked, open.size]).toEqual([[inode], 0])
})

it('a descriptor that was reused for another connection is skipped', () => {
  const { native, open } = lender()
  const worked: number[] = []
  expect(borrowFds(native, 1, [5], new Map([[5, 7]]), (_, which) => worked.push(which))).toEqual([])
  expect([worked, open.size]).toEqual([[], 0])
})

it('a closed descriptor is skipped; a refused one is an error', () => {
  const gone = lender(new SystemFault('pidfd_getfd', 9))
  expect(borrowFds(gone.native, 1, [5], new Map([[5, 7]]), () => {})).toEqual([])
  const refused = lender(new SystemFault('pidfd_getfd', 1))
  expect(() => borrowFds(refused.native, 1, [5], new Map([[5, 7]]), () => {})).toThrow('error 1')
  expect([gone.open.size, refused.open.size]).toEqual([0, 0])
})
