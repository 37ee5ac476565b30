import { NumberInput, Switch, TagsInput, TextInput } from '@mantine/core'
import { type DnsServer, dnsServers, saveServer } from '#domain/core-config/dns-section.ts'
import { ChoiceChips } from '../../../forms/choice-chips.tsx'
import { FormBody, machineText, useForm } from '../../../forms/form.tsx'
import { useTranslation } from '../../../i18n/translation.tsx'
import { SideDrawer } from '../../../ui/side-drawer.tsx'
import boxes from '../boxes.module.css'
import { useDraft } from '../draft/draft.tsx'
import { dnsKinds, kindOf, startOf } from './kinds.ts'

/** `?server=new` adds one, `?server=2` edits the second. */
export function DnsServerDrawer() {
  const { t } = useTranslation()
  const { template } = useDraft()
  return (
    <SideDrawer param="server" title={(at) => t(at === 'new' ? 'dns.add' : 'dns.edit')}>
      {(at, close) => {
        const server = dnsServers(template)[Number(at) - 1]
        if (!server && at !== 'new') return <p>{t('dns.gone')}</p>
        return <Fields key={at} server={server} index={server && Number(at) - 1} close={close} />
      }}
    </SideDrawer>
  )
}

const blank: DnsServer = { address: '', port: undefined, domains: [], expectIPs: [], skipFallback: false }

interface Props {
  server: DnsServer | undefined
  index: number | undefined
  close(): void
}

function Fields({ server, index, close }: Props) {
  const { t } = useTranslation()
  const { change } = useDraft()
  const start = server ?? blank
  const form = useForm({
    initial: { ...start, kind: kindOf(start.address), port: (start.port ?? '') as number | string },
    check: ({ address }) => (address.trim() === '' ? { address: t('outbounds.needed') } : {}),
    submit: async ({ kind: _, port, address, ...rest }) => {
      const next = { ...rest, address: address.trim(), port: Number(port) > 0 ? Number(port) : undefined }
      change((draft) => saveServer(draft, index, next))
    },
    onDone: close,
  })
  const { kind } = form.values
  const isFixed = kind === 'local' || kind === 'fakedns'
  const list = {
    splitChars: [',', ' ', '\n'],
    acceptValueOnBlur: true,
    dir: 'ltr' as const,
    className: boxes.tags ?? '',
  }
  return (
    <FormBody
      form={form}
      verb={t(server ? 'outbounds.save' : 'dns.addVerb')}
      closedBy={['server']}
      needsChange
      onCancel={close}
    >
      <ChoiceChips
        {...form.value('kind')}
        onChange={(next) => {
          form.set('kind', next)
          form.set('address', startOf(next, form.values.address))
        }}
        legend={t('dns.kind')}
        options={dnsKinds.map((value) => ({
          value,
          label: t(`dns.kindName.${value}`),
          hint: t(`dns.kindHint.${value}`),
        }))}
      />
      {!isFixed && <TextInput {...form.text('address', 'dns.address')} {...machineText} />}
      {kind === 'plain' && (
        <NumberInput
          {...form.value('port', 'dns.port')}
          placeholder="53"
          min={1}
          max={65_535}
          allowDecimal={false}
        />
      )}
      <TagsInput {...form.value('domains', 'dns.domains', 'dns.domainsHint')} {...list} />
      <TagsInput {...form.value('expectIPs', 'dns.expectIPs', 'dns.expectIPsHint')} {...list} />
      <Switch {...form.check('skipFallback', 'dns.skipFallback', 'dns.skipFallbackHint')} />
    </FormBody>
  )
}
