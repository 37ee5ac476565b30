import { NativeSelect } from '@mantine/core'
import { protocolTraits } from '#contract/protocol.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useNodes } from '../../nodes/use-nodes.ts'
import { useEditor } from './editor-context.ts'
import { inputWrapperOrder } from './field-input.tsx'

/** Where a new inbound runs; absent while there are no nodes. */
export function NodeField() {
  const { t } = useTranslation()
  const { cell, get, set } = useEditor()
  const nodes = useNodes().data ?? []
  const chosen = Number(get('nodeId')) || 0
  if (nodes.length === 0 && chosen === 0) return null
  const canMove = protocolTraits[cell.protocol].node
  const notHere = t('inboundForm.notOnNodes', { protocol: cell.protocol })
  const isWrong = chosen > 0 && !canMove
  return (
    <NativeSelect
      label={t('inboundForm.node')}
      description={canMove ? t('inboundForm.nodeHint') : isWrong ? undefined : notHere}
      inputWrapperOrder={inputWrapperOrder}
      error={isWrong ? notHere : undefined}
      data-field="nodeId"
      value={String(chosen)}
      onChange={(event) => set('nodeId', Number(event.currentTarget.value) || undefined)}
      data={[
        { value: '0', label: t('inboundForm.thisPanel') },
        ...nodes
          .filter(({ id }) => canMove || id === chosen)
          .map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  )
}
