import { Alert, NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Node, ProbeResult } from '#contract/node.ts'
import { endpoints, keyOf } from '../../api/endpoints.ts'
import { type Errors, FormBody, machineText, useForm } from '../../forms/form.tsx'
import { loadCoded } from '../../i18n/coded.ts'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { sayCoded } from '../../ui/say-error.ts'
import { CallError } from '../../ui/states.tsx'
import { hasChoice } from './adopt-drawer.tsx'
import { ConnectionFields } from './connection-fields.tsx'
import { blankForm, bodyOf, formOf, type NodeForm, withUrl } from './node-values.ts'
import { versionWord } from './node-view.ts'
import styles from './nodes.module.css'
import { useRefreshNodes } from './use-node-actions.tsx'

function useNodeForm(node: Node | undefined, close: () => void) {
  const { t, api, queries, toasts, router } = useApp()
  const refresh = useRefreshNodes()

  async function save(values: NodeForm): Promise<Node | undefined> {
    const body = bodyOf(withUrl(values), node?.id)
    if (!node) return api.call(endpoints.nodes.add, { body })
    await api.call(endpoints.nodes.update, { params: { id: node.id }, body })
    return undefined
  }
  /** The second step of joining, if the node has anything that could come. */
  async function next({ id }: Node) {
    const plan = await api.call(endpoints.nodes.adoption, { params: { id } }).catch(() => undefined)
    if (plan && hasChoice(plan)) router.setParams({ new: undefined, adopt: String(id) })
    else close()
  }
  /** A node is stored even if it does not answer; then the message says why. */
  function tell(added: Node | undefined, values: NodeForm) {
    const stored = added ?? queries.getQueryData<Node[]>(keyOf(endpoints.nodes.list))?.find(isThis)
    const name = added?.name ?? values.name
    const text = t(node ? 'nodes.isSaved' : 'nodes.isAdded', { name })
    if (stored?.status !== 'offline') return toasts.show({ tone: 'good', text })
    const reason = sayCoded(stored.lastErrorCoded, stored.lastError)
    return toasts.show({
      tone: 'warn',
      text: node ? `${text}. ${reason}` : t('nodes.addedSilent', { name, reason }),
    })
  }
  const isThis = ({ id }: Node) => id === node?.id
  return useForm({
    initial: node ? formOf(node) : blankForm,
    check: (values): Errors<NodeForm> => ({
      ...(values.join.trim() === '' && {
        ...(values.name.trim() === '' && { name: t('nodes.nameMissing') }),
        ...(values.address.trim() === '' && { address: t('nodes.addressMissing') }),
      }),
    }),
    submit: save,
    onDone(added, values) {
      void Promise.all([refresh(), loadCoded()]).then(() => tell(added, values))
      if (added?.status === 'online') void next(added)
      else close()
    },
  })
}

interface Props {
  /** Absent: a new one. */
  node: Node | undefined
  close(): void
}

export function NodeFormFields({ node, close }: Props) {
  const { t } = useApp()
  const form = useNodeForm(node, close)
  const { values } = form
  const isJoining = values.join.trim() !== ''
  return (
    <FormBody
      form={form}
      verb={t(node ? 'nodes.save' : 'nodes.add')}
      closedBy={['n', 'new']}
      needsChange
      onCancel={close}
    >
      {!node && (
        <Textarea
          {...form.text('join', 'join.string', 'join.stringHint')}
          autosize
          minRows={2}
          maxRows={6}
          data-autofocus
          {...machineText}
        />
      )}
      <TextInput
        {...form.text('name', 'nodes.name')}
        {...(isJoining && { description: t('join.nameHint') })}
        dir="auto"
        autoComplete="off"
      />
      {!isJoining && <ConnectionFields form={form} node={node} />}
      <Switch {...form.check('allowPrivateAddress', 'nodes.private', 'nodes.privateHint')} />
      <TextInput {...form.text('remark', 'nodes.remark')} dir="auto" autoComplete="off" />
      <NumberInput
        {...form.value('trafficMultiplier', 'nodes.trafficMultiplier', 'nodes.trafficMultiplierHint')}
        decimalScale={2}
        hideControls
      />
      <ConnectionTest values={values} id={node?.id} />
    </FormBody>
  )
}

/** Asks the node with what is in the form, before anything is saved. */
function ConnectionTest({ values, id }: { values: NodeForm; id: number | undefined }) {
  const { t, api } = useApp()
  const test = useMutation({
    async mutationFn() {
      const found = await api.call(endpoints.nodes.test, { body: bodyOf(withUrl(values), id) })
      await loadCoded()
      return found
    },
  })
  const { reset } = test
  // The result is that of other values.
  // biome-ignore lint/correctness/useExhaustiveDependencies: any change of the form
  useEffect(() => reset(), [JSON.stringify(values), reset])
  return (
    <div className={styles.field}>
      <Button
        label={t('nodes.test')}
        className="atStart"
        call={test}
        disabled={values.address.trim() === '' && values.join.trim() === ''}
      />
      <div aria-live="polite">
        {test.data && <Result found={test.data} />}
        {test.error && <CallError error={test.error} />}
      </div>
    </div>
  )
}

function Result({ found }: { found: ProbeResult }) {
  const { t } = useApp()
  if (found.status === 'offline')
    return (
      <Alert color="red">
        <strong>{t('nodes.testFailed')}</strong>
        <p dir="auto">{sayCoded(found.errorCoded, found.error)}</p>
      </Alert>
    )
  return (
    <Alert color="teal">
      <strong>{t('nodes.testGood', { ms: found.latencyMs })}</strong>
      <p>
        {t('nodes.testVersions', { panel: found.panelVersion || '–', core: versionWord(found.coreVersion) })}
      </p>
    </Alert>
  )
}
