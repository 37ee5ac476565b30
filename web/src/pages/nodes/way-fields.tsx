import { NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import type { Node } from '#contract/node.ts'
import { SecretInput } from '../../forms/secret-input.tsx'
import type { useForm } from '../../forms/use-form.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { type NodeForm, withUrl } from './node-values.ts'
import styles from './nodes.module.css'
import { TlsFields } from './tls-fields.tsx'

interface Props {
  form: ReturnType<typeof useForm<NodeForm, Node | undefined>>
  /** Absent: a new one. */
  node: Node | undefined
}

/** How the panel is reached, where no join string says it. */
export function WayFields({ form, node }: Props) {
  const { t } = useTranslation()
  const { values, set } = form
  /** A pasted URL is shown in its parts. */
  function takeApart() {
    const next = withUrl(values)
    if (next === values) return
    for (const key of ['scheme', 'address', 'port', 'basePath'] as const) set(key, next[key])
  }
  return (
    <>
      <TextInput
        {...form.text('address')}
        label={t('nodes.address')}
        description={t('nodes.addressHint')}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        onBlur={takeApart}
      />
      <div className={styles.pair}>
        <NumberInput
          {...form.value('port')}
          label={t('nodes.port')}
          min={1}
          max={65_535}
          allowDecimal={false}
          hideControls
          dir="ltr"
        />
        <TextInput
          {...form.text('basePath')}
          label={t('nodes.basePath')}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <SecretInput
        {...form.text('apiToken')}
        label={t('nodes.token')}
        description={t(node?.hasApiToken ? 'nodes.tokenSet' : 'nodes.tokenHint')}
        placeholder={node?.hasApiToken ? '••••••••' : ''}
        autoComplete="off"
      />
      <div className={styles.field}>
        <span className={styles.label} id="node-scheme">
          {t('nodes.scheme')}
        </span>
        <SegmentedControl
          aria-labelledby="node-scheme"
          data={['https', 'http']}
          value={values.scheme}
          // The control returns one of its values.
          onChange={(scheme) => set('scheme', scheme as NodeForm['scheme'])}
        />
      </div>
      <TlsFields form={form} id={node?.id} />
    </>
  )
}
