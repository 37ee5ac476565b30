import type { DnsHost } from '#domain/core-config/dns-section.ts'

export const showHosts = (hosts: readonly DnsHost[]): string =>
  hosts.map(({ name, to }) => [name, ...to].join(' ')).join('\n')

/** The hosts in the lines, or the first line (from 1) without an answer or with a repeated name. */
export function readHosts(text: string): { hosts: DnsHost[] } | { line: number } {
  const hosts: DnsHost[] = []
  for (const [i, line] of text.split('\n').entries()) {
    const [name, ...to] = line.split(/[\s,=]+/).filter(Boolean)
    if (name === undefined) continue
    if (to.length === 0 || hosts.some((host) => host.name === name)) return { line: i + 1 }
    hosts.push({ name, to })
  }
  return { hosts }
}
