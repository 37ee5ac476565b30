import '../../forms/mantine-styles.ts'
import { Alert, TextInput } from '@mantine/core'
import { type ComponentType, Suspense, useEffect, useId, useRef } from 'react'
import type { AllSettingView } from '#contract/settings.ts'
import { endpoints, replyOf, useReply } from '../../api/endpoints.ts'
import { untilMoved } from '../../api/next-address.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { useLeaveGuard } from '../../forms/use-leave-guard.ts'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { Link } from '../../router/link.tsx'
import { useUrlChoice, useUrlState } from '../../router/use-url-state.ts'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { useCell } from '../../ui/cell.ts'
import { SearchIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { sayError } from '../../ui/say-error.ts'
import { Loaded } from '../../ui/states.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { Card } from './card.tsx'
import { DirtyBar } from './dirty-bar.tsx'
import { addressAfter, waitingForRestart } from './restart.ts'
import { groupOf, isShown, type Section, sections } from './sections.ts'
import { SecurityCards } from './security-cards.tsx'
import { SettingGroups } from './setting-field.tsx'
import styles from './settings.module.css'
import { UnsavedContext, useUnsaved } from './stored-form.tsx'
import { SubPreview } from './sub-preview.tsx'
import { type SettingsForm, useSettingsForm } from './use-settings-form.ts'
import { type SettingWords, useWords } from './words.ts'

interface CardsProps {
  words: SettingWords
  stored: AllSettingView
  form: SettingsForm
}

/** What a section has besides its settings; most are in chunks of their own. */
const cardsOf: Partial<Record<Section, ComponentType<CardsProps>>> = {
  security: SecurityCards,
  certificates: lazyWithWords(
    () => import('./certificates/certificate-cards.tsx'),
    'CertificateCards',
    'certificates',
  ),
  notices: lazyWithWords(() => import('./notices/notice-cards.tsx'), 'NoticeCards', 'alerts'),
  telegram: lazyWithWords(() => import('./telegram/telegram-card.tsx'), 'TelegramCard', 'telegram'),
  directory: lazyWithWords(() => import('./directory/directory-card.tsx'), 'DirectoryCard', 'directory'),
  backup: lazyWithWords(() => import('./backup/backup-cards.tsx'), 'BackupCards', 'backup'),
  about: lazyWithWords(() => import('./updates/about-cards.tsx'), 'AboutCards', 'updates'),
}

/** `?section=security`, `?q=port`; `&at=webPort` links to one setting. */
export function SettingsPage() {
  const { t } = useApp()
  const words = useWords()
  const stored = useReply(endpoints.setting.all)
  const restart = useRestart()
  const field = useRef<HTMLInputElement>(null)
  const [q, setQ] = useUrlState('q')
  useCommands(t('nav.settings'), [
    { id: 'settings.restart', label: t('restart.verb'), run: () => void restart() },
    {
      id: 'settings.search',
      label: t('settings.search'),
      keys: '/',
      keyOnly: true,
      run: () => field.current?.focus(),
    },
  ])
  return (
    <Page
      wide
      title={t('nav.settings')}
      actions={
        <>
          <TextInput
            ref={field}
            type="search"
            className={styles.search ?? ''}
            aria-label={t('settings.search')}
            placeholder={t('settings.search')}
            leftSection={<SearchIcon size={16} />}
            value={q}
            onChange={(event) => setQ(event.currentTarget.value)}
            {...(q && { dir: 'auto' })}
          />
          <Button label={t('restart.verb')} className="wideButton" onClick={() => void restart()} />
        </>
      }
    >
      <Loaded query={words} rows={8}>
        {(said) => (
          <Loaded query={stored} rows={8}>
            {(data) => (
              <Body stored={data} words={said} q={q} onRestart={restart} onShowAll={() => setQ('')} />
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}

interface BodyProps {
  stored: AllSettingView
  words: SettingWords
  q: string
  onRestart(): void
  onShowAll(): void
}

function Body({ stored, words, q, onRestart, onShowAll }: BodyProps) {
  const [section] = useUrlChoice('section', sections)
  const form = useSettingsForm(stored, words)
  const id = useId()
  const { cards, report } = useUnsaved()
  const Cards = q === '' ? cardsOf[section] : undefined
  const withPreview = q === '' && section === 'subscription'
  useLeaveGuard(form.changed.length > 0 && !form.busy)
  useFollowErrors(form)
  usePointedAt(form)
  return (
    <UnsavedContext value={report}>
      <RestartNotice words={words} onRestart={onRestart} />
      <div className={styles.columns} data-preview={withPreview || undefined}>
        <SectionNav words={words} current={q === '' ? section : undefined} />
        <div className={styles.content}>
          <form id={id} ref={form.element} noValidate onSubmit={form.onSubmit}>
            <SettingGroups form={form} words={words} section={section} q={q} onShowAll={onShowAll} />
          </form>
          {Cards && (
            <Suspense key={section} fallback={<Waiting />}>
              <Cards words={words} stored={stored} form={form} />
            </Suspense>
          )}
        </div>
        {withPreview && (
          <aside className={styles.preview}>
            <Card id="preview" words={words}>
              <SubPreview form={form} words={words} />
            </Card>
          </aside>
        )}
      </div>
      <DirtyBar form={form} words={words} cards={cards} formId={id} />
    </UnsavedContext>
  )
}

/** A refusal in a closed section opens it, so that the marked field is visible. */
function useFollowErrors({ errors, element }: SettingsForm): void {
  const { router } = useApp()
  const [first = ''] = Object.keys(errors)
  useEffect(() => {
    if (!isShown(first)) return
    if (element.current?.querySelector(`[name="${first}"]`)) return
    const wanted = groupOf(first).section
    router.setParams({ q: undefined, section: wanted === sections[0] ? undefined : wanted, at: first })
  }, [first, element, router])
}

/** Scrolls the setting opened from the palette into view and focuses it. */
function usePointedAt({ element }: SettingsForm): void {
  const { router } = useApp()
  const [at] = useUrlState('at')
  useEffect(() => {
    if (!isShown(at)) return
    const found = element.current?.querySelector<HTMLElement>(`[name="${at}"]`)
    router.setParams({ at: undefined })
    found?.scrollIntoView({ block: 'center' })
    // After the heading took the focus, and after the palette gave it back.
    setTimeout(() => found?.focus({ preventScroll: true }), 60)
  }, [at, element, router])
}

/** Beside the settings, or above them on a phone; none is current during a search. */
function SectionNav({ words, current }: { words: SettingWords; current: Section | undefined }) {
  const { t } = useApp()
  const nav = useRef<HTMLElement>(null)
  // On a phone the row is wider than the screen: scroll the chosen one into view.
  useEffect(() => {
    if (!current) return
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav ref={nav} aria-label={t('settings.sections')} className={styles.nav}>
      {sections.map((section) => (
        <Link
          key={section}
          to={section === sections[0] ? 'panel/settings' : `panel/settings?section=${section}`}
          className={styles.navItem}
          aria-current={section === current ? 'page' : undefined}
        >
          {words.sections[section]}
        </Link>
      ))}
    </nav>
  )
}

/** Asks, restarts, and navigates to the panel's new address. */
function useRestart() {
  const { t, api, base, live, queries, questions, toasts } = useApp()
  /** Read anew: right after a save, this page still has the settings from before. */
  async function nextAddress(): Promise<string | undefined> {
    const running = waitingForRestart.get()?.running
    if (!running) return undefined
    const saved = await queries.fetchQuery({ ...replyOf(api, endpoints.setting.all), staleTime: 0 })
    return addressAfter(new URL(location.href), base, running, saved)
  }
  const failed = (error: unknown) =>
    toasts.show({ tone: 'bad', text: t('restart.failed', { reason: sayError(t, error) }) })
  return async () => {
    let next: string | undefined
    try {
      next = await nextAddress()
    } catch (error) {
      return failed(error)
    }
    const text = (
      <>
        <p>{t('restart.text')}</p>
        {next && (
          <p>
            {t('restart.moves')} <bdi>{next}</bdi>
          </p>
        )}
      </>
    )
    if (!(await questions.ask({ title: t('restart.title'), text, verb: t('restart.verb') }))) return
    try {
      await api.call(endpoints.setting.restartPanel)
      waitingForRestart.set(undefined)
      if (next) {
        live.stop() // its socket closes with the old address: that is no lost connection
        await untilMoved(new URL(base, location.href).href, next.replace(/panel\/settings$/, ''))
        location.assign(next)
      } else toasts.show({ tone: 'good', text: t('restart.done') })
    } catch (error) {
      failed(error)
    }
  }
}

/** Saved settings that need a restart. */
function RestartNotice({ words, onRestart }: { words: SettingWords; onRestart(): void }) {
  const { t } = useApp()
  const waiting = useCell(waitingForRestart)
  if (!waiting) return null
  const names = waiting.keys.map((key) => words.settings[key][0]).join(' · ')
  return (
    <Alert color="orange" role="status" className={styles.notice ?? ''}>
      <div className={styles.noticeLine}>
        <span>{t('restart.waiting', { names })}</span>
        <Button label={t('restart.verb')} size="sm" onClick={onRestart} />
      </div>
    </Alert>
  )
}
