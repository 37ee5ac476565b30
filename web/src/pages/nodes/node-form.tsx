import { Switch, Textarea, TextInput } from '@mantine/core'
import type { Node } from '#contract/node.ts'
import { endpoints } from '../../api/endpoints.ts'
import { keyOf } from '../../api/queries.ts'
import { FormBody } from '../../forms/form-body.tsx'
import { type Errors, useForm } from '../../forms/use-form.ts'
import { loadCoded } from '../../i18n/coded.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { sayCoded } from '../../ui/say-error.ts'
import { hasChoice } from './adoption-plan.ts'
import { ConnectionTest } from './connection-test.tsx'
import { blankForm, bodyOf, formOf, type NodeForm, withUrl } from './node-values.ts'
import { useRefreshNodes } from './use-node-actions.ts'
import { WayFields } from './way-fields.tsx'

function useNodeForm(node: Node | undefined, close: () => void) {
  const { t } = useTranslation()
  const { api, queries, toasts, place } = useServices()
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
    if (plan && hasChoice(plan)) place.setParams({ new: undefined, adopt: String(id) })
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
  const { t } = useTranslation()
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
          {...form.text('join')}
          label={t('join.string')}
          description={t('join.stringHint')}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          autosize
          minRows={2}
          maxRows={6}
          data-autofocus
        />
      )}
      <TextInput
        {...form.text('name')}
        label={t('nodes.name')}
        {...(isJoining && { description: t('join.nameHint') })}
        dir="auto"
        autoComplete="off"
      />
      {!isJoining && <WayFields form={form} node={node} />}
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
