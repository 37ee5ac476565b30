import type { certificates as english } from '#domain/refusals/certificates.ts'
import type { Refused } from '../../files.ts'

export const certificates: Refused<typeof english> = {
  'certificate.names-missing': '请输入域名或 IP 地址。',
  'certificate.name-invalid': '{name} 不是域名，也不是 IP 地址。',
  'certificate.too-many-names': '一张证书最多包含 {max} 个名称。',
  'certificate.wildcard-needs-dns': '{name} 只能通过 DNS 验证。请选择 DNS。',
  'certificate.address-not-by-dns': '{name} 是一个地址。请选择 HTTP 或 TLS-ALPN。',
  'certificate.unknown': '没有编号为 {id} 的证书。',
  'certificate.is-busy': '这张证书正在签发中。',
  'certificate.not-there-yet': '这张证书尚未签发。',
  'certificate.is-revoked': '这张证书已被吊销。请先续期。',
  'certificate.is-used': '这张证书正在使用：{where}。请先在那里改用其他证书。',
  'certificate.not-tls': '入站 {name} 没有使用 TLS，因此没有证书。',
  'certificate.too-many': '面板最多保存 {max} 张证书。请先删除一些。',
  'certificate.too-many-failures':
    '过去一小时内已失败 {count} 次。请在 {minutes} 分钟后重试：失败更多次会被证书颁发机构锁定。',
  'certificate.too-often': '同一证书一周内已签发 {count} 次。{hours} 小时后才能签发下一张。',
  'acme.unreachable': '无法连接证书颁发机构 {host}：{reason}。',
  'acme.too-slow': '证书颁发机构在 {minutes} 分钟内没有给出结果。',
  'acme.not-offered': '证书颁发机构不支持用 {method} 验证 {name}。请选择其他方式。',
  'acme.no-short-lived': '该证书颁发机构不提供短期证书，而 IP 地址只能使用短期证书。',
  'acme.http-not-reached':
    '证书颁发机构无法通过 80 端口访问 {url}：{detail}。请开放 80 端口，或选择 TLS-ALPN。',
  'acme.http-other-answer':
    '证书颁发机构访问到了 {url}，但应答的是别的程序：{detail}。请确认域名指向本服务器，并且 80 端口没有被其他程序占用。',
  'acme.tls-not-reached':
    '证书颁发机构无法通过 443 端口连接 {name}：{detail}。请开放 443 端口，或选择 HTTP。',
  'acme.tls-other-answer':
    '证书颁发机构通过 443 端口连接到了 {name}，但应答的是别的程序：{detail}。请选择 HTTP，或释放 443 端口。',
  'acme.name-not-resolved': '证书颁发机构无法解析 {name}：{detail}。请将域名指向本服务器。',
  'acme.record-not-found':
    '证书颁发机构没有找到 TXT 记录 _acme-challenge.{name}：{detail}。请检查 DNS 钩子程序。',
  'acme.caa': '域名的 CAA 记录不允许该证书颁发机构（{name}）：{detail}。请将其加入该记录。',
  'acme.rate-limited': '证书颁发机构暂时不接受更多请求：{detail}。面板稍后会重试。',
  'acme.name-rejected': '证书颁发机构不为该名称签发证书：{detail}。',
  'acme.account-binding-needed': '该证书颁发机构需要单独的账户。请改用不需要账户的机构，例如 Let’s Encrypt。',
  'acme.refused': '证书颁发机构拒绝了请求：{detail}。',
  'acme.port-taken': '端口 {port} 被其他程序占用。该程序必须把证书颁发机构的请求转发给面板。',
  'acme.hook-missing':
    'DNS 方式需要钩子程序。请在 SLUICE_ACME_DNS_HOOK 中填写能写入 TXT 记录的程序，然后重新启动面板。',
  'acme.hook-failed': 'DNS 钩子程序失败：{reason}。',
  'acme.hook-too-slow': 'DNS 钩子程序在 {seconds} 秒内没有结束。',
  'acme.ca-file-unreadable': '无法读取 SLUICE_ACME_CA_FILE 中的文件 {file}：{reason}。',
}
