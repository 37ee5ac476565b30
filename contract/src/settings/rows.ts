import { bool, int, oneOf, type Row, secret, secretInUrl, type TextRow, text } from './row.ts'

/** The panel itself: listen address, access, display. */
export const panelRows = {
  webListen: text('', 'ip', 'panel restart'), // blank: loopback (R7)
  webDomain: text('', 'host'),
  webPort: int(2053, 1, 65535, 'panel restart'),
  webCertFile: text('', 'file', 'panel restart'),
  webKeyFile: text('', 'file', 'panel restart'),
  webBasePath: text('/', 'path', 'panel restart'),
  sessionMaxAge: int(360, 1, 525_600, 'next connection'), // minutes
  trustedProxyCIDRs: text('127.0.0.1/32,::1/128', 'cidrs'), // blank: trust no proxy (R16)
  publicHost: text('', 'host'), // host in links if nothing more specific is known (R36)
  standInPort: int(0, 0, 65535), // port of the panel's own placeholder Reality target; 0 if not used
  pageSize: int(25, 0, 1000),
  expireDiff: int(0, 0, 36_500), // days
  trafficDiff: int(0, 0, 100), // GiB
  datepicker: oneOf(['gregorian', 'jalali', 'jalalian'], 'gregorian'),
  timeLocation: text('Local', 'timezone'),
  twoFactorEnable: bool(false),
  twoFactorToken: secret(text('', 'base32')),
  panelOutbound: text('', 'line'),
  currency: text('', 'line'), // of noted costs, as it is written beside them
} satisfies Record<string, Row>

const digests = ['off', 'hourly', 'daily'] as const
/** What concerns the panel itself: clients come and go by the thousand. */
const homeEvents =
  'xray.crash,client.ip-limit,node.down,node.up,node.core-failed,core.hung,core.updated,core.rolled-back,login.failed,token.created,backup.failed,backup.overdue,certificate.expiring,certificate.failed,cpu.high,memory.high,disk.high,outbound.down,outbound.up,health.found,health.cleared,rotation.began,rotation.ended,cap.near,cap.reached,cap.over'

/** Telegram bot, mail, which events they tell, and the external traffic webhook. Webhooks are rows of their own. */
export const notifyRows = {
  tgBotEnable: bool(false),
  tgBotToken: secret(text('', 'line')),
  tgBotProxy: secretInUrl(text('', 'proxy')),
  tgBotAPIServer: secretInUrl(text('', 'url')),
  tgBotChatId: text('', 'ids'),
  tgRunTime: text('@daily', 'cron'),
  tgBotBackup: bool(false),
  tgBotLoginNotify: bool(true),
  tgCpu: int(80, 0, 100), // percent
  tgMemory: int(80, 0, 100),
  tgLang: text('en-US', 'language'),
  tgEnabledEvents: text('login.attempt,cpu.high', 'line'),
  tgDigest: oneOf(digests, 'off'),
  smtpEnable: bool(false),
  smtpHost: text('', 'host'),
  smtpPort: int(587, 1, 65535),
  smtpUsername: text('', 'line'),
  smtpPassword: secret(text('', 'line')),
  smtpFrom: text('', 'line'),
  smtpFromName: text('', 'line'),
  smtpTo: text('', 'line'),
  smtpEncryptionType: oneOf(['none', 'starttls', 'tls'], 'starttls'),
  smtpEnabledEvents: text('login.attempt,cpu.high', 'line'),
  smtpCpu: int(80, 0, 100),
  smtpMemory: int(80, 0, 100),
  smtpDigest: oneOf(digests, 'off'),
  smtpLang: text('en-US', 'language'),
  smtpAllowPrivateAddress: bool(false),
  noticeHomeEvents: text(homeEvents, 'line'),
  noticeCpu: int(90, 0, 100), // of Home and webhooks
  noticeMemory: int(90, 0, 100),
  noticeDisk: int(90, 0, 100), // of every outlet
  noticeCertificateDays: int(14, 0, 365),
  noticeQuietFrom: text('', 'time'),
  noticeQuietTo: text('', 'time'),
  noticeDigestAt: text('09:00', 'time'),
  externalTrafficInformEnable: bool(false),
  externalTrafficInformURI: secretInUrl(text('', 'url')),
} satisfies Record<string, Row>

