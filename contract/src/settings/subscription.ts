import { bool, int, type Row, text } from './row.ts'

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
