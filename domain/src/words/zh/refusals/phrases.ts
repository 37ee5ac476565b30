import type { phrases as english } from '#domain/refusals/phrases.ts'
import type { Refused } from '../../files.ts'

export const phrases: Refused<typeof english> = {
  'list.more': '{first}；{rest}。',
  'program.named': '{name} (进程 {pid})',
  'program.nameless': '某个程序 (进程 {pid})',
  'program.unknown': '本机上的其他程序',
  'program.ended': '它以代码 {code} 退出',
  'address.loopback': '环回地址',
  'address.private': '私有地址',
  'address.link-local': '链路本地地址',
  'address.cgnat': 'CGNAT 地址',
  'address.ula': '唯一本地地址',
  'address.unspecified': '未指定地址',
  'address.multicast': '组播地址',
  'address.broadcast': '广播地址',
  'address.mapped': 'IPv6 中的 IPv4 地址',
  'address.compatible': 'IPv6 中的 IPv4 地址',
  'address.nat64': 'NAT64 地址',
  'address.6to4': '6to4 隧道地址',
  'address.teredo': 'Teredo 隧道地址',
  'address.isatap': 'ISATAP 隧道地址',
  'address.documentation': '文档用地址',
  'address.benchmark': '基准测试地址',
  'address.platform': '云平台的内部地址',
  'address.reserved': '保留地址',
  'address.invalid': '不是 IP 地址',
}
