import { useMemo, useState } from 'react'
import type { Inbound } from '#contract/inbound.ts'
import { inEnglish } from '#domain/refusal.ts'
import { endpoints, useReply } from '../../../api/endpoints.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { formPath } from '../../../review/form-path.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { CheckIcon } from '../../../ui/icons.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { useSayCoded } from '../../../ui/say-error.ts'
import { useNodes } from '../../nodes/use-nodes.ts'
import { adviceFor } from './advice.ts'
import { browserMint } from './browser-mint.ts'
import { coreAdvice } from './core-advice.ts'
import { DraftText } from './draft-text.tsx'
import { useEditor } from './editor-context.ts'
import { labelOf, shortPath } from './labels.ts'
import styles from './live-panel.module.css'
import { sampleClient, sampleLink } from './sample-link.ts'
import { parseBlock, unwrapped } from './text-forms.ts'

/** A live preview of the form: problems, the link, and editable JSON. */
export function LivePanel(props: {
  inbound: Inbound | undefined
  all: readonly Inbound[]
  /** Why the panel refused to save it. */
  refusal: string | undefined
  onBadJson(bad: boolean): void
}) {
  const { t } = useTranslation()
  return (
    <aside className={styles.live} aria-label={t('inboundForm.live')}>
      <Findings isChild={props.inbound?.fallbackParent !== undefined} refusal={props.refusal} />
      <LinkPreview inbound={props.inbound} all={props.all} />
      <JsonPane onBad={props.onBadJson} />
    </aside>
  )
}

function Findings({ isChild, refusal }: { isChild: boolean; refusal: string | undefined }) {
  const { t } = useTranslation()
  const { form, problems, coreVersions, reveal, refusedAt, errorAt } = useEditor()
  const say = useSayCoded(problems.find(({ coded }) => coded)?.coded)
  const nameOf = (field: string) => {
    const path = formPath(field)
    const label = labelOf(path)
    return label ? t(label) : shortPath(path)
  }
  const advice = [...adviceFor(form, isChild), ...coreAdvice(form, coreVersions)]
  const refused = refusal ?? (refusedAt && errorAt(refusedAt))
  const isListed = problems.some(({ field }) => field === refusedAt)
  const items = [
    ...(refused && !isListed ? [{ at: refusedAt ?? '', text: refused, grave: true }] : []),
    ...problems.map(({ field, coded, message }) => ({
      at: field,
      text: coded ? `${nameOf(field)}: ${say(coded, message)}` : message,
      grave: true,
    })),
    // In the reader's language, also where a sentence begins with a Latin word.
    ...advice
      .filter(({ at }) => !problems.some(({ field }) => field === at))
      .map((item) => ({ ...item, text: t(item.text), isTranslated: true })),
  ]
  return (
    <section className={styles.card}>
      <h3 className="subtitle">{t('inboundForm.findings')}</h3>
      {items.length === 0 ? (
        <p className={styles.fine} role="status">
          <CheckIcon size={16} /> {t('inboundForm.fine')}
        </p>
      ) : (
        <ul className={styles.findings}>
          {items.map(({ at, text, grave, ...rest }) => (
            <li key={at + text}>
              <button
                type="button"
                className={styles.finding}
                data-grave={grave || undefined}
                onClick={() => reveal(at)}
              >
                <span {...(!('isTranslated' in rest) && { dir: 'auto' })}>{text}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function LinkPreview({ inbound, all }: { inbound: Inbound | undefined; all: readonly Inbound[] }) {
  const { t } = useTranslation()
  const { form } = useEditor()
  const { data: settings } = useReply(endpoints.setting.defaultSettings)
  const { data: setup } = useReply(endpoints.setup.state)
  const nodes = useNodes().data
  const nodeId = inbound ? inbound.nodeId : Number(form.nodeId)
  const node = nodes?.find(({ id }) => id === nodeId)
  const [client] = useState(() => sampleClient(browserMint()))
  const [now] = useState(Date.now)
  const sample = useMemo(() => {
    const master = all.find(({ id }) => id === inbound?.fallbackParent?.masterId)
    return sampleLink(form, {
      id: inbound?.id ?? 0,
      master,
      client,
      settings,
      host: node?.address || setup?.host || location.hostname,
      now,
    })
  }, [form, inbound, all, client, settings, node, setup, now])
  const say = useSayCoded(sample && 'why' in sample ? sample.why : undefined)
  return (
    <section className={styles.card}>
      <h3 className="subtitle">{t('inboundForm.link')}</h3>
      {sample === undefined && <p className="prose85">{t('inboundForm.noLink')}</p>}
      {sample && 'why' in sample && (
        <p className="prose85" dir="auto">
          {say(sample.why, inEnglish(sample.why))}
        </p>
      )}
      {sample && 'link' in sample && (
        <>
          <div className={styles.qr}>
            <QrCode text={sample.link} label={t('inboundForm.qr')} size={200} />
          </div>
          <div className={styles.linkLine}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
            <code className={styles.link} dir="ltr" tabIndex={0} data-sample-link>
              {sample.link}
            </code>
            <CopyButton text={sample.link} what={t('inboundForm.link')} />
          </div>
          <p className="prose85">{t('inboundForm.sample')}</p>
        </>
      )}
    </section>
  )
}

function JsonPane({ onBad }: { onBad(bad: boolean): void }) {
  const { t } = useTranslation()
  const { form, change } = useEditor()
  return (
    <section className={styles.card}>
      <h3 className="subtitle">{t('inboundForm.json')}</h3>
      <DraftText
        ariaLabel={t('inboundForm.json')}
        value={form}
        format={(value) => JSON.stringify(value, null, 2)}
        parse={(text) => {
          const read = parseBlock(text, t('inboundForm.jsonBad'))
          if (!read.ok) return read
          return read.value
            ? { ok: true, value: unwrapped(read.value) }
            : { ok: false, why: t('inboundForm.jsonBad') }
        }}
        onValue={(value) => change(() => value)}
        onBad={onBad}
        dropLabel={t('inboundForm.jsonDrop')}
        rows={16}
        json
      />
      <p className="prose85">{t('inboundForm.jsonHint')}</p>
    </section>
  )
}
