import { bool, int, type Row, secret, text } from './row.ts'

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
