import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Firewall } from '#domain/health/ports.ts'

/** A file of the firewall, and what in it says that the firewall is on. */
const signs: Record<Firewall, readonly { file: string; says: RegExp }[]> = {
  ufw: [{ file: 'etc/ufw/ufw.conf', says: /^ENABLED=.?yes/im }],
  firewalld: ['run/firewalld.pid', 'var/run/firewalld.pid'].map((file) => ({ file, says: /\d/ })),
  nftables: [{ file: 'etc/nftables.conf', says: /\b(?:drop|reject)\b/ }],
  iptables: ['etc/iptables/rules.v4', 'etc/sysconfig/iptables'].map((file) => ({
    file,
    says: /^:INPUT\s+DROP|^-A INPUT\b.*-j (?:DROP|REJECT)/m,
  })),
}

/** By their files: the rules in the kernel can be read by root only, and no program is started (R8). */
export async function firewallsIn(root = '/'): Promise<Firewall[]> {
  const isOn = async ([name, files]: [Firewall, (typeof signs)[Firewall]]) => {
    for (const { file, says } of files) {
      const text = await readFile(join(root, file), 'utf8').catch(() => '')
      if (says.test(text)) return [name]
    }
    return []
  }
  const all = Object.entries(signs) as [Firewall, (typeof signs)[Firewall]][] // exactly the keys above
  return (await Promise.all(all.map(isOn))).flat()
}