/** The subscription listener, its formats, and link remarks. */
export const subscriptionRows = {
  subEnable: bool(true),
  subListen: text('', 'ip', 'panel restart'), // blank: loopback (R7)
  subPort: int(2096, 1, 65535, 'panel restart'),
  subDomain: text('', 'host'),
  subMoreDomains: text('', 'hosts'), // answered too, if subDomain is set
  subMoveTo: text('', 'host'), // apps that can are told to ask under this name from now on
  subCertFile: text('', 'file', 'panel restart'),
  subKeyFile: text('', 'file', 'panel restart'),
  subPlainHttp: bool(false, 'panel restart'), // plain HTTP at a public address, for old http:// URLs
  subPath: text('/sub/', 'path'),
  subJsonPath: text('/json/', 'path'),
  subClashPath: text('/clash/', 'path'),
  subSingboxPath: text('/singbox/', 'path'),
  subJsonEnable: bool(false),
  subClashEnable: bool(true),
  subSingboxEnable: bool(false),
  subURI: text('', 'url'),
  subJsonURI: text('', 'url'),
  subClashURI: text('', 'url'),
  subSingboxURI: text('', 'url'),
  subEncrypt: bool(true),
  subNodeDownMinutes: int(0, 0, 525_600), // 0: inbounds of a node that is down stay listed
  subLeastLoadedFirst: bool(false),
  subBlockedEntries: oneOf(['off', 'advise', 'sink', 'hide'], 'advise'), // that a probe in the caller's network does not get through
  subUnhealthyEntries: oneOf(['off', 'advise', 'sink', 'hide'], 'advise'), // that no client gets through, by our own checks
  subUpdates: int(12, 0, 525_600),
  subTitle: text('', 'line'),
  subLogo: text('', 'picture'), // on the person's page: a small picture as a data URL
  subColor: text('', 'colour'), // of buttons and links there
  subSupportUrl: text('', 'link'),
  subProfileUrl: text('', 'link'),
  subAnnounce: text('', 'text'),
  subAnnounceUrl: text('', 'link'),
  subInfoNodeEnable: bool(false), // an entry that says what is left, for apps that read no header
  subHideSettings: bool(false),
  subThemeDir: text('', 'file'), // accepted and ignored: the panel renders the page itself
  subEnableRouting: bool(true),
  subRoutingRules: text('', 'line'), // of Happ: a link, or a profile in JSON
  subV2raytunRules: text('', 'json'),
  subIncyEnableRouting: bool(false), // INCY gets rules of its own instead of Happ's
  subIncyRoutingRules: text('', 'line'),
  subHwidRequired: bool(false), // an app that sends no device id gets nothing, if its client has a device limit
  subHwidForgets: int(3, 0, 1_000), // devices that a person may forget in a day, on its page
  subHwidText: text('', 'text'), // what the app of a refused device shows
  subHwidEntry: bool(false), // a refused device gets an entry that says so, which replaces its servers
  remarkModel: text('-ieo', 'remark model'),
  remarkTemplate: text('', 'line'), // blank: remarkModel is used
  subShowInfo: bool(false), // apps keep a choice by name, so names do not change by themselves
  subEmailInRemark: bool(true),
  subShowIdentityOnAllLinks: bool(false),
  subJsonFragment: text('', 'json'),
  subJsonNoises: text('', 'json'),
  subJsonMux: text('', 'json'),
  subJsonRules: text('', 'json'),
  subJsonFinalMask: text('', 'json'),
  subJsonAlwaysArray: bool(false),
  subJsonAutoDetect: bool(false),
  subJsonUserAgentRegex: text('', 'regex'), // blank: the built-in pattern
  subClashAutoDetect: bool(false),
  subClashUserAgentRegex: text('', 'regex'),
  subSingboxAutoDetect: bool(false),
  subSingboxUserAgentRegex: text('', 'regex'),
  subClashEnableRouting: bool(false),
  subClashRules: text('', 'text'),
} satisfies Record<string, Row>

/** The LDAP directory. */
export const directoryRows = {
  ldapEnable: bool(false),
  ldapHost: text('', 'host'),
  ldapPort: int(389, 1, 65535),
  ldapUseTLS: bool(false),
  ldapStartTls: bool(false),
  ldapCaFile: text('', 'file'), // besides the system's roots
  ldapInsecureSkipVerify: bool(false),
  ldapBindDN: text('', 'line'),
  ldapPassword: secret(text('', 'line')),
  ldapBaseDN: text('', 'line'),
  ldapUserFilter: text('(objectClass=person)', 'line'),
  ldapUserAttr: text('mail', 'line'),
  ldapVlessField: text('vless_enabled', 'line'),
  ldapFlagField: text('', 'line'),
  ldapTruthyValues: text('true,1,yes,on', 'line'),
  ldapInvertFlag: bool(false),
  ldapSyncCron: text('@every 1m', 'cron'),
  ldapInboundTags: text('', 'line'),
  ldapAutoCreate: bool(false),
  ldapAutoDelete: bool(false),
  ldapDefaultTotalGB: int(0, 0, Number.MAX_SAFE_INTEGER),
  ldapDefaultExpiryDays: int(0, 0, 36_500),
  ldapDefaultLimitIP: int(0, 0, 100_000),
  ldapGroupDN: text('', 'line'), // blank: everybody that the filter finds
  ldapNestedGroups: bool(false),
  ldapLogin: bool(false), // directory passwords work for the panel only if the operator allows it
  ldapLoginAttr: text('uid', 'line'), // not the email attribute: people may edit their own `mail`
  ldapLoginDN: text('', 'line'), // the only entry that may log in; blank: anybody with the flag, in the group
} satisfies Record<string, Row>

