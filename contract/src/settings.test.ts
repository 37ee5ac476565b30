import { describe, expect, it } from 'vitest'
import { secretPart } from './settings/rows.ts'
import {
  AllSettingView,
  certificatePairs,
  publicKeys,
  rowOf,
  SettingsUpdate,
  secretFlags,
  secretKeys,
  settingKeys,
} from './settings.ts'

// Keys and types that clients generated from the newer 3x-ui schema (AllSettingView) require in `all`.
const required = {
  bool: `externalTrafficInformEnable ldapAutoCreate ldapAutoDelete ldapEnable ldapInsecureSkipVerify ldapInvertFlag
    ldapUseTLS restartXrayOnClientDisable smtpEnable subClashAutoDetect subClashEnable subClashEnableRouting subEnable
    subEnableRouting subEncrypt subHideSettings subIncyEnableRouting subJsonAlwaysArray subJsonAutoDetect subJsonEnable
    subShowIdentityOnAllLinks tgBotBackup tgBotEnable twoFactorEnable`,
  int: `expireDiff ldapDefaultExpiryDays ldapDefaultLimitIP ldapDefaultTotalGB ldapPort outboundDownThreshold pageSize
    sessionMaxAge smtpCpu smtpMemory smtpPort subPort subUpdates tgCpu tgMemory trafficDiff warpUpdateInterval webPort`,
  string: `datepicker externalTrafficInformURI ipLimitAllowlist ldapBaseDN ldapBindDN ldapFlagField ldapHost
    ldapInboundTags ldapPassword ldapSyncCron ldapTruthyValues ldapUserAttr ldapUserFilter ldapVlessField panelOutbound
    remarkTemplate smtpEnabledEvents smtpEncryptionType smtpFrom smtpFromName smtpHost smtpPassword smtpTo smtpUsername
    subAnnounce subCertFile subClashPath subClashRules subClashURI subClashUserAgentRegex subDomain subIncyRoutingRules
    subJsonFinalMask subJsonMux subJsonPath subJsonRules subJsonURI subJsonUserAgentRegex subKeyFile subListen subPath
    subProfileUrl subRoutingRules subSupportUrl subThemeDir subTitle subURI tgBotAPIServer tgBotChatId tgBotProxy
    tgBotToken tgEnabledEvents tgLang tgRunTime timeLocation trustedProxyCIDRs twoFactorToken webBasePath webCertFile
    webDomain webKeyFile webListen`,
}
// Additional keys of the older 3x-ui version.
const atTheBase = {
  bool: 'subShowInfo subEmailInRemark tgBotLoginNotify ipLimitEnable subSingboxEnable',
  int: '',
  string: 'remarkModel subJsonFragment subJsonNoises publicHost subSingboxPath',
}

describe('the table of settings', () => {
  it.each(['bool', 'int', 'string'] as const)('has every %s that published clients require', (type) => {
    const wanted = `${required[type]} ${atTheBase[type]}`.split(/\s+/).filter((key) => key !== '')
    const have = publicKeys.filter((key) => rowOf(key).type === type)
    expect(have).toEqual(expect.arrayContaining(wanted))
  })

  it('keeps internal keys out of the view and out of an update', () => {
    const internal = [
      'xrayTemplateConfig',
      'secret',
      'apiToken',
      'warp',
      'nord',
      'panelGuid',
      'xrayOutboundTestUrl',
    ]
    expect(settingKeys).toEqual(expect.arrayContaining(internal))
    for (const key of internal) {
      expect(Object.keys(AllSettingView.shape)).not.toContain(key)
      expect(SettingsUpdate.parse({ [key]: 'x' })).toEqual({})
    }
  })

  it('flags each secret in the view and calls it sensitive', () => {
    expect(Object.keys(AllSettingView.shape)).toEqual(expect.arrayContaining(Object.values(secretFlags)))
    expect(secretPart('tgBotToken')).toBe('whole')
    expect(secretPart('xrayTemplateConfig')).toBe('whole')
    expect(secretPart('tgBotProxy')).toBe('in url')
    expect(secretPart('webPort')).toBeUndefined()
    const whole = settingKeys.filter((key) => secretPart(key) === 'whole')
    expect(whole.sort()).toEqual([...secretKeys, 'secret', 'xrayTemplateConfig'].sort())
  })

  it('names the certificate pairs', () => {
    expect(certificatePairs.flat()).toEqual(['webCertFile', 'webKeyFile', 'subCertFile', 'subKeyFile'])
  })
})

describe('an update as callers send it', () => {
  it.each([
    ['a form', { webPort: '8443', subEnable: 'false' }, { webPort: 8443, subEnable: false }],
    ['nulls and blank numbers', { webPort: null, subPort: '', tgBotEnable: null, subTitle: null }, {}],
    ['a number for a text', { tgBotChatId: 123456789 }, { tgBotChatId: '123456789' }],
    ['a list', { trustedProxyCIDRs: ['10.0.0.0/8', '::1'] }, { trustedProxyCIDRs: '10.0.0.0/8,::1' }],
    ['nested JSON', { subJsonRules: [{ type: 'field' }] }, { subJsonRules: '[{"type":"field"}]' }],
    ['a numeric code', { twoFactorCode: 12345 }, { twoFactorCode: '012345' }],
    ['unknown keys', { hasTgBotToken: true, constructor: 1, nonsense: 2 }, {}],
  ])('takes %s', (_, sent, read) => {
    const { ...got } = SettingsUpdate.parse(sent)
    expect(JSON.parse(JSON.stringify(got))).toEqual(read)
  })

  it.each([
    ['webPort', 'abc'],
    ['webPort', 1.5],
    ['webPort', [1]],
    ['subEnable', 'maybe'],
    ['subTitle', { a: 1 }],
    ['subTitle', ['a']],
  ])('refuses %s = %j and names the key', (key, value) => {
    const issue = SettingsUpdate.safeParse({ [key]: value }).error?.issues[0]
    expect(issue?.path).toEqual([key])
    expect(issue?.message).toContain(key)
  })
})
