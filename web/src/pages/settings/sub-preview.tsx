import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { SubPreview as Preview, PreviewFormat } from '#contract/settings-api.ts'
import { endpoints, keyOf, useReply } from '../../api/endpoints.ts'
import { ChoiceChips } from '../../forms/choice-chips.tsx'
import { useUrlChoice, useUrlState } from '../../router/use-url-state.ts'
import { useApp } from '../../services.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Failed, Loaded } from '../../ui/states.tsx'
import { badNumber, groupOf, isShown, type ShownKey } from './sections.ts'
import styles from './sub-preview.module.css'
import type { SettingsForm } from './use-settings-form.ts'
import type { SettingWords } from './words.ts'

const formats = ['page', 'raw', 'json', 'clash', 'singbox'] as const satisfies readonly PreviewFormat[]

/** Formats that are shown while their setting is on. */
const others = [
  { value: 'json', label: 'JSON', key: 'subJsonEnable' },
  { value: 'clash', label: 'Clash', key: 'subClashEnable' },
  { value: 'singbox', label: 'sing-box', key: 'subSingboxEnable' },
] as const

/** Long enough for a word, short enough to feel live. */
const PAUSE_MS = 400

/** What a client's next fetch returns with the unsaved values. */
export function SubPreview({ form, words }: { form: SettingsForm; words: SettingWords }) {
  const { t, api } = useApp()
  const [format, setFormat] = useUrlChoice('preview', formats)
  const [email, setEmail] = useUrlState('client')
  const asked = useAsked(form, email)
  const query = { page: 1, pageSize: 8, search: asked.email }
  const clients = useQuery({
    queryKey: keyOf(endpoints.clients.listPaged, { query }),
    queryFn: ({ signal }) => api.ask(endpoints.clients.listPaged, { query }, signal),
    placeholderData: keepPreviousData,
  })
  const found = clients.data?.items.map((client) => client.email) ?? []
  const chosen = found.includes(asked.email) ? asked.email : (found[0] ?? asked.email)
  const preview = useReply(endpoints.setting.subPreview, {
    body: { email: chosen, format, settings: asked.settings },
    enabled: chosen !== '',
    staleTime: 0,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const names = useId()
  return (
    <div className="column14">
      <TextInput
        label={t('preview.client')}
        placeholder={found[0] ?? ''}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        list={names}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
      />
      <datalist id={names}>
        {found.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ChoiceChips
        name="preview"
        legend={t('preview.form')}
        value={format}
        onChange={setFormat}
        options={[
          { value: 'page', label: t('preview.page') },
          { value: 'raw', label: t('preview.links') },
          ...others.filter(({ value, key }) => value === format || form.values[key] === true),
        ]}
      />
      {clients.data && chosen === '' ? (
        <p className="dim85">{t('preview.nobody')}</p>
      ) : preview.error ? (
        <Failed error={preview.error} title={t('preview.none')} />
      ) : (
        <Loaded query={preview} rows={6}>
          {(data) => <Shown preview={data} format={format} words={words} />}
        </Loaded>
      )}
    </div>
  )
}

/** Debounced; a number waits until it is valid. */
function useAsked({ values, changed }: SettingsForm, email: string) {
  const matters = (key: ShownKey) =>
    (groupOf(key).section === 'subscription' || key === 'publicHost' || key === 'timeLocation') &&
    !badNumber(key, values[key])
  const typed = JSON.stringify({
    email: email.trim(),
    settings: Object.fromEntries(changed.filter(matters).map((key) => [key, values[key]])),
  })
  const [settled] = useDebouncedValue(typed, PAUSE_MS)
  return JSON.parse(settled) as { email: string; settings: object } // written three lines above
}

function Shown({ preview, format, words }: { preview: Preview; format: PreviewFormat; words: SettingWords }) {
  const { t } = useApp()
  const { text, url, unsaved, headers } = preview
  const names = unsaved.map((key) => (isShown(key) ? words.settings[key][0] : key))
  return (
    <>
      <p className="dim85" role="status">
        {names.length > 0 ? t('preview.unsaved', { names: names.join(' · ') }) : t('preview.stored')}
      </p>
      {preview.withheld && <p className={styles.warn}>{t('preview.withheld')}</p>}
      {url === '' ? (
        <p className={styles.warn}>{t('preview.notServed')}</p>
      ) : (
        <p className={styles.url}>
          <bdi dir="ltr">{url}</bdi>
          <CopyButton text={url} what={t('preview.url')} />
        </p>
      )}
      {format === 'page' ? (
        // The text contains no script, and the sandbox would not run one.
        <iframe title={t('preview.page')} className={styles.phone} sandbox="" srcDoc={text} />
      ) : (
        <>
          {preview.encoded && <p className="dim85">{t('preview.encoded')}</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1) */}
          <section className={styles.text} dir="ltr" tabIndex={0} aria-label={t('preview.text')}>
            {text || t('preview.empty')}
          </section>
          <details className={styles.headers}>
            <summary>{t('preview.headers')}</summary>
            <dl dir="ltr">
              {Object.entries(headers).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </details>
        </>
      )}
    </>
  )
}
