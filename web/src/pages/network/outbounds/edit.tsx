import { Textarea, TextInput } from '@mantine/core'
import { Suspense } from 'react'
import type { Block } from '#contract/inbound.ts'
import { withValueAt } from '#domain/core-config/edit.ts'
import { outboundProtocolOf } from '#domain/outbounds/form/cells.ts'
import { replaceOutbound, usesOf } from '#domain/outbounds/tag-uses.ts'
import { protocolOf, tagOf } from '#domain/outbounds/template-outbounds.ts'
import { ChoiceChips } from '../../../forms/choice-chips.tsx'
import { FormBody, machineText, useForm } from '../../../forms/form.tsx'
import { lazyWithWords } from '../../../i18n/lazy-with-words.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useUrlChoice } from '../../../router/use-url-state.ts'
import { SideDrawer } from '../../../ui/side-drawer.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { blockIn } from '../../inbounds/editor/text-forms.ts'
import { useDraft } from '../draft/draft.tsx'
import styles from './outbounds.module.css'
import type { OutboundRow } from './rows.ts'
import { useTagCheck } from './use-tag-check.ts'

interface Props {
  outbound: Block
  index: number
  close(): void
}

/** `?o=<tag>` opens one; `&as=json` as text. */
export function EditOutbound({ rows }: { rows: readonly OutboundRow[] }) {
  const { t } = useTranslation()
  return (
    <SideDrawer param="o" also={['as']} size={760} title={(key) => <bdi>{key}</bdi>}>
      {(key, close) => {
        const row = rows.find((r) => r.key === key && r.index !== undefined)
        if (row?.index === undefined) return <p>{t('outbounds.gone')}</p>
        return <Body key={key} outbound={row.outbound} index={row.index} close={close} />
      }}
    </SideDrawer>
  )
}

function Body(props: Props) {
  const { t } = useTranslation()
  const { template } = useDraft()
  const [as, setAs] = useUrlChoice('as', ['form', 'json'])
  const hasForm = outboundProtocolOf(props.outbound) !== undefined
  const uses = usesOf(template, tagOf(props.outbound)).length
  return (
    <div className="shrinkingStack16">
      <ChoiceChips
        name="as"
        legend={t('outbounds.as')}
        value={as}
        onChange={setAs}
        options={[
          { value: 'form', label: t('outbounds.asForm') },
          { value: 'json', label: 'JSON' },
        ]}
      />
      {uses > 0 && <p className={styles.dim}>{t('outbounds.uses', { count: uses })}</p>}
      {as === 'json' ? <AsJson {...props} /> : hasForm ? <AsForm {...props} /> : <NameOnly {...props} />}
    </div>
  )
}

const closedBy = ['o', 'as'] as const

function AsForm({ outbound, index, close }: Props) {
  const { t } = useTranslation()
  const { change } = useDraft()
  return (
    <Suspense fallback={<Waiting />}>
      <OutboundForm
        old={outbound}
        verb={t('outbounds.save')}
        closedBy={closedBy}
        onSave={(next) => {
          change((draft) => replaceOutbound(draft, index, next))
          close()
        }}
        onCancel={close}
      />
    </Suspense>
  )
}

/** An outbound of a protocol without a form: it can be renamed here, and the rest edited as JSON. */
function NameOnly({ outbound, index, close }: Props) {
  const { t } = useTranslation()
  const { change } = useDraft()
  const tagWords = useTagCheck()
  const own = tagOf(outbound)
  const form = useForm({
    initial: { tag: own },
    check: ({ tag }) => {
      const why = tagWords(tag.trim(), own)
      return why ? { tag: why } : {}
    },
    submit: async ({ tag }) =>
      change((draft) => replaceOutbound(draft, index, withValueAt(outbound, ['tag'], tag.trim()))),
    onDone: close,
  })
  return (
    <FormBody form={form} verb={t('outbounds.save')} closedBy={closedBy} needsChange onCancel={close}>
      <TextInput {...form.text('tag', 'outbounds.tag')} dir="auto" autoComplete="off" />
      <p className={styles.dim}>{t('outbounds.restInJson', { protocol: protocolOf(outbound) })}</p>
    </FormBody>
  )
}

function readJson(text: string): Block | undefined {
  const block = blockIn(text)
  return block && protocolOf(block) !== '' ? block : undefined
}

function AsJson({ outbound, index, close }: Props) {
  const { t } = useTranslation()
  const { change } = useDraft()
  const tagWords = useTagCheck()
  const form = useForm({
    initial: { json: JSON.stringify(outbound, null, 2) },
    check: ({ json }) => {
      const read = readJson(json)
      const why = read ? tagWords(tagOf(read), tagOf(outbound)) : t('outbounds.badJson')
      return why ? { json: why } : {}
    },
    submit: async ({ json }) => {
      const read = readJson(json)
      if (read) change((draft) => replaceOutbound(draft, index, read))
    },
    onDone: close,
  })
  return (
    <FormBody form={form} verb={t('outbounds.save')} closedBy={closedBy} needsChange onCancel={close}>
      <Textarea
        {...form.text('json')}
        label="JSON"
        rows={18}
        classNames={{ input: styles.code ?? '' }}
        {...machineText}
      />
    </FormBody>
  )
}

/** The field table and its words come with the first form that is opened. */
export const OutboundForm = lazyWithWords(
  () => import('./outbound-form.tsx'),
  'OutboundForm',
  'inbounds',
  'inbound-fields',
)