/** How the panel handles the core and its clients. */
export const coreRows = {
  restartXrayOnClientDisable: bool(false), // cutting one client must not restart the core (R31)
  ipLimitEnable: bool(true), // it cuts only the newest addresses of a client that has a limit
  ipLimitAllowlist: text('', 'cidrs'),
  outboundDownThreshold: int(0, 0, 1_000_000),
  geoUpdateEnable: bool(false), // a core that uses a changed file is restarted for it
  geoUpdateCron: text('0 5 * * 1', 'cron'),
  warpUpdateInterval: int(0, 0, 525_600),
  entryCheckMinutes: int(5, 0, 1_440), // 0: no hidden client, and nothing is checked
  nodeCoresFollow: bool(false), // nodes take over the version of this panel's core, between these two times
  nodeCoresFrom: text('03:00', 'time'),
  nodeCoresTo: text('05:00', 'time'),
  trafficPerInbound: bool(false), // every inbound counts its clients apart: what a client used where
  callerSigns: bool(true), // sums by the network of callers, for suspicions
} satisfies Record<string, Row>

/** Stored with the others, but neither returned by `all` nor saved by `update`. */
export const internalRows = {
  xrayTemplateConfig: secret(text('', 'json', 'core restart')), // blank: the default template
  xrayOutboundTestUrl: text('https://www.google.com/generate_204', 'url'),
  warp: secret(text('', 'json')),
  nord: secret(text('', 'json')),
  apiToken: secret(text('', 'line')), // from old databases; tokens have their own table now
  secret: secret(text('', 'line')), // created at the first start, like panelGuid
  panelGuid: text('', 'line'),
  remoteChecks: text('', 'line'), // blank: nobody checks entries from elsewhere; another value ends all keys given away
} satisfies Record<string, Row>

/** Scheduled backups and where they go. */
export const backupRows = {
  backupEnable: bool(true),
  backupCron: text('0 4 * * *', 'cron'),
  backupKeep: int(7, 0, 1_000), // 0: keep all
  backupKeepDays: int(0, 0, 3_650), // 0: whatever their age
  backupFolder: text('', 'file'), // blank: `backups` in the data folder
  backupPassphrase: secret(text('', 'line')), // blank: not encrypted
  backupS3Endpoint: secretInUrl(text('', 'url')), // blank: no S3 target
  backupS3Region: text('us-east-1', 'line'),
  backupS3Bucket: text('', 'line'),
  backupS3Prefix: text('', 'line'),
  backupS3AccessKey: text('', 'line'),
  backupS3SecretKey: secret(text('', 'line')),
  backupS3AllowPrivate: bool(false), // a private address is refused otherwise (S5)
} satisfies Record<string, Row>

/** Where newer versions of the panel are looked up. */
export const updateRows = {
  updateCheckEnable: bool(true), // once a day, if there is a list
  updateChannel: oneOf(['stable', 'dev'], 'stable'),
  updateUrl: secretInUrl(text('', 'url')), // blank: the list that the installed package names, if it names one
  updateAllowPrivate: bool(false), // a private address is refused otherwise (S5)
} satisfies Record<string, Row>

/** The keys that `all` returns and `update` saves. */
export const publicRows = {
  ...panelRows,
  ...notifyRows,
  ...subscriptionRows,
  ...directoryRows,
  ...coreRows,
  ...backupRows,
  ...updateRows,
}
/** All settings: the single place for type, default, bounds and when a change takes effect. */
export const settingRows = { ...publicRows, ...internalRows }

/** How much of a setting is secret, as its row says; nothing for a name that is no setting. */
export function secretPart(key: string): TextRow['secret'] {
  const rows: Readonly<Record<string, Row>> = settingRows
  const row = Object.hasOwn(rows, key) ? rows[key] : undefined
  return row?.type === 'string' ? row.secret : undefined
}
