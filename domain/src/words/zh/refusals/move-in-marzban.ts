import type { moveInMarzban as english } from '#domain/refusals/move-in-marzban.ts'
import type { Refused } from '../../files.ts'

export const moveInMarzban: Refused<typeof english> = {
  'marzban.two-clients':
    '有些用户的密钥无法放进同一个客户端，例如 VMess 与 VLESS 的 ID 不同。这些用户各导入为两个共用一个订阅的客户端，且两个都有完整配额：{names}（共 {count} 个）。',
  'marzban.reset-strategy':
    '有些用户的流量按计划“{strategy}”重置，该计划不会导入。请到时在此重置其流量：{names}（共 {count} 个）。',
  'marzban.name-changed': '此名称在这里不可用，或已被另一个客户端使用。将以 {email} 导入。',
  'marzban.user-nameless': '编号 {id} 的用户没有名称，不会导入。',
  'marzban.status-unknown': '状态 {status} 未知。该客户端将以停用状态导入。',
  'marzban.hold-rounded':
    '从首次使用起的时长在这里按整天计算。以下用户已向上取整：{names}（共 {count} 个）。',
  'marzban.hold-timeout':
    '有些待激活的用户还设有开始计时的日期。在这里只从首次使用起计时：{names}（共 {count} 个）。',
  'marzban.secret-unusable': '核心无法使用 {protocol} 的密钥。该客户端将获得新的密钥。',
  'marzban.note-cut': '备注在 {max} 个字符后截断：{names}（共 {count} 个）。',
  'marzban.flow-unknown': '未知的 flow：{flow}。该客户端将不带 flow 导入。',
  'marzban.cipher-differs':
    '入站 {tag} 的所有客户端在这里共用加密方式 {method}。使用其他加密方式的用户，其 Shadowsocks 链接会改变：{names}（共 {count} 个）。',
  'marzban.cipher-single-user':
    '加密方式 2022-blake3-chacha20-poly1305 只支持单个用户。此入站不会关联任何客户端。',
  'marzban.key-lengths':
    '每个客户端只有一个 Shadowsocks 密钥，而入站 {tag} 需要另一种长度。未关联到它：{names}（共 {count} 个）。',
  'marzban.several-groups':
    '客户端在这里只属于一个组。属于多个组的用户保留第一个组，并保留所有组的入站：{names}（共 {count} 个）。',
  'marzban.no-core-config':
    '没有核心配置就不会导入入站，也没有客户端关联到入站。请添加 XRAY_JSON 指定的文件，通常是 xray_config.json。',
  'marzban.core-config-unreadable':
    '核心配置不是 JSON 对象，因此不会导入入站。请确认它是 XRAY_JSON 指定的文件。',
  'marzban.core-kind': '{kind} 类型的核心不会导入，只导入 Xray 配置。',
  'marzban.inbound-in-template': '此入站（{protocol}）没有面板用户。如果导入核心模板，它会成为模板的一部分。',
  'marzban.inbound-tag': '端口 {port} 上的 {protocol} 入站没有标签，或标签是保留的。不会导入。',
  'marzban.inbound-twice': '另一个入站有相同的标签。只导入第一个。',
  'marzban.inbound-port': '此入站不是监听单个固定端口，不会导入。',
  'marzban.inbound-users': '写在核心配置里的用户不会导入（共 {count} 个），只导入数据库中的用户。',
  'marzban.private-ranges': '路由规则中的私有网段改为地址列表，因此不需要 geo 文件。',
  'marzban.host-remark':
    '主机名称中的变量已去掉。请在设置的订阅部分为所有链接设置备注模板：{names}（共 {count} 个）。',
  'marzban.host-variable': '文本 {text} 因用户而异，不会导入。',
  'marzban.host-star': '{from} 在每个链接中是随机的。在这里所有链接都使用 {to}。',
  'marzban.host-list': '每个链接随机使用多个值之一（{column}）。在这里所有链接都使用 {first}。',
  'marzban.host-extra': '主机的这一部分不会导入：{column}。',
  'marzban.host-inbound': '此主机属于入站 {tag}，该入站不会导入。',
  'marzban.host-server':
    '入站 {tag} 的这个主机使用服务器自身的地址，而该地址未知。请在导入前于设置中填写公共主机，或在导入后添加该主机。',
  'marzban.admin-limited':
    '这里的每个登录账号都有全部权限，因此权限较少的管理员不会导入：{names}（共 {count} 个）。',
  'marzban.admin-password': '该管理员的密码不是用 bcrypt 存储的。此登录账号不会导入。',
  'marzban.nodes':
    '节点运行的是另一个面板的软件，不会导入。请在每个节点上安装面板并添加为节点：{names}（共 {count} 个）。',
  'marzban.rows': '表 {table} 的行不会导入（共 {count} 行），这里没有对应的功能。',
  'marzban.no-secret': '数据库中没有订阅 URL 的密钥，旧 URL 将失效。请把新 URL 发给客户端。',
  'marzban.urls': '{path} 下的旧订阅 URL 在订阅端口上继续有效。请把旧主机名和端口指向它。',
}
