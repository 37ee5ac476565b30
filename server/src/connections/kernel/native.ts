export class SystemFault extends Error {
  readonly errno: number
  constructor(call: string, errno: number) {
    super(`${call} failed with error ${errno}`)
    this.name = 'SystemFault'
    this.errno = errno
  }
}

export const EBADF = 9
const EAGAIN = 11
const pidfdOpenCall = 434
const pidfdGetfdCall = 438
const AF_NETLINK = 16
const SOCK_RAW_CLOEXEC = 3 | 0o2000000
const MSG_DONTWAIT = 0x40
const SHUT_RDWR = 2
const SOL_SOCKET = 1
const IPPROTO_TCP = 6
const TCP_INFO = 11
const SO_ATTACH_FILTER = 26
const SO_DETACH_FILTER = 27

/** System calls that Node lacks. Each throws a SystemFault with the errno. */
export type Native = Awaited<ReturnType<typeof bind>>
let loaded: Promise<Native> | undefined

/** Loaded once on demand; rejects if the optional package or the system does not support it. */
export const loadNative = (): Promise<Native> => (loaded ??= bind())

async function bind() {
  if (process.platform !== 'linux') throw new Error(`${process.platform} has no pidfd`)
  const { default: koffi } = await import('koffi').catch(() => {
    throw new Error('the optional package koffi is not installed')
  })
  const libc = koffi.load(null)
  const syscall = libc.func('long syscall(long number, long a, long b, long c)')
  const shutdown = libc.func('int shutdown(int fd, int how)')
  const close = libc.func('int close(int fd)')
  const setsockopt = libc.func(
    'int setsockopt(int fd, int level, int name, const void *value, uint32_t size)',
  )
  const getsockopt = libc.func('int getsockopt(int fd, int level, int name, void *value, void *size)')
  const getpeername = libc.func('int getpeername(int fd, void *name, void *size)')
  const size = new Uint32Array(1)
  const number = new Uint32Array(1)
  const socket = libc.func('int socket(int domain, int type, int protocol)')
  const send = libc.func('long send(int fd, const void *bytes, size_t size, int flags)')
  const recv = libc.func('long recv(int fd, _Out_ void *bytes, size_t size, int flags)')

  function checked(call: string, result: unknown): number {
    const value = Number(result)
    if (value < 0) throw new SystemFault(call, koffi.errno())
    return value
  }

  return {
    pidfdOpen: (pid: number): number => checked('pidfd_open', syscall(pidfdOpenCall, pid, 0, 0)),
    /** A copy of another process's descriptor; close it soon, because it keeps the connection open. */
    pidfdGetfd: (pidfd: number, fd: number): number =>
      checked('pidfd_getfd', syscall(pidfdGetfdCall, pidfd, fd, 0)),
    shutdown: (fd: number): void => void checked('shutdown', shutdown(fd, SHUT_RDWR)),
    close: (fd: number): void => void close(fd),
    setOption(fd: number, level: number, name: number, value: number): void {
      number[0] = value
      checked('setsockopt', setsockopt(fd, level, name, number, 4))
    },
    /** The kernel's `tcp_info` of a connection. */
    tcpInfo(fd: number, into: Uint8Array): void {
      size[0] = into.length
      checked('TCP_INFO', getsockopt(fd, IPPROTO_TCP, TCP_INFO, into, size))
    },
    /** The other end as a `sockaddr`; 0 if the socket has none. */
    peerName(fd: number, into: Uint8Array): number {
      size[0] = into.length
      return Number(getpeername(fd, into, size)) < 0 ? 0 : (size[0] ?? 0)
    },
    attachFilter(fd: number, program: Uint8Array): void {
      // struct sock_fprog: a count, padding to pointer size, and the address of the instructions.
      const pointer = koffi.sizeof('void *')
      const head = new Uint8Array(2 * pointer)
      new Uint16Array(head.buffer)[0] = program.length / 8
      const address = koffi.address(program)
      if (pointer === 8) new BigUint64Array(head.buffer)[1] = address
      else new Uint32Array(head.buffer)[1] = Number(address)
      checked('SO_ATTACH_FILTER', setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, head, head.length))
    },
    detachFilter(fd: number): void {
      checked('SO_DETACH_FILTER', setsockopt(fd, SOL_SOCKET, SO_DETACH_FILTER, new Uint8Array(4), 4))
    },
    openNetlink: (protocol: number): number =>
      checked('socket', socket(AF_NETLINK, SOCK_RAW_CLOEXEC, protocol)),
    send: (fd: number, bytes: Uint8Array): void => void checked('send', send(fd, bytes, bytes.length, 0)),
    /** Reads without waiting; 0 if there is nothing. */
    receive(fd: number, into: Uint8Array): number {
      const size = Number(recv(fd, into, into.length, MSG_DONTWAIT))
      if (size >= 0) return size
      if (koffi.errno() === EAGAIN) return 0
      throw new SystemFault('recv', koffi.errno())
    },
  }
}
