import { Alert, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Block } from '#contract/inbound.ts'
import { addOutbounds } from '#domain/outbounds/template-outbounds.ts'
import type { NordServer } from '#domain/outbounds/tunnel-outbounds.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { Button } from '../../../ui/button.tsx'
import { sayError } from '../../../ui/say-error.ts'
import { useDraft } from '../draft/draft.tsx'
import styles from './outbounds.module.css'

type Service = 'warp' | 'nord'

/** The replies are JSON as a text; a blank one means that there is nothing. */
const parsed = <T,>(text: string): T | undefined => (text === '' ? undefined : (JSON.parse(text) as T))

/** Calls of one service, and what every form of it needs: the account, a busy state, the last failure. */
function useTunnel(service: Service, close: () => void) {
  const { api, queries } = useServices()
  const { about, change } = useDraft()
  const ask = async <T,>(action: string, body: object = {}) =>
    parsed<T>(
      service === 'warp'
        ? await api.call(endpoints.outbounds.warp, { params: { action }, body })
        : await api.call(endpoints.outbounds.nord, { params: { action }, body }),
    )
  const account = useQuery({
    queryKey: ['tunnel', service],
    queryFn: async () => (await ask<object>('data')) ?? null,
  })
  /** Changes the account, and reads it again. */
  async function changeAccount(action: 'reg' | 'del', body?: object): Promise<void> {
    await ask(action, body)
    await queries.invalidateQueries({ queryKey: ['tunnel', service] })
  }
  const work = useMutation({ mutationFn: (run: () => Promise<void>) => run() })
  return {
    ask,
    busy: work.isPending,
    error: work.error,
    hasAccount: account.data ?? undefined,
    isKnown: account.isSuccess,
    register: (body: object) => work.mutate(() => changeAccount('reg', body)),
    forget: () => work.mutate(() => changeAccount('del')),
    /** Registers first if `first` is set, then adds the outbound to the draft. */
    add: (body: object, first?: object) =>
      work.mutate(async () => {
        if (first) await changeAccount('reg', first)
        const made = await ask<Block>('outbound', body)
        if (!made) return
        change((draft) => addOutbounds(draft, [made], about.subscriptionOutboundTags))
        close()
      }),
  }
}
type Tunnel = ReturnType<typeof useTunnel>

interface FrameProps {
  about: string
  tunnel: Pick<Tunnel, 'busy' | 'error' | 'hasAccount' | 'forget'>
  children?: ReactNode
  action: ReactNode
}

function Frame({ about, tunnel, children, action }: FrameProps) {
  const { t } = useTranslation()
  return (
    <div className="shrinkingStack16">
      <p className={styles.about}>{about}</p>
      {children}
      {tunnel.error && (
        <Alert color="red" role="alert">
          {sayError(t, tunnel.error)}
        </Alert>
      )}
      <div className="spread">
        {tunnel.hasAccount && (
          <Button label={t('outbounds.tunnelForget')} disabled={tunnel.busy} onClick={tunnel.forget} />
        )}
        {action}
      </div>
    </div>
  )
}

/** One click: registers a device where there is none, and adds its outbound to the draft. */
export function Warp({ close }: { close(): void }) {
  const { t } = useTranslation()
  const tunnel = useTunnel('warp', close)
  const { hasAccount } = tunnel
  return (
    <Frame
      about={t(hasAccount ? 'outbounds.warpHere' : 'outbounds.warpAbout')}
      tunnel={tunnel}
      action={
        <Button
          label={t(hasAccount ? 'outbounds.addOne' : 'outbounds.warpAdd')}
          primary
          loading={tunnel.busy}
          disabled={!tunnel.isKnown}
          onClick={() => tunnel.add({}, hasAccount ? undefined : {})}
        />
      }
    />
  )
}

export function Nord({ close }: { close(): void }) {
  const tunnel = useTunnel('nord', close)
  return tunnel.hasAccount ? <NordServers tunnel={tunnel} /> : <NordAccount tunnel={tunnel} />
}

function NordAccount({ tunnel }: { tunnel: Tunnel }) {
  const { t } = useTranslation()
  const [token, setToken] = useState('')
  return (
    <Frame
      about={t('outbounds.nordAbout')}
      tunnel={tunnel}
      action={
        <Button
          label={t('outbounds.nordSignIn')}
          primary
          loading={tunnel.busy}
          disabled={token.trim() === ''}
          onClick={() => tunnel.register({ token })}
        />
      }
    >
      <TextInput
        label={t('outbounds.nordToken')}
        description={t('outbounds.nordTokenHint')}
        type="password"
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
        dir="ltr"
        autoComplete="off"
        data-autofocus
      />
    </Frame>
  )
}

interface Country {
  id: number
  name: string
}

function NordServers({ tunnel }: { tunnel: Tunnel }) {
  const { t } = useTranslation()
  const [country, setCountry] = useState('')
  const [host, setHost] = useState('')
  const countries = useQuery({
    queryKey: ['tunnel', 'nord', 'countries'],
    queryFn: async () => (await tunnel.ask<Country[]>('countries')) ?? [],
  })
  const servers = useQuery({
    queryKey: ['tunnel', 'nord', 'servers', country],
    enabled: country !== '',
    queryFn: async () =>
      (await tunnel.ask<{ servers: NordServer[] }>('servers', { countryId: Number(country) }))?.servers ?? [],
  })
  const found = servers.data ?? []
  const chosen = found.find(({ hostname }) => hostname === host) ?? found[0]
  const failed = countries.error ?? servers.error
  return (
    <Frame
      about={t('outbounds.nordHere')}
      tunnel={failed ? { ...tunnel, error: failed } : tunnel}
      action={
        <Button
          label={t('outbounds.addOne')}
          primary
          loading={tunnel.busy}
          disabled={!chosen}
          onClick={() => chosen && tunnel.add({ ...chosen, load: undefined, name: undefined })}
        />
      }
    >
      <NativeSelect
        label={t('outbounds.nordCountry')}
        value={country}
        onChange={(event) => setCountry(event.currentTarget.value)}
        data={[
          { value: '', label: t('outbounds.nordChoose') },
          ...(countries.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <NativeSelect
        label={t('outbounds.nordServer')}
        value={chosen?.hostname ?? ''}
        disabled={found.length === 0}
        onChange={(event) => setHost(event.currentTarget.value)}
        data={found.map(({ hostname, name, load }) => ({
          value: hostname,
          label: t('outbounds.nordLoad', { name, load }),
        }))}
      />
    </Frame>
  )
}
