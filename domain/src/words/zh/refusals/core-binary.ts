import type { coreBinary as english } from '#domain/refusals/core-binary.ts'
import type { Refused } from '../../files.ts'

export const coreBinary: Refused<typeof english> = {
  'core.none-configured': '此面板没有自己的核心，因为 SLUICE_CORE_BIN 为 none。',
  'core.bin-configured': 'SLUICE_CORE_BIN 已指定此面板的核心。请更改或取消它后再安装。',
  'core.version-invalid': '“{text}”不是 Xray 的版本。请写成 {example}。',
  'core.version-too-old': 'Xray {version} 对此面板而言太旧。请使用 {oldest} 或更新的版本。',
  'core.version-differs': '程序应为 Xray {version}，但它自称是 {found}。',
  'core.release-unlisted': 'Xray {version} 不在此面板可安装的版本之列。',
  'core.install-going-on': '另一个核心安装正在进行。请等待其完成。',
  'core.other-install': '正在安装 Xray {version}。请等待完成后再试。',
  'core.no-build-for-processor': '没有适用于 {arch} 处理器的核心。请在 SLUICE_CORE_BIN 中指定您自己的程序。',
  'core.binary-not-startable': '{binary} 无法作为核心启动：{reason}。',
  'core.binary-no-version-in-time': '{binary} 未能在 {seconds} 秒内给出版本。',
  'core.binary-not-xray': '{binary} 不是 Xray：它没有给出版本。',
  'core.build-no-module': '{folder} 中没有核心的 go.mod。',
  'core.build-too-slow': 'Go 未能在 {minutes} 分钟内完成。',
  'core.build-cancelled': '构建已取消。',
  'core.build-failed': 'Go 无法构建核心：{reason}。',
  'core.hash-malformed': '请填写压缩包 SHA-256 的 64 个十六进制字符。',
  'core.hash-unknown':
    '面板本身不知道 Xray {version} 的 {asset} 的 SHA-256；发布页给出的是 {hash}。请与 https://github.com/XTLS/Xray-core/releases/tag/v{version} 核对并确认：安装时以 "sha256" 发送，或运行：sluice core install -version {version} -sha256 {hash}。',
  'core.hash-unpinned':
    'Xray {version} 不是此面板固定的版本 ({pinned})；发布页给出的 {asset} 的 SHA-256 是 {hash}。请与 https://github.com/XTLS/Xray-core/releases/tag/v{version} 核对并确认：安装时以 "sha256" 发送，或运行：sluice core install -version {version} -sha256 {hash}。',
  'core.hash-not-confirmed': 'Xray {version} 的 {asset} 的 SHA-256 是 {known}，而不是 {given}。',
  'core.hash-mismatch': '{version} 的 {asset} 的 SHA-256 是 {found}，而不是 {expected}，因此未安装。',
  'core.release-without-hash': '版本 {version} 没有 {asset} 的 SHA-256，因此未安装。',
  'core.archive-encrypted': '核心压缩包已加密。',
  'core.archive-link': '核心压缩包中程序的位置是一个链接。',
  'core.archive-too-large': '压缩包中的核心超过允许的大小。',
  'core.archive-unreadable': '无法读取核心压缩包：{reason}。',
  'core.archive-broken': '核心压缩包已损坏：{reason}。',
  'core.archive-without-xray': '核心压缩包中没有名为 xray 的文件。',
  'core.cache-unusable':
    '无法在缓存中保存核心：{reason}。请删除缓存，或将 XDG_CACHE_HOME 设为您自己的文件夹。',
  'core.path-is-link': '{path} 是链接。',
  'core.path-of-other-user': '{path} 属于其他用户。',
  'core.path-open': '其他用户可以写入 {path}。',
  'core.cache-changed': '{path} 在复制时发生了变化。请重试。',
  'core.open-to-others':
    '核心未启动：{reason}。请只允许其所有者写入并重新安装 (sluice core install)，或在 SLUICE_CORE_BIN 中指定您自己的核心。',
  'core.replaced':
    '核心未启动：{binary} 不是当初安装的那个 (其 SHA-256 是 {found}，而不是 {expected})。请重新安装 (sluice core install)，或在 SLUICE_CORE_BIN 中指定您自己的核心。',
  'core-step.building': '正在用 Go 构建 Xray：首次需要一到五分钟。',
  'core-step.fetching-modules': '正在获取模块 (已有 {count} 个)。',
  'core-step.release-failed': '无法获取发布版本：{failures}。',
  'core.release-failed': '发布版本：{reason}。',
  'core.go-failed': '用 Go 构建：{reason}。',
  'core-step.downloading': '正在下载 Xray {version} ({asset})。',
  'core-step.downloaded': '正在下载 Xray {version}：{percent} %。',
  'core-step.checking': '正在校验 SHA-256。',
  'core-step.unpacking': '正在解压。',
  'core-step.copying': '正在复制到 {path}。',
  'core-step.installed': 'Xray {version} 已安装。',
  'core.not-installed':
    '无法安装 Xray {version}。{failures}。请检查网络后重试，或从文件安装 (`sluice core install -file PATH`，或首页的核心版本)，或在 SLUICE_CORE_BIN 中指定您自己的程序。',
  'core.not-installed-pinned':
    '无法安装 Xray {version}。{failures}。请检查本服务器的网络和 DNS，或在 GOPROXY 中指定 Go 模块镜像；也可以从文件安装 (`sluice core install -file PATH`，或首页的核心版本)。',
  'core.go-archive-broken': '无法解压 Go 的压缩包：{reason}。',
  'core.go-hash-mismatch': '来自 {host} 的 Go {go} 的哈希是 {found}，而不是 {expected}，因此不使用。',
  'core.go-proxy-none': 'GOPROXY 中没有可下载 Go 的服务器。请设为一个地址，例如 https://go.example.com。',
  'core.go-unknown-for-processor':
    '面板没有适用于 {arch} 处理器的已固定 Go {go}。请安装 Go 1.26 或更新版本。',
  'core-step.go-needed':
    'Xray {version} 将在此由已固定的源代码构建一次：需要二到十分钟。为此会下载 Go {go} ({megabytes} MB)，之后删除。',
  'core-step.go-downloaded': '正在下载 Go {go}：{percent} %。',
  'core-step.go-unpacking': '正在校验并解压 Go {go}。',
  'core-step.built': '正在构建 Xray：{percent} % ({done}/{total} 个包)。',
  'core.file-unknown': '没有 SHA-256 为 {hash} 的已上传文件。请重新上传。',
  'core.file-needs-hash': '请以 "sha256" 发送您核对过的文件的 SHA-256。',
  'core.file-not-a-core': '该文件既不是 Xray 的发布压缩包 (.zip)，也不是 Linux 程序。',
  'core.file-unconfirmed':
    '{name} 的 SHA-256 是 {hash}。请与文件来源核对，然后加上 -sha256 {hash} 再次运行该命令。',
  'core.file-hash-differs': '{name} 的 SHA-256 是 {found}，而不是 {expected}，因此未安装。',
  'core.file-unreadable': '无法读取 {file}：{reason}。',
  'core.file-not-installed': '未安装任何内容。',
}
