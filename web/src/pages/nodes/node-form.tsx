import { NumberInput, PasswordInput, SegmentedControl, Switch, TextInput } from '@mantine/core'
import type { Node } from '#contract/node.ts'
import { nodeEndpoints } from '../../api/node-endpoints.ts'
import { FormBody } from '../../forms/form-body.tsx'
import { type Errors, useForm } from '../../forms/use-form.ts'
import { loadCoded } from '../../i18n/coded.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { sayCoded } from '../../ui/say-error.ts'
import { ConnectionTest } from './connection-test.tsx'
import { blankForm, bodyOf, formOf, type NodeForm, withUrl } from './node-values.ts'
import styles from './nodes.module.css'
import { TlsFields } from './tls-fields.tsx'
import { useRefreshNodes } from './use-node-actions.ts'

function useNodeForm(node: Node | undefined, close: () => void) {
  const { t } = useTranslation()
  const { api, toasts } = useServices()
  const refresh = useRefreshNodes()

  async function save(values: NodeForm): Promise<Node | undefined> {
    const body = bodyOf(withUrl(values), node?.id)
    if (!node) return api.call(nodeEndpoints.add, { body })
    await api.call(nodeEndpoints.update, { params: { id: node.id }, body })
    return undefined
  }
  /** A node is stored even if it does not answer; then the message says why. */
  function tell(added: Node | undefined, { name }: NodeForm) {
    if (added?.status !== 'offline')
      return toasts.show({ tone: 'good', text: t(node ? 'nodes.isSaved' : 'nodes.isAdded', { name }) })
    const reason = sayCoded(added.lastErrorCoded, added.lastError)
    return toasts.show({ tone: 'warn', text: t('nodes.addedSilent', { name, reason }) })
  }
  return useForm({
    initial: node ? formOf(node) : blankForm,
    check: (values): Errors<NodeForm> => ({
      ...(values.name.trim() === '' && { name: t('nodes.nameMissing') }),
      ...(values.address.trim() === '' && { address: t('nodes.addressMissing') }),
    }),
    submit: save,
    onDone(added, values) {
      void Promise.all([refresh(), loadCoded()]).then(() => tell(added, values))
      close()
    },
  })
}

interface Props {
  /** Absent: a new one. */
  node: Node | undefined
  close(): void
}

export function NodeFormFields({ node, close }: Props) {
  const { t } = useTranslation()
  const form = useNodeForm(node, close)
  const { values, set } = form
  /** A pasted URL is shown in its parts. */
  function takeApart() {
    const next = withUrl(values)
    if (next === values) return
    for (const key of ['scheme', 'address', 'port', 'basePath'] as const) set(key, next[key])
  }
  return (
    <FormBody
      form={form}
      verb={t(node ? 'nodes.save' : 'nodes.add')}
      closedBy={['n', 'new']}
      needsChange
      onCancel={close}
    >
      <TextInput
        {...form.text('name')}
        label={t('nodes.name')}
        dir="auto"
        autoComplete="off"
        data-autofocus={node ? undefined : true}
      />
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
      <PasswordInput
        {...form.text('apiToken')}
        label={t('nodes.token')}
        description={t(node?.hasApiToken ? 'nodes.tokenSet' : 'nodes.tokenHint')}
        placeholder={node?.hasApiToken ? '••••••••' : ''}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword'), tabIndex: 0 }}
        dir="ltr"
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
      <Switch
        size="md"
        {...form.check('allowPrivateAddress')}
        label={t('nodes.private')}
        description={t('nodes.privateHint')}
      />
      <TextInput {...form.text('remark')} label={t('nodes.remark')} dir="auto" autoComplete="off" />
      <ConnectionTest values={values} id={node?.id} />
    </FormBody>
  )
}
