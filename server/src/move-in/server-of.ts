/** Host and database, without the password. */
export function serverOf(dsn: string): string {
  try {
    const { hostname, port, pathname } = new URL(dsn)
    return `${hostname || 'the local socket'}${port ? `:${port}` : ''}${pathname}`
  } catch {
    return 'this address'
  }
}
