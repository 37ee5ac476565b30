import { Textarea } from '@mantine/core'
import { Suspense, useMemo, useState } from 'react'
import { endpointsOf, shown } from '#domain/outbounds/endpoints.ts'
import { type Pasted, readPasted } from '#domain/outbounds/pasted.ts'
import {
  addOutbounds,
  outboundsOf,
  protocolOf,
  tagOf,
  withFreeTags,
} from '#domain/outbounds/template-outbounds.ts'
import { inEnglish } from '#domain/refusal.ts'
import { ChoiceChips } from '../../../forms/choice-chips.tsx'
import { machineText } from '../../../forms/form.tsx'
import { useLeaveGuard } from '../../../forms/use-leave-guard.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useUrlChoice } from '../../../router/use-url-state.ts'
import { Button } from '../../../ui/button.tsx'
import { useSayCoded } from '../../../ui/say-error.ts'
import { SideDrawer } from '../../../ui/side-drawer.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useDraft } from '../draft/draft.tsx'
import { OutboundForm } from './edit.tsx'
import styles from './outbounds.module.css'
import { Nord, Warp } from './tunnels.tsx'

/** `?new=outbound` opens it; `&by=form` shows the form. */
export function AddOutbounds() {
  const { t } = useTranslation()
  return (
    <SideDrawer param="new" also={['by']} size={760} title={() => t('outbounds.addTitle')}>
      {(what, close) => what === 'outbound' && <Body close={close} />}
    </SideDrawer>
  )
}

function Body({ close }: { close(): void }) {
  const { t } = useTranslation()
  const [by, setBy] = useUrlChoice('by', ['paste', 'form', 'warp', 'nord'])
  const Way = ways[by]
  return (
    <div className="shrinkingStack16">
      <ChoiceChips
        name="by"
        legend={t('outbounds.by')}
        value={by}
        onChange={setBy}
        options={[
          { value: 'paste', label: t('outbounds.byPaste'), hint: t('outbounds.byPasteHint') },
          { value: 'form', label: t('outbounds.byForm'), hint: t('outbounds.byFormHint') },
          { value: 'warp', label: 'WARP', hint: t('outbounds.byWarpHint') },
          { value: 'nord', label: 'NordVPN', hint: t('outbounds.byNordHint') },
        ]}
      />
      <Way close={close} />
    </div>
  )
}

/** Paste, check the result line by line, add. */
function Paste({ close }: { close(): void }) {
  const { t } = useTranslation()
  const { template, about, change } = useDraft()
  const [text, setText] = useState('')
  const pasted = useMemo(() => readPasted(text), [text])
  const found = pasted.flatMap((entry) => ('outbound' in entry ? [entry.outbound] : []))
  useLeaveGuard(text !== '', ['new'])
  const taken = [...outboundsOf(template).map(tagOf), ...about.subscriptionOutboundTags]
  const names = withFreeTags(found, taken).map(tagOf)
  function add() {
    setText('')
    change((draft) => addOutbounds(draft, found, about.subscriptionOutboundTags))
    // After the leave guard knows that nothing would be lost.
    setTimeout(close)
  }
  return (
    <div className="shrinkingStack16">
      <Textarea
        label={t('outbounds.pasteField')}
        description={t('outbounds.pasteHint')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        rows={6}
        data-autofocus
        placeholder={'vless://…\nss://…'}
        classNames={{ input: styles.code ?? '' }}
        {...machineText}
      />
      {pasted.length > 0 && <Preview pasted={pasted} names={names} />}
      <div className="spread">
        <span role="status" className={styles.dim}>
          {text.trim() !== '' && t('outbounds.found', { count: found.length })}{' '}
          {found.length < pasted.length && t('outbounds.leftOut', { count: pasted.length - found.length })}
        </span>
        <Button
          label={t('outbounds.addCount', { count: found.length })}
          primary
          disabled={found.length === 0}
          onClick={add}
        />
      </div>
    </div>
  )
}

const whyOf = (entry: Pasted | undefined) => (entry && 'why' in entry ? entry.why : undefined)

/** More than a person reads through. */
const MOST = 100

function Preview({ pasted, names }: { pasted: readonly Pasted[]; names: readonly string[] }) {
  const { t } = useTranslation()
  const say = useSayCoded(whyOf(pasted.find(whyOf)))
  let nth = 0
  return (
    <ul className={styles.preview} aria-label={t('outbounds.preview')}>
      {pasted.slice(0, MOST).map((entry) =>
        'why' in entry ? (
          <li key={entry.line} className={styles.previewBad}>
            {t('outbounds.lineBad', { line: entry.line, why: say(entry.why, inEnglish(entry.why)) })}
          </li>
        ) : (
          <li key={entry.line} className={styles.previewLine}>
            <bdi className={styles.nameText}>{names[nth++]}</bdi>
            <span dir="ltr" className={styles.badges}>
              <span className={styles.badge} data-kind="protocol">
                {protocolOf(entry.outbound)}
              </span>
            </span>
            <span dir="ltr" className={styles.dim}>
              {endpointsOf(entry.outbound).map(shown).join(', ')}
            </span>
          </li>
        ),
      )}
      {pasted.length > MOST && <li>…</li>}
    </ul>
  )
}

function ByForm({ close }: { close(): void }) {
  const { t } = useTranslation()
  const { change } = useDraft()
  return (
    <Suspense fallback={<Waiting />}>
      <OutboundForm
        verb={t('outbounds.addOne')}
        closedBy={['new']}
        onSave={(outbound) => {
          change((draft) => addOutbounds(draft, [outbound]))
          close()
        }}
        onCancel={close}
      />
    </Suspense>
  )
}

const ways = { paste: Paste, form: ByForm, warp: Warp, nord: Nord }
