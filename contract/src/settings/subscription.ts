import { bool, int, type Row, text } from './row.ts'

/** The subscription listener, its formats, and link remarks. */
export const subscriptionRows = {
  subEnable: bool(true),
  subListen: text('', 'ip', 'panel restart'), // blank: loopback (R7)
  subPort: int(2096, 1, 65535, 'panel restart'),
  subDomain: text('', 'host'),
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
  subUpdates: int(12, 0, 525_600),
  subTitle: text('', 'line'),
  subSupportUrl: text('', 'link'),
  subProfileUrl: text('', 'link'),
  subAnnounce: text('', 'text'),
  subHideSettings: bool(false),
  subThemeDir: text('', 'file'), // accepted and ignored: the panel renders the page itself
  subEnableRouting: bool(true),
  subRoutingRules: text('', 'line'),
  // Accepted and ignored: the rule format of that app is undocumented.
  subIncyEnableRouting: bool(false),
  subIncyRoutingRules: text('', 'line'),
  subHwidRequired: bool(false), // an app that sends no device id gets nothing, if its client has a device limit
  subHwidForgets: int(3, 0, 1_000), // devices that a person may forget in a day, on its page
  subHwidText: text('', 'text'), // what the app of a refused device shows
  remarkModel: text('-ieo', 'remark model'),
  remarkTemplate: text('', 'line'), // blank: remarkModel is used
  subShowInfo: bool(true),
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
