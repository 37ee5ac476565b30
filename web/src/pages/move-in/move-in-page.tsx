import '../../forms/mantine-styles.ts'
import { TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { endpoints, replyOf } from '../../api/endpoints.ts'
import { withHost } from '../../api/next-address.ts'
import { paths } from '../../paths.ts'
import { useParam, useUrlState } from '../../router/use-url-state.ts'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { QrIcon, SearchIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { AccessPanel } from '../clients/access-panel.tsx'
import styles from './move-in.module.css'
import { Part } from './part.tsx'
import { PlanStep } from './plan-step.tsx'
import { SourceStep } from './source-step.tsx'

/** Choose the file, read the plan (`?plan=…`), done (`?done=1`). Each step is in the URL and survives a reload. */
export function MoveInPage() {
  const { t } = useApp()
  const plan = useParam('plan')
  const done = useParam('done')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button of a step is at its end, and the next begins at the top
  useEffect(() => {
    scrollTo({ top: 0 }) // it returns a promise, which must not become a clean-up function
  }, [plan, done])
  return (
    <Page title={t('moveIn.title')} column={done ? 940 : 720}>
      <div className="column16">{done ? <DoneStep /> : plan ? <PlanStep id={plan} /> : <SourceStep />}</div>
    </Page>
  )
}

const MOST = 8

/** All are here; the QR code of anybody's old link is one click away. */
function DoneStep() {
  const { t, api, router } = useApp()
  const isOwn = useParam('done') === 'own'
  const subs = useParam('subs')
  const hasSubs = subs.startsWith('http')
  const [email, setEmail] = useUrlState('c')
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const found = useQuery({
    // The contract's query has every key; absent ones are not sent.
    ...replyOf(api, endpoints.clients.listPaged, { query: { page: 1, pageSize: MOST, search } as never }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Part title={t('moveIn.doneTitle')}>
        <p className="prose" role="status">
          {t(isOwn ? 'moveIn.doneOwn' : hasSubs ? 'moveIn.doneText' : 'moveIn.doneLinks')}
        </p>
        <p className="prose">
          {hasSubs ? t('moveIn.subsAt', { url: withHost(subs, location.hostname) }) : t('moveIn.subsOff')}
        </p>
        <div className={styles.buttons}>
          <Button label={t('moveIn.finish')} primary size="md" onClick={() => router.go(paths.clients)} />
        </div>
      </Part>
      <div className={styles.check} data-chosen={email !== '' || undefined}>
        <Part title={t('moveIn.checkTitle')}>
          <TextInput
            type="search"
            aria-label={t('moveIn.find')}
            placeholder={t('moveIn.find')}
            leftSection={<SearchIcon size={16} />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            {...(typed && { dir: 'auto' })}
          />
          <Loaded query={found}>
            {({ items, filtered }) =>
              items.length === 0 ? (
                <p className={styles.dim}>{t('moveIn.noClient')}</p>
              ) : (
                <>
                  <ul className="column">
                    {items.map((client) => (
                      <li key={client.email}>
                        <button
                          type="button"
                          className={styles.person}
                          aria-pressed={client.email === email}
                          onClick={() => setEmail(client.email)}
                        >
                          <bdi>{client.email}</bdi>
                          <QrIcon size={18} />
                        </button>
                      </li>
                    ))}
                  </ul>
                  {filtered > items.length && (
                    <p className={styles.dim}>{t('moveIn.peopleMore', { count: filtered - items.length })}</p>
                  )}
                </>
              )
            }
          </Loaded>
        </Part>
        {email && <Chosen key={email} email={email} />}
      </div>
    </>
  )
}

/** On a phone it is below the list, so it is scrolled into view. */
function Chosen({ email }: { email: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box} className={styles.chosen}>
      <Part title={email}>
        <AccessPanel email={email} />
      </Part>
    </div>
  )
}
